"""The oracle: a cache never changes a result, a budget counts questions and not calls."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from zellig.errors import ZelligError
from zellig.items import Item, Prediction
from zellig.oracle import BATCH, BudgetSpentError, Oracle, question_hash
from zellig.performers import Evidence, Span, Spec
from zellig.store.cache import Cache

ITEMS = [Item(f"i{number}", {"text": f"Dish {number}."}) for number in range(BATCH + 10)]


def asked(oracle: Oracle, items: Sequence[Item], about: str = "menu") -> list[Prediction]:
    return oracle.ask(items, [about] * len(items))


class Cook:
    """Answers +1 to even dishes, and counts the batches it is asked."""

    spec = Spec("cook")

    def __init__(self) -> None:
        self.batches: list[int] = []

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        self.batches.append(len(items))
        return [Prediction(item.id, "+1" if len(item.fields["text"]) % 2 else "-1") for item in items]


def test_the_same_with_a_cache_as_without(tmp_path: Path) -> None:
    plain = asked(Oracle(Cook(), "f"), ITEMS)
    with Oracle(Cook(), "f", Cache(tmp_path / "cache.db", "one")) as first:
        assert asked(first, ITEMS) == plain
        assert (first.queries, first.victim_calls) == (len(ITEMS), len(ITEMS))
    with Oracle(Cook(), "f", Cache(tmp_path / "cache.db", "one")) as second:
        assert asked(second, ITEMS) == plain
        assert (second.queries, second.victim_calls) == (len(ITEMS), 0)


def test_another_system_has_other_answers(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache.db", "one")
    asked(Oracle(Cook(), "one", cache), ITEMS[:3])
    other = Oracle(Cook(), "two", cache)
    asked(other, ITEMS[:3])
    assert other.victim_calls == 3


def test_one_text_under_two_ids_is_asked_once(tmp_path: Path) -> None:
    twice = [Item("a", {"text": "Soup."}), Item("b", {"text": "Soup."})]
    cook = Cook()
    oracle = Oracle(cook, "f", Cache(tmp_path / "cache.db", "one"))
    assert [prediction.id for prediction in asked(oracle, twice)] == ["a", "b"]
    assert (oracle.queries, oracle.victim_calls) == (2, 1)


def test_a_budget_counts_questions_cached_or_not(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache.db", "one")
    asked(Oracle(Cook(), "f", cache), ITEMS[:5])
    oracle = Oracle(Cook(), "f", cache, budget=7)
    asked(oracle, ITEMS[:5])
    assert oracle.left("menu") == 2
    with pytest.raises(BudgetSpentError):
        asked(oracle, ITEMS[:3])
    assert (oracle.queries, oracle.victim_calls) == (5, 0)  # nothing of that batch was asked
    asked(oracle, ITEMS[5:7])
    assert (oracle.left("menu"), oracle.victim_calls) == (0, 2)


def test_every_original_has_a_budget_of_its_own() -> None:
    oracle = Oracle(Cook(), "f", budget=2)
    oracle.ask(ITEMS[:3], ["lunch", "dinner", "lunch"])
    assert [oracle.left(name) for name in ("lunch", "dinner", "tea")] == [0, 1, 2]
    with pytest.raises(BudgetSpentError):
        oracle.ask(ITEMS[:2], ["dinner", "lunch"])
    assert oracle.left("dinner") == 1  # one that cannot be asked holds back the whole batch
    assert Oracle(Cook(), "f").left("lunch") is None


def test_a_question_is_about_an_original() -> None:
    with pytest.raises(ValueError, match="3 questions about 2 originals"):
        Oracle(Cook(), "f").ask(ITEMS[:3], ["lunch", "dinner"])


def test_who_may_see_the_answers_to_some_items_sees_no_others() -> None:
    oracle = Oracle(Cook(), "f", only=frozenset(map(question_hash, ITEMS[:3])))
    assert asked(oracle, ITEMS[:3]) == asked(Oracle(Cook(), "f"), ITEMS[:3])
    with pytest.raises(ZelligError, match="the originals only"):
        asked(oracle, ITEMS[2:4])
    assert oracle.victim_calls == 3


class Guide(Cook):
    """Points at the first letter."""

    gradients = True

    def explain(self, items: Sequence[Item]) -> list[Evidence]:
        self.batches.append(len(items))
        spans = (Span("text", 0, 1, 0.5),)
        return [Evidence(item.id, "+1", "integrated gradients", spans) for item in items]


def test_evidence_is_counted_and_cached_like_answers(tmp_path: Path) -> None:
    cache, guide = Cache(tmp_path / "cache.db", "one"), Guide()
    first = Oracle(guide, "f", cache, budget=4)
    assert first.capabilities == {"explains", "gradients"}
    asked(first, ITEMS[:2])
    found = first.explain(ITEMS[:2], ["menu"] * 2)
    assert [each.id for each in found] == ["i0", "i1"]
    assert (first.left("menu"), first.victim_calls) == (0, 4)
    second = Oracle(guide, "f", cache)
    assert second.explain(ITEMS[:2], ["menu"] * 2) == found
    assert (second.queries, second.victim_calls, guide.batches) == (2, 0, [2, 2])


def test_large_questions_go_in_batches() -> None:
    cook = Cook()
    asked(Oracle(cook, "f"), ITEMS)
    assert cook.batches == [BATCH, 10]


def test_a_system_that_mixes_up_is_named() -> None:
    class Muddle(Cook):
        def predict(self, items: Sequence[Item]) -> list[Prediction]:
            return super().predict(items)[::-1]

    with pytest.raises(ZelligError, match="cook"):
        asked(Oracle(Muddle(), "f"), ITEMS[:2])


def test_what_else_a_system_is_told_makes_another_question(tmp_path: Path) -> None:
    texts = [{}, {"tree": "(So up)"}, {"tree": "(So up)", "gold_tree": "(2 (2 So) (2 up))"}]
    items = [Item(str(number), {"text": "So up"}, metadata=each) for number, each in enumerate(texts)]
    oracle = Oracle(Cook(), "f", Cache(tmp_path / "cache.db", "one"))
    asked(oracle, items)
    assert oracle.victim_calls == 2  # nobody is told the gold tree
