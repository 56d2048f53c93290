"""What a contest consists of, wherever it was read from."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from zellig.errors import ZelligError
from zellig.items import Item, Pair
from zellig.measures.columns import joined
from zellig.measures.doubt import Doubt, doubts_about
from zellig.measures.outcomes import Answers, Outcomes, judge, judge_items
from zellig.tasks import Task
from zellig.transform.expectation import expected_answers


@dataclass(frozen=True)
class Entry:
    """The pairs that an author brings; `victim` is the system that was asked while they were made, if any.

    `faults` says by id of a pair what speaks against its validity; nothing, if nobody has looked.
    """

    author: str
    pairs: Sequence[Pair]
    victim: str | None = None
    faults: Mapping[str, Sequence[str]] | None = None

    @property
    def name(self) -> str:
        """What tables and files call it; nothing is ever read out of it."""
        return self.author if self.victim is None else f"{self.author} on {self.victim}"


class Confidences(NamedTuple):
    """How probable one system's answers to some pairs are to itself; None where it does not say."""

    original: Sequence[float | None]
    modified: Sequence[float | None]


@dataclass(frozen=True)
class Development:
    """Items that the breakers did not touch, and each system's answers to them by item id."""

    items: Mapping[str, Item] = field(default_factory=dict)
    answers: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Contest:
    """Entries, and answers by system and name of the entry. Every answer is there and legal."""

    task: Task
    entries: Sequence[Entry]
    answers: Mapping[str, Mapping[str, Answers]]
    dev: Development = Development()
    warnings: tuple[str, ...] = ()
    confidences: Mapping[str, Mapping[str, Confidences]] = field(default_factory=dict)  # as the answers are

    def __post_init__(self) -> None:
        names = [entry.name for entry in self.entries]
        if twice := sorted({name for name in names if names.count(name) > 1}):
            raise ZelligError(f"there are two entries called {twice[0]!r}", remedy="Rename one of them.")

    @property
    def names(self) -> list[str]:
        """The names of the entries, in their order."""
        return [entry.name for entry in self.entries]

    @property
    def systems(self) -> list[str]:
        return list(self.answers)

    @cached_property
    def pairs(self) -> list[Pair]:
        """All pairs, entry by entry: the order of the outcomes."""
        return [pair for entry in self.entries for pair in entry.pairs]

    @cached_property
    def outcomes(self) -> Outcomes:
        """What every system did on every pair."""
        return judge(self.pairs, self._joined(), self.task, expected_answers)

    def _joined(self) -> dict[str, Answers]:
        return {
            system: Answers(
                joined(given[name].original for name in self.names),
                joined(given[name].modified for name in self.names),
            )
            for system, given in self.answers.items()
        }

    @cached_property
    def doubts(self) -> dict[str, Doubt]:
        """By system, why what it does on the pairs says nothing of what it reads."""
        return doubts_about(self.pairs, self.outcomes, self.task)

    @cached_property
    def dev_accuracy(self) -> dict[str, float]:
        """Share of right answers to the development items, for the systems that answered them."""
        return {
            system: float(
                np.mean(
                    judge_items(
                        [self.dev.items[item] for item in given], [list(given.values())], self.task
                    ).right
                )
            )
            for system, given in self.dev.answers.items()
            if system in self.answers
        }

    @property
    def doubtful(self) -> int:
        """How many of the pairs a check speaks against."""
        return sum(pair.id in entry.faults for entry in self.entries if entry.faults for pair in entry.pairs)

    def rows(self) -> Iterator[tuple[Entry, int, Pair]]:
        """Every pair with its entry and its position there."""
        for entry in self.entries:
            for position, pair in enumerate(entry.pairs):
                yield entry, position, pair

    def row(self, number: int) -> tuple[Entry, int, Pair]:
        """One of all rows."""
        place = bisect_right(self._starts, number) - 1
        entry, position = self.entries[place], number - self._starts[place]
        return entry, position, entry.pairs[position]

    @cached_property
    def _starts(self) -> list[int]:
        """The first row of each entry."""
        return list(accumulate((len(entry.pairs) for entry in self.entries[:-1]), initial=0))

    def without(self, excluded: Sequence[str]) -> Contest:
        """The same contest with some systems left out."""
        return replace(self, answers={name: self.answers[name] for name in left_in(self.systems, excluded)})


def left_in(systems: list[str], excluded: Sequence[str]) -> list[str]:
    """The systems that are not excluded; refuses to exclude one that is not there, or all of them."""
    for name in excluded:
        if name not in systems:
            raise ZelligError(
                f"there is no system {name!r} to exclude", remedy=f"There are: {', '.join(systems)}."
            )
    kept = [name for name in systems if name not in excluded]
    if not kept:
        raise ZelligError("every system was excluded", remedy="Leave at least one in.")
    return kept
