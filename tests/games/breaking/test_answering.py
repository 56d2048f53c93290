"""Answers of a run: what a system gives back is checked before anything is written."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import pytest

from zellig.engine import IN_PROCESS
from zellig.errors import ZelligError
from zellig.games.breaking.answering import Given, answered, known_answers
from zellig.items import Item, Prediction, read_records
from zellig.oracle import BATCH, Oracle
from zellig.performers import Spec
from zellig.store.run import Run
from zellig.systems.asking import ask_in_batches
from zellig.tasks import get_task

FILE = "predictions/waiter/ana.jsonl"
ITEMS = [Item(str(number), {"text": f"Course {number} was served."}, ("+1",)) for number in range(BATCH + 3)]


class Waiter:
    """Answers +1, after somebody has meddled with its answers."""

    spec = Spec("waiter")

    def __init__(self, meddle: str = "") -> None:
        self.meddle = meddle
        self.calls = 0

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        self.calls += 1
        given = [Prediction(item.id, 1, {"+1": 0.75}) for item in items]
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


def answer(folder: Path, waiter: Waiter) -> Given:
    run = Run(folder, {"game": "breaking"}).begin()
    task = get_task("sentiment")
    known = known_answers(run, FILE, ITEMS, task)
    if known is not None:
        return known
    asked = ask_in_batches(IN_PROCESS, "waiter", Oracle(waiter, "waiter"), ITEMS, task)
    return answered(run, FILE, chain.from_iterable(asked), task, lambda: None)


def test_answers_are_written_once(tmp_path: Path) -> None:
    waiter = Waiter()
    first, second = (answer(tmp_path / "run", waiter) for _ in range(2))
    assert first == second
    assert first.answers == {item.id: "+1" for item in ITEMS}
    assert first.confidences == {item.id: 0.75 for item in ITEMS}
    assert waiter.calls == 2  # two batches, the first time
    found = list(read_records(tmp_path / "run" / FILE, Prediction))
    assert [prediction.id for prediction in found] == [item.id for item in ITEMS]


@pytest.mark.parametrize("meddle", ["too few", "mixed up", "illegal", "endless"])
def test_bad_answers_are_refused_and_nothing_is_written(tmp_path: Path, meddle: str) -> None:
    with pytest.raises(ZelligError, match="waiter"):
        answer(tmp_path / "run", Waiter(meddle))
    assert not (tmp_path / "run" / FILE).exists()
