"""Systems' answers in a run directory: asked for, checked and written once; read when they are there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from zellig.games.contest.answers import answers_by_id
from zellig.items import Item, Pair, Prediction, read_records, write_records
from zellig.oracle import Oracle, Progress, ask_all
from zellig.store.run import Run
from zellig.tasks import Task


class Given(NamedTuple):
    """A system's answers by item, in the task's spelling, and how probable they are to it if it says so."""

    answers: dict[str, str]
    confidences: dict[str, float]


def answered(
    run: Run,
    file: str,
    oracle: Oracle,
    items: Sequence[Item],
    task: Task,
    progress: Progress,
    note: Callable[[], None],
) -> Given:
    """Ask about these items; the answers are in the file afterwards.

    `note` is called before: what was asked is noted, or the file is not there.
    """
    with run.timed(file):
        predictions = ask_all(oracle, items, task, progress, f"{file} is answered")
        note()
        write_records(run / file, Prediction, predictions, task.name)
    answers = {prediction.id: task.given(prediction.answer) for prediction in predictions}
    return Given(answers, confidences_of(predictions, task))


def known_answers(run: Run, file: str, items: Sequence[Item], task: Task) -> Given | None:
    """The same out of the file; None if it is not there."""
    if not run.has(file):
        return None
    answers = answers_by_id(run / file, {item.id for item in items}, task)
    return Given(answers, confidences_of(read_records(run / file, Prediction), task))


def confidences_of(predictions: Iterable[Prediction], task: Task) -> dict[str, float]:
    """By item the probability of the answer; a system may name it as the task does, or in its own way."""
    return {
        each.id: each.probabilities[name]
        for each in predictions
        if each.probabilities
        for name in {str(each.answer), task.given(each.answer)}
        if name in each.probabilities
    }


def items_of(pairs: Sequence[Pair]) -> list[Item]:
    """Every item of both sides once, in order."""
    found = {item.id: item for pair in pairs for item in (pair.original, pair.modified)}
    return list(found.values())
