"""Systems' answers in a run directory: asked for, checked and written once; read when they are there."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from zellig.games.contest.answers import answers_by_id
from zellig.items import Item, Pair, Prediction, write_records
from zellig.oracle import Oracle, Progress, ask_all
from zellig.store.run import Run
from zellig.tasks import Task


def answered(
    run: Run,
    file: str,
    oracle: Oracle,
    items: Sequence[Item],
    task: Task,
    progress: Progress,
    note: Callable[[], None],
) -> dict[str, str]:
    """Ask about these items: the answers by id, in the task's spelling; they are in the file afterwards.

    `note` is called before: what was asked is noted, or the file is not there.
    """
    with run.timed(file):
        predictions = ask_all(oracle, items, task, progress, f"{file} is answered")
        note()
        write_records(run / file, Prediction, predictions, task.name)
    return {prediction.id: task.given(prediction.answer) for prediction in predictions}


def known_answers(run: Run, file: str, items: Sequence[Item], task: Task) -> dict[str, str] | None:
    """The same out of the file; None if it is not there."""
    return answers_by_id(run / file, {item.id for item in items}, task) if run.has(file) else None


def items_of(pairs: Sequence[Pair]) -> list[Item]:
    """Every item of both sides once, in order."""
    found = {item.id: item for pair in pairs for item in (pair.original, pair.modified)}
    return list(found.values())
