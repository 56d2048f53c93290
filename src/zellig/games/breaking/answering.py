"""Systems' answers in a run directory: asked for, checked and written once; read when they are there."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import NamedTuple

from zellig.engine import Engine
from zellig.games.breaking.asking import Asking
from zellig.games.breaking.plan import loaded_system
from zellig.games.contest.answers import answers_by_id
from zellig.items import Item, Pair, Prediction, read_records, write_records
from zellig.oracle import BATCH, Oracle, Progress
from zellig.store.run import Run
from zellig.systems.asking import Outcome, asked_ahead, batches_of, take_answers
from zellig.tasks import Task


class Given(NamedTuple):
    """A system's answers by item, in the task's spelling, and how probable they are to it if it says so."""

    answers: dict[str, str]
    confidences: dict[str, float]


@dataclass(frozen=True)
class Answering:
    """Who answers in a run, and where the answers are."""

    run: Run
    task: Task
    asking: Asking
    progress: Progress
    engine: Engine

    def answers(self, system: str, wanted: Mapping[str, Sequence[Item]], what: str) -> dict[str, Given]:
        """A system's answers by file; `what` it answers is one step, however many files there are.

        Workers go on to the next file while one is written. No batch has items of two: what a system is
        asked together does not depend on where a killed run stopped.
        """
        found: dict[str, Given] = {}
        step, total, before = f"{system} answers {what}", sum(map(len, wanted.values())), 0
        unknown = [items for file, items in wanted.items() if not self.run.has(f"{file}.jsonl")]
        with closing(self._asked(system, unknown)) as asked:
            for file, items in wanted.items():
                told = partial(self._tell, step, before, total)
                known = known_answers(self.run, f"{file}.jsonl", items, self.task)
                found[file] = self._taken(system, file, items, asked, told) if known is None else known
                before += len(items)
                self.progress(step, before, total)  # also where the file was there
        return found

    def _asked(self, system: str, files: Sequence[Sequence[Item]]) -> Generator[Outcome]:
        """What workers make of all files; a system of which nothing is asked may be gone."""
        load = self.asking.systems[system].load
        batches = (some for items in files for some in batches_of(items))
        cache = partial(self.asking.cache_for, system)
        yield from asked_ahead(self.engine, load, loaded_system(load), batches, self.task, cache)

    def _tell(self, step: str, before: int, total: int, _: str, done: int, __: int) -> None:
        self.progress(step, before + done, total)

    def _taken(
        self,
        system: str,
        file: str,
        items: Sequence[Item],
        asked: Iterator[Outcome],
        told: Progress,
    ) -> Given:
        with self.asking.oracle(system) as oracle:
            note = partial(self._note, file, system, oracle)
            predictions = self._predictions(oracle, items, asked, told)
            found = answered(self.run, f"{file}.jsonl", predictions, self.task, note)
            self.asking.give_up_cache(system, oracle.cache.fault if oracle.cache else "")
        return found

    def _predictions(
        self, oracle: Oracle, items: Sequence[Item], asked: Iterator[Outcome], told: Progress
    ) -> Iterator[Prediction]:
        done, batches = 0, math.ceil(len(items) / BATCH)
        for some in take_answers(oracle, islice(asked, batches), self.task):
            yield from some
            done += len(some)
            told("", done, len(items))

    def _note(self, step: str, system: str, oracle: Oracle) -> None:
        self.asking.note(step, system, oracle.victim_calls, oracle.earlier_answers, oracle.failures)


def answered(
    run: Run,
    file: str,
    asked: Iterable[Prediction],
    task: Task,
    note: Callable[[], None],
) -> Given:
    """Take what comes of asking; the answers are in the file afterwards.

    `note` is called before: what was asked is noted, or the file is not there.
    """
    with run.timed(file):
        predictions = list(asked)
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
