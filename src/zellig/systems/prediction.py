"""Writing a system's predictions for a corpus to a file."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from zellig.corpora import Corpus
from zellig.items import Prediction, write_records
from zellig.oracle import Oracle, ask_all
from zellig.own_objects import called
from zellig.systems.loading import load_system
from zellig.systems.training import Progress
from zellig.tasks import get_task

BATCH = 256


def write_predictions(name: str, corpus: Corpus, out: Path, progress: Progress) -> int:
    """Ask the system about every item, in batches; the file appears when all is answered."""
    oracle, task = Oracle(load_system(name), ""), get_task(corpus.task)

    def predictions() -> Iterator[Prediction]:
        items = iter(corpus)
        done = 0
        while batch := list(islice(items, BATCH)):
            yield from ask_all(oracle, batch, task, lambda *_: None, "")
            done += len(batch)
            progress(f"{called(name)} answers", done, done)

    return write_records(out, Prediction, predictions(), corpus.task)
