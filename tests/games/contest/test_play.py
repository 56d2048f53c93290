"""Playing a contest: what a system gives back is checked before anything is written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from zellig.errors import ZelligError
from zellig.games.contest.play import BATCH, Play, items_of
from zellig.items import Item, Pair, Prediction, read_records
from zellig.performers import See, Spec, Victim
from zellig.store.run import Run

ITEMS = [Item(str(number), {"text": f"Course {number} was served."}, ("+1",)) for number in range(BATCH + 3)]


class Waiter:
    """Answers +1, after somebody has meddled with its answers."""

    spec = Spec("waiter")

    def __init__(self, meddle: str = "") -> None:
        self.meddle = meddle
        self.calls = 0

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        self.calls += 1
        given = [Prediction(item.id, 1) for item in items]
        match self.meddle:
            case "too few":
                return given[:-1]
            case "mixed up":
                return given[::-1]
            case "illegal":
                return [*given[:-1], Prediction(given[-1].id, "tasty")]
            case "endless":
                return [*given[:-1], Prediction(given[-1].id, 1, {"+1": float("nan")})]
        return given


def play(folder: Path) -> Play:
    return Play(Run(folder, {"game": "contest"}).begin(), "sentiment", 1, lambda what, done, total: None)


def test_answers_are_written_once(tmp_path: Path) -> None:
    waiter = Waiter()
    for _ in range(2):
        play(tmp_path / "run").answer("predictions/waiter/ana.jsonl", waiter, ITEMS)
    assert waiter.calls == 2  # two batches, the first time
    found = list(read_records(tmp_path / "run/predictions/waiter/ana.jsonl", Prediction))
    assert [prediction.id for prediction in found] == [item.id for item in ITEMS]


@pytest.mark.parametrize("meddle", ["too few", "mixed up", "illegal", "endless"])
def test_bad_answers_are_refused_and_nothing_is_written(tmp_path: Path, meddle: str) -> None:
    with pytest.raises(ZelligError, match="waiter"):
        play(tmp_path / "run").answer("predictions/waiter/ana.jsonl", Waiter(meddle), ITEMS)
    assert not (tmp_path / "run/predictions/waiter/ana.jsonl").exists()


class Doubler:
    """Makes of every item a pair whose rationale is the seed it was given."""

    spec = Spec("doubler")
    see: See = "nothing"

    def break_items(
        self, items: Sequence[Item], seeds: Sequence[int], oracle: Victim | None
    ) -> list[list[Pair]]:
        assert oracle is None
        return [
            [
                Pair(
                    item.id,
                    item,
                    Item(f"{item.id}x", {"text": "Twice."}, ("+1",)),
                    "same",
                    rationale=str(seed),
                )
            ]
            for item, seed in zip(items, seeds, strict=True)
        ]


def test_seeds_do_not_depend_on_the_batch(tmp_path: Path) -> None:
    def sound(pairs: list[Pair]) -> list[Pair]:
        return pairs

    all_at_once = play(tmp_path / "one").make_pairs("doubler", Doubler, ITEMS, sound)
    last_alone = play(tmp_path / "two").make_pairs("doubler", Doubler, ITEMS[-1:], sound)
    assert last_alone == all_at_once[-1:]
    assert len({pair.rationale for pair in all_at_once}) == len(ITEMS)
    assert len(items_of(all_at_once)) == 2 * len(ITEMS)
