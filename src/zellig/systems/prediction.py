"""Writing a system's predictions for a corpus to a file."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from zellig.corpora import Corpus
from zellig.items import Item, Prediction, write_records
from zellig.measures.doubt import doubt_about
from zellig.oracle import Oracle, ask_all
from zellig.own_objects import called
from zellig.systems.doubt_words import warn_of_doubt
from zellig.systems.loading import load_system
from zellig.systems.training import Progress
from zellig.tasks import get_task

BATCH = 256
ENOUGH = 10_000  # answers that tell whether something is odd about them


def write_predictions(name: str, corpus: Corpus, out: Path, progress: Progress) -> int:
    """Ask the system about every item, in batches; the file appears when all is answered.

    If the items have answers, and those of the system are odd beside them, that is told.
    """
    oracle, task = Oracle(load_system(name), ""), get_task(corpus.task)
    told: list[tuple[Item, str]] = []

    def predictions() -> Iterator[Prediction]:
        items = iter(corpus)
        done = 0
        while batch := list(islice(items, BATCH)):
            found = ask_all(oracle, batch, task, lambda *_: None, "")
            if len(told) < ENOUGH:
                told.extend(zip(batch, (task.given(each.answer) for each in found), strict=True))
            yield from found
            done += len(batch)
            progress(f"{called(name)} answers", done, done)

    number = write_records(out, Prediction, predictions(), corpus.task)
    items, answers = [item for item, _ in told], [answer for _, answer in told]
    warn_of_doubt(doubt_about(items, answers, task), called(name), task)
    return number
