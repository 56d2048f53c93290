"""What came of breakers against systems: how often they broke, what of it holds, and what it took."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

import msgspec
import numpy as np

from zellig.games.breaking.counting import is_valid
from zellig.games.breaking.diagnosis import doubt_of
from zellig.games.breaking.models import ModelFigures, model_figures
from zellig.games.breaking.result import Result
from zellig.games.contest.contest import Contest
from zellig.games.contest.scores import Interval, Scores
from zellig.measures.by_group import figures_by_group
from zellig.measures.doubt import Doubt
from zellig.measures.intervals import share_interval
from zellig.measures.outcomes import Bools, Ints, judge_items, number_items, number_texts

REPLICATES = 1000

T = TypeVar("T")


class Success(msgspec.Struct, frozen=True):
    """Of the items that a system answers right, the share with a pair whose modified side it gets wrong."""

    attacked: int
    before: float | None  # by all pairs; None where nothing was attacked
    before_interval: Interval | None
    after: float | None  # by the valid ones
    after_interval: Interval | None


class Transfer(msgspec.Struct, frozen=True):
    """What pairs that were made for other systems do to one."""

    pairs: int
    broken: float  # percent
    interval: Interval


class Yield(msgspec.Struct, frozen=True):
    """What a breaker that asks nothing made."""

    pairs: int
    valid: int


class Figures(msgspec.Struct, frozen=True):
    """The figures of a run; docs/reference/breaking.md explains the keys.

    A breaker's rate of breaking is that of its pairs. Its success is that of items.
    """

    task: str
    items: int
    made: int  # pairs that the check accepts
    pairs: int  # of them, those that are played with
    valid: int
    rejected: int  # by the check of pairs; they do not play
    strict: bool
    break_rate: dict[str, dict[str, float | None]]  # by breaker and system; of one that asks, its own pairs
    break_rate_intervals: dict[str, dict[str, Interval | None]]
    transfer: dict[str, dict[str, Transfer]]
    success: dict[str, dict[str, Success]]
    success_of_any: dict[str, Success]
    queries: int
    victim_calls: int
    earlier_answers: int
    finished: bool  # it was complete already, and nothing was made again
    strategies: dict[str, Yield]
    refusals: dict[str, dict[str, int]]  # by entry: why nothing was made of items
    failures: dict[str, dict[str, str]]  # by system: items that it failed on
    doubts: dict[str, Doubt]  # by system: why its figures say nothing of what it reads
    models: dict[str, ModelFigures] = {}  # by role and name of a language model: what it cost
    warnings: list[str] = []  # what was said that makes all figures doubtful
    schema: int = 2


def figures(result: Result, scores: Scores | None) -> Figures:
    """The figures of a run; there are no scores if no pair was made."""
    notes = result.notes
    breakers = list(dict.fromkeys(maker.breaker for maker in result.makers))
    systems = list(result.answers)
    broken = _Broken(result)
    return Figures(
        task=result.task.name,
        items=len(result.originals),
        made=sum(note.pairs for note in notes.values()),
        pairs=len(result.played.pairs),
        valid=sum(note.valid for note in notes.values()),
        rejected=sum(note.rejected for note in notes.values()),
        strict=result.plan.strict,
        break_rate=_own(result, breakers, scores.matrix if scores else {}),
        break_rate_intervals=_own(result, breakers, scores.matrix_intervals if scores else {}),
        transfer=_transfers(result, breakers),
        success={name: {system: broken.success([name], system) for system in systems} for name in breakers},
        success_of_any={system: broken.success(breakers, system) for system in systems},
        queries=sum(note.queries for note in notes.values()),
        victim_calls=result.victim_calls,
        earlier_answers=result.earlier_answers,
        finished=result.finished,
        strategies={
            maker.breaker: Yield(notes[maker.entry].pairs, notes[maker.entry].valid)
            for maker in result.makers
            if maker.victim is None
        },
        refusals={name: note.refusals for name, note in notes.items() if note.refusals},
        failures=result.failures,
        models=model_figures(result.costs, notes),
        doubts={system: doubt for system in systems if (doubt := doubt_of(result, system)) is not None},
    )


def _entry(result: Result, breaker: str, system: str) -> str:
    """The entry that a breaker made for a system, or for all of them."""
    return next(
        maker.entry for maker in result.makers if maker.breaker == breaker and maker.victim in (None, system)
    )


def _own(
    result: Result, breakers: Sequence[str], rows: Mapping[str, Mapping[str, T]]
) -> dict[str, dict[str, T | None]]:
    """By breaker and system; of a breaker that asks, what it made for that system."""
    return {
        breaker: {
            system: rows.get(_entry(result, breaker, system), {}).get(system) for system in result.answers
        }
        for breaker in breakers
    }


def _transfers(result: Result, breakers: Sequence[str]) -> dict[str, dict[str, Transfer]]:
    """By breaker that asks and by system: what the pairs that were made for the other systems do to it."""
    contest = result.played
    found: dict[str, dict[str, Transfer]] = {}
    for breaker in breakers:
        for system in contest.systems:
            others = [e.author == breaker and e.victim not in (None, system) for e in contest.entries]
            rows = np.flatnonzero(np.repeat(others, [len(entry.pairs) for entry in contest.entries]))
            if len(rows):
                found.setdefault(breaker, {})[system] = _transfer(contest, rows, system, result.plan.seed)
    return found


def _transfer(contest: Contest, rows: Ints, system: str, seed: int) -> Transfer:
    of_system = figures_by_group(contest.outcomes, {"others": rows}, REPLICATES, seed)["others"]
    figure = of_system[contest.systems.index(system)]["broken"]
    low, high = figure.interval or (0.0, 1.0)  # there are pairs, so there is one
    return Transfer(len(rows), 100 * (figure.value or 0.0), (100 * low, 100 * high))


class _Broken:
    """The items that entries broke a system on: answered right themselves, and a modified one wrong.

    An item is known by its text and its answer: an author may give it an id of their own.
    """

    def __init__(self, result: Result) -> None:
        self._result = result
        pairs = [*result.played.pairs, *result.aside.pairs]
        self._texts = number_texts(result.originals, result.task)
        numbers = number_items([*result.originals, *(pair.original for pair in pairs)], result.task)
        self._items, of_pairs = numbers[: len(result.originals)], iter(numbers[len(result.originals) :])
        self._every: dict[tuple[str, str], set[int]] = {}  # by entry and system: numbers of originals
        self._valid: dict[tuple[str, str], set[int]] = {}
        for contest in (result.played, result.aside):
            self._note(contest, of_pairs)
        items = result.originals
        given = [[answers[item.id] for item in items] for answers in result.answers.values()]
        self._right = dict(zip(result.answers, judge_items(items, given, result.task).right, strict=True))

    def _note(self, contest: Contest, numbers: Iterator[int]) -> None:
        for (entry, _, pair), wrong in zip(contest.rows(), ~contest.outcomes.right[:, 1].T, strict=True):
            original = int(next(numbers))
            for s in np.flatnonzero(wrong):
                key = entry.name, contest.systems[s]
                self._every.setdefault(key, set()).add(original)
                if is_valid(entry, pair):
                    self._valid.setdefault(key, set()).add(original)

    def success(self, breakers: Sequence[str], system: str) -> Success:
        """What some breakers together did to the items that a system answers right."""
        right = self._right[system]
        keys = [(_entry(self._result, name, system), system) for name in breakers]
        broken = (
            np.isin(self._items[right], [item for key in keys for item in found.get(key, ())])
            for found in (self._every, self._valid)
        )
        before, after = (_share(hits, self._texts[right]) for hits in broken)
        return Success(int(right.sum()), *before, *after)


def _share(hits: Bools, texts: Ints) -> tuple[float | None, Interval | None]:
    """A share of items and its interval."""
    if not len(hits):
        return None, None
    return float(hits.mean()), share_interval(hits, 1, texts)
