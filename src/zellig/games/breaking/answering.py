"""Systems' answers in a run directory: asked for, checked and written once; read when they are there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from zellig.engine import Engine
from zellig.games.breaking.asking import Asking
from zellig.games.contest.answers import answers_by_id
from zellig.items import Item, Pair, Prediction, read_records, write_records
from zellig.oracle import Oracle, Progress
from zellig.store.run import Run
from zellig.systems.asking import ask_in_batches
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
        """A system's answers by file; `what` it answers is one step, however many files there are."""
        found: dict[str, Given] = {}
        step, total, before = f"{system} answers {what}", sum(map(len, wanted.values())), 0
        for file, items in wanted.items():
            told = partial(self._tell, step, before, total)
            known = known_answers(self.run, f"{file}.jsonl", items, self.task)
            found[file] = self._asked_now(system, file, items, told) if known is None else known
            before += len(items)
            self.progress(step, before, total)  # also where the file was there
        return found

    def _tell(self, step: str, before: int, total: int, _: str, done: int, __: int) -> None:
        self.progress(step, before + done, total)

    def _asked_now(self, system: str, file: str, items: Sequence[Item], told: Progress) -> Given:
        with self.asking.oracle(system) as oracle:
            note = partial(self._note, file, system, oracle)
            found = answered(
                self.run, f"{file}.jsonl", self._predictions(system, oracle, items, told), self.task, note
            )
            self.asking.give_up_cache(system, oracle.cache.fault if oracle.cache else "")
        return found

    def _predictions(
        self, system: str, oracle: Oracle, items: Sequence[Item], told: Progress
    ) -> Iterator[Prediction]:
        name, done = self.asking.systems[system].load, 0
        cache = self.asking.cache_for(system)
        for some in ask_in_batches(self.engine, name, oracle, items, self.task, cache):
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
