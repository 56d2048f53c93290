"""The oracle: a cache never changes a result, a budget counts questions and not calls."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from zellig.errors import ZelligError
from zellig.items import Item, Prediction
from zellig.oracle import BATCH, BudgetSpentError, Cache, Oracle
from zellig.performers import Spec

ITEMS = [Item(f"i{number}", {"text": f"Dish {number}."}) for number in range(BATCH + 10)]


class Cook:
    """Answers +1 to even dishes, and counts the batches it is asked."""

    spec = Spec("cook")

    def __init__(self) -> None:
        self.batches: list[int] = []

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        self.batches.append(len(items))
        return [Prediction(item.id, "+1" if len(item.fields["text"]) % 2 else "-1") for item in items]


def test_the_same_with_a_cache_as_without(tmp_path: Path) -> None:
    plain = Oracle(Cook(), "f").ask(ITEMS)
    with Oracle(Cook(), "f", Cache(tmp_path / "cache.db")) as first:
        assert first.ask(ITEMS) == plain
        assert (first.queries, first.victim_calls) == (len(ITEMS), len(ITEMS))
    with Oracle(Cook(), "f", Cache(tmp_path / "cache.db")) as second:
        assert second.ask(ITEMS) == plain
        assert (second.queries, second.victim_calls) == (len(ITEMS), 0)


def test_another_system_has_other_answers(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache.db")
    Oracle(Cook(), "one", cache).ask(ITEMS[:3])
    other = Oracle(Cook(), "two", cache)
    other.ask(ITEMS[:3])
    assert other.victim_calls == 3


def test_one_text_under_two_ids_is_asked_once(tmp_path: Path) -> None:
    twice = [Item("a", {"text": "Soup."}), Item("b", {"text": "Soup."})]
    cook = Cook()
    oracle = Oracle(cook, "f", Cache(tmp_path / "cache.db"))
    assert [prediction.id for prediction in oracle.ask(twice)] == ["a", "b"]
    assert (oracle.queries, oracle.victim_calls) == (2, 1)


def test_a_budget_counts_questions_cached_or_not(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache.db")
    Oracle(Cook(), "f", cache).ask(ITEMS[:5])
    oracle = Oracle(Cook(), "f", cache, budget=7)
    oracle.ask(ITEMS[:5])
    assert oracle.left == 2
    with pytest.raises(BudgetSpentError):
        oracle.ask(ITEMS[:3])
    assert (oracle.queries, oracle.victim_calls) == (5, 0)  # nothing of that batch was asked
    oracle.ask(ITEMS[5:7])
    assert (oracle.left, oracle.victim_calls) == (0, 2)


def test_large_questions_go_in_batches() -> None:
    cook = Cook()
    Oracle(cook, "f").ask(ITEMS)
    assert cook.batches == [BATCH, 10]


def test_a_system_that_mixes_up_is_named() -> None:
    class Muddle(Cook):
        def predict(self, items: Sequence[Item]) -> list[Prediction]:
            return super().predict(items)[::-1]

    with pytest.raises(ZelligError, match="cook"):
        Oracle(Muddle(), "f").ask(ITEMS[:2])


def test_a_cache_that_is_none_is_a_kind_error(tmp_path: Path) -> None:
    (tmp_path / "cache.db").write_bytes(b"tea" * 1000)
    with pytest.raises(ZelligError, match="cache"):
        Cache(tmp_path / "cache.db")


def test_what_else_a_system_is_told_makes_another_question(tmp_path: Path) -> None:
    texts = [{}, {"tree": "(So up)"}, {"tree": "(So up)", "gold_tree": "(2 (2 So) (2 up))"}]
    items = [Item(str(number), {"text": "So up"}, metadata=each) for number, each in enumerate(texts)]
    oracle = Oracle(Cook(), "f", Cache(tmp_path / "cache.db"))
    oracle.ask(items)
    assert oracle.victim_calls == 2  # nobody is told the gold tree
