"""Writing a system's predictions for a corpus to a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from zellig.corpora import Corpus
from zellig.engine import IN_PROCESS, Engine
from zellig.items import Item, Prediction, write_records
from zellig.measures.doubt import doubt_about
from zellig.oracle import Oracle
from zellig.own_objects import called
from zellig.systems.asking import ask_in_batches, try_systems
from zellig.systems.doubt_words import warn_of_doubt
from zellig.systems.loading import load_system_for
from zellig.systems.training import Progress
from zellig.tasks import get_task

ENOUGH = 10_000  # answers that tell whether something is odd about them


def write_predictions(
    name: str, corpus: Corpus, out: Path, progress: Progress, engine: Engine = IN_PROCESS
) -> int:
    """Ask the system about every item, in batches; the file appears when all is answered.

    If the items have answers, and those of the system are odd beside them, that is told.
    """
    task = get_task(corpus.task)
    oracle = Oracle(load_system_for(task, name), "")
    try_systems(engine, {name: oracle.system})
    asked: list[Item] = []
    answers: list[str] = []

    def items() -> Iterator[Item]:
        for item in corpus:
            if len(asked) < ENOUGH:
                asked.append(item)
            yield item

    def predictions() -> Iterator[Prediction]:
        done = 0
        for found in ask_in_batches(engine, name, oracle, items(), task):
            answers.extend(task.given(each.answer) for each in found[: ENOUGH - len(answers)])
            yield from found
            done += len(found)
            progress(f"{called(name)} answers", done, done)

    number = write_records(out, Prediction, predictions(), corpus.task)
    warn_of_doubt(doubt_about(asked, answers, task), called(name), task)
    return number
