"""Systems' answers in a run directory: asked for, checked and written once; read when they are there."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path

from zellig.errors import ZelligError
from zellig.games.contest.answers import answers_by_id
from zellig.items import Item, Pair, Prediction, write_records
from zellig.oracle import Oracle
from zellig.store.run import Run
from zellig.tasks import Task

BATCH = 128

Progress = Callable[[str, int, int], None]  # what, how many done, how many in all


def answered(
    run: Run, file: str, oracle: Oracle, items: Sequence[Item], task: Task, progress: Progress
) -> dict[str, str]:
    """The answers to these items by id, in the task's spelling; they are in the file afterwards."""
    path: Path = run / file
    if run.has(file):
        return answers_by_id(path, {item.id for item in items}, task)
    with run.timed(file):
        predictions = ask_all(oracle, items, task, progress, f"{file} is answered")
        write_records(path, Prediction, predictions, task.name)
    return {prediction.id: task.given(prediction.answer) for prediction in predictions}


def ask_all(
    oracle: Oracle, items: Sequence[Item], task: Task, progress: Progress, what: str
) -> list[Prediction]:
    """A prediction for each item, in order; an answer that the task does not have is refused."""
    predictions: list[Prediction] = []
    for start in range(0, len(items), BATCH):
        batch = items[start : start + BATCH]
        for prediction in oracle.ask(batch, [item.id for item in batch]):
            _refuse_odd(prediction, oracle.system.spec.name, task)
            predictions.append(prediction)
        progress(what, len(predictions), len(items))
    return predictions


def _refuse_odd(prediction: Prediction, system: str, task: Task) -> None:
    """Refuse an answer that the task does not have, and a probability that is none."""
    try:
        task.given(prediction.answer)
    except ZelligError as error:
        what = f"the system {system!r} answered item {prediction.id!r}: {error.what}"
        raise ZelligError(what, remedy=error.remedy) from None
    if not all(map(math.isfinite, (prediction.probabilities or {}).values())):
        raise ZelligError(
            f"the system {system!r} gave item {prediction.id!r} an endless probability",
            remedy="Give probabilities from 0 to 1, or none.",
        )


def items_of(pairs: Sequence[Pair]) -> list[Item]:
    """Every item of both sides once, in order."""
    found = {item.id: item for pair in pairs for item in (pair.original, pair.modified)}
    return list(found.values())
