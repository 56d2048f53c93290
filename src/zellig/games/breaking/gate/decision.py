"""Does a system pass? It has to reach limits, and to do nothing worse than the one before it.

Everything is counted from one judgement of the answers. What counts is pairs passed (both sides right): a
system that is wrong about everything breaks no pair. Who was asked too little to tell does not pass. A limit
is set for the pairs that are handed over, so it counts all that are valid; beside a baseline, those count
that count in a report (`counting`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, TypeAlias

import msgspec
import numpy as np

from zellig.games.breaking.counting import FEWEST, searched_pairs, valid_pairs
from zellig.games.breaking.gate.limits import Limits
from zellig.games.contest.contest import Contest
from zellig.items import Pair
from zellig.measures.by_group import Figure, figures_by_group
from zellig.measures.comparing import Comparison, compare_groups
from zellig.measures.doubt import Doubt, doubts_about
from zellig.measures.outcomes import Answers, Bools, Ints, Outcomes, judge
from zellig.transform.expectation import expected_answers

REPLICATES, SEED = 1000, 2017  # the defaults of a contest and of contrast sets: with those, intervals agree
EXAMPLES = 3  # of what a limit or a regression is about

_ALL = ""  # among groups by phenomenon: all pairs
_NEW, _OLD = 0, 1  # places among the systems

Interval = tuple[float, float]


class Percentage(msgspec.Struct, frozen=True):
    """So many of so many, in percent with the interval."""

    hits: int
    counted: int
    percent: float
    interval: Interval


class FailedPair(msgspec.Struct, frozen=True):
    """A pair that speaks against the system; two values belong to original and modified item."""

    pair: Pair
    answers: tuple[str, str]
    right: tuple[bool, bool]
    before: tuple[str, str] | None  # the answers of the baseline, if there is one


class Limited(msgspec.Struct, frozen=True):
    """A limit, and what was reached."""

    what: Literal["passed", "accuracy"]
    phenomenon: str | None  # None: all pairs
    at_least: float
    found: Percentage
    fails: bool  # it is not reached, or so few were counted that nobody knows
    examples: list[FailedPair]
    needed: int | None = None  # as many would have to be counted, where they are fewer; None: it is known


class BaselineComparison(msgspec.Struct, frozen=True):
    """The system beside the baseline, on all pairs or on those of a phenomenon."""

    phenomenon: str | None
    pairs: int
    no_longer_passed: int  # passed by the baseline, and not by the system
    newly_passed: int  # the other way round
    original_wrong: int  # of those no longer passed: the original is answered wrong now
    difference: float  # percent passed, system minus baseline
    interval: Interval | None
    mcnemar_p: float
    permutation_p: float  # exact, swapped original by original
    adjusted_p: float  # of all pairs as it is, of a phenomenon corrected for all of them (Holm)
    corrected_for: int  # how many phenomena that is
    fails: bool  # it is worse, and that is no chance; or all pairs are so few that nobody knows
    examples: list[FailedPair]
    needed: int | None = None  # as in a limit


class Doubted(msgspec.Struct, frozen=True):
    """The system does not read, or guesses, or its labels mean something else: passing says nothing."""

    doubt: Doubt
    phenomenon: None = None
    fails: bool = True
    examples: list[FailedPair] = []
    needed: None = None


Demand: TypeAlias = Doubted | Limited | BaselineComparison


class Decision(msgspec.Struct, frozen=True):
    """Whether a system passes, and why; docs/reference/gate.md explains the keys."""

    passes: bool
    task: str
    system: str
    baseline: str | None
    pairs: int  # that are valid
    originals: int  # of those
    passed: Percentage  # of all these pairs
    accuracy: Percentage  # of the distinct originals
    phenomena: dict[str, Percentage]  # pairs passed
    limits: list[Limited]
    comparisons: list[BaselineComparison]
    doubtful: int  # pairs that do not count: a check speaks against their validity
    searched: int  # pairs that limits count and comparisons do not: a system was asked while they were made
    unparsed: int  # answers that are none of the task's, of the two to each pair
    baseline_unparsed: int | None
    failures: dict[str, str]  # items that the system failed on, and why
    doubt: Doubt | None  # why what the system passes says nothing of what it reads
    baseline_doubt: Doubt | None
    schema: int = 2

    @property
    def demands(self) -> list[Demand]:
        """All that was asked of the system."""
        found: list[Demand] = [*self.limits, *self.comparisons]
        if not found or self.doubt is None or self.doubt.about_texts:
            return found
        return [Doubted(self.doubt), *found]

    @property
    def failing(self) -> list[Demand]:
        """What keeps the system from passing; what says most about it first."""
        failed = [each for each in self.demands if each.fails]
        return sorted(failed, key=_importance)


def _importance(each: Demand) -> tuple[bool, bool, bool]:
    """What puts all else in doubt comes first, then what speaks of a phenomenon."""
    return not isinstance(each, Doubted), each.phenomenon is None, isinstance(each, Limited)


@dataclass(frozen=True)
class Answered:
    """A system's answers to the pairs, in the task's spelling."""

    system: str
    answers: Answers
    failures: Mapping[str, str] = field(default_factory=dict)  # items that it failed on, and why

    def to(self, rows: Ints) -> Answered:
        """Its answers to some of the pairs."""
        original, modified = ([side[row] for row in rows] for side in self.answers)
        return replace(self, answers=Answers(original, modified))


def decide(made: Contest, new: Answered, limits: Limits, old: Answered | None) -> Decision:
    """Put a system that has answered all pairs to its limits, and beside the baseline if there is one."""
    return _Gate(made, new, old).decide(limits)


def rows_by_phenomenon(pairs: Sequence[Pair]) -> dict[str, Ints]:
    """Where the pairs of each phenomenon are; pairs without one are nowhere."""
    members: dict[str, list[int]] = {}
    for row, pair in enumerate(pairs):
        members.setdefault(pair.phenomenon, []).append(row)
    return {name: np.array(members[name]) for name in sorted(members) if name}


class _Gate:
    """The judgement of one or two systems on the valid pairs, and its figures by group."""

    def __init__(self, made: Contest, new: Answered, old: Answered | None) -> None:
        valid = np.flatnonzero(valid_pairs(made))
        self.pairs, self.task = [made.pairs[row] for row in valid], made.task
        self.new, self.old = new.to(valid), old and old.to(valid)
        self.doubtful, self.searched = len(made.pairs) - len(valid), searched_pairs(made)[valid]
        self.given = {"new": self.new.answers} | ({"old": self.old.answers} if self.old else {})
        self.what: Outcomes = judge(self.pairs, self.given, self.task, expected_answers)
        self.groups = {_ALL: np.arange(len(self.pairs)), **rows_by_phenomenon(self.pairs)}
        self.figures = figures_by_group(self.what, self.groups, REPLICATES, SEED)

    def decide(self, limits: Limits) -> Decision:
        limited = list(self._limited(limits))
        comparisons = self._comparisons() if self.old else []
        doubts = doubts_about(self.pairs, self.what, self.task)
        decision = Decision(
            passes=True,
            task=self.task.name,
            system=self.new.system,
            baseline=self.old.system if self.old else None,
            pairs=self.what.pairs,
            originals=self.what.originals,
            passed=self._passed(_ALL),
            accuracy=self.accuracy,
            phenomena={name: self._passed(name) for name in self.groups if name != _ALL},
            limits=limited,
            comparisons=comparisons,
            doubtful=self.doubtful,
            searched=int(self.searched.sum()),
            unparsed=int(self.what.unparsed[_NEW].sum()),
            baseline_unparsed=int(self.what.unparsed[_OLD].sum()) if self.old else None,
            failures=dict(self.new.failures),
            doubt=doubts.get("new"),
            baseline_doubt=doubts.get("old"),
        )
        return msgspec.structs.replace(decision, passes=not decision.failing)

    def _passed(self, group: str) -> Percentage:
        return _percentage(self.figures[group][_NEW]["passed"])

    @cached_property
    def accuracy(self) -> Percentage:
        """Right answers to the originals, each item counted once, at its first pair."""
        _, first = np.unique(self.what.item, return_index=True)
        found = figures_by_group(self.what, {"originals": first}, REPLICATES, SEED)
        return _percentage(found["originals"][_NEW]["accuracy_original"])

    def _limited(self, limits: Limits) -> list[Limited]:
        missed, wrong = ~self.what.passed[_NEW], ~self.what.right[_NEW, 0]
        found = []
        if limits.min_passed is not None:
            found.append(self._limit("passed", _ALL, limits.min_passed, missed))
        if limits.min_accuracy is not None:
            found.append(self._limit("accuracy", _ALL, limits.min_accuracy, wrong))
        found += [self._limit("passed", name, least, missed) for name, least in limits.phenomena.items()]
        return found

    def _limit(
        self, what: Literal["passed", "accuracy"], group: str, at_least: float, against: Bools
    ) -> Limited:
        found = self.accuracy if what == "accuracy" else self._passed(group)
        missed = 100 * found.hits < at_least * found.counted - 1e-9  # 1.1 * 3000 is a little more than 3300
        # Of 0 percent it is known whoever is asked; and what is missed is missed.
        needed = FEWEST if found.counted < FEWEST and at_least and not missed else None
        fails = missed or needed is not None
        examples = self._examples(group, against) if fails else []
        return Limited(what, group or None, at_least, found, fails, examples, needed)

    def _comparisons(self) -> list[BaselineComparison]:
        """The system beside the baseline on all pairs, and on every phenomenon."""
        groups = {name: rows[~self.searched[rows]] for name, rows in self.groups.items()}
        groups = {name: rows for name, rows in groups.items() if len(rows)}
        figures = (
            figures_by_group(self.what, groups, REPLICATES, SEED) if self.searched.any() else self.figures
        )
        found = compare_groups(self.what, "passed", self.what.passed, groups, figures, _ALL)
        return [self._comparison(name, row, len(groups[name])) for name, (row,) in found.items()]

    def _comparison(self, group: str, row: Comparison, pairs: int) -> BaselineComparison:
        worse = row.apart and row.difference < 0
        needed = FEWEST if pairs < FEWEST and not worse else None
        # Nearly every run has some rare phenomenon: that nobody knows about it is said, and all pairs decide.
        fails = worse or (needed is not None and group == _ALL)
        lost = ~self.what.passed[_NEW] & self.what.passed[_OLD] & ~self.searched
        original_wrong = (lost & ~self.what.right[_NEW, 0])[self.groups[group]]
        return BaselineComparison(
            phenomenon=group or None,
            pairs=pairs,
            no_longer_passed=row.only_second,
            original_wrong=int(original_wrong.sum()),
            newly_passed=row.only_first,
            difference=100 * row.difference,
            interval=row.interval and (100 * row.interval[0], 100 * row.interval[1]),
            mcnemar_p=row.mcnemar_p,
            permutation_p=row.permutation_p,
            adjusted_p=row.adjusted_p,
            corrected_for=row.corrected_for,
            fails=fails,
            examples=self._examples(group, lost) if fails else [],
            needed=needed,
        )

    def _examples(self, group: str, against: Bools) -> list[FailedPair]:
        """Some of the pairs of a group that speak against the system, each of another original.

        Those with both sides wrong come first.
        """
        rows = self.groups[group][against[self.groups[group]]]
        rows = rows[np.argsort(self.what.right[_NEW][:, rows].sum(axis=0), kind="stable")]
        _, first = np.unique(self.what.original[rows], return_index=True)
        return [self._example(int(row)) for row in rows[np.sort(first)][:EXAMPLES]]

    def _example(self, row: int) -> FailedPair:
        right = self.what.right[_NEW][:, row]
        return FailedPair(
            self.pairs[row],
            _both(self.new.answers, row),
            (bool(right[0]), bool(right[1])),
            _both(self.old.answers, row) if self.old else None,
        )


def _both(answers: Answers, row: int) -> tuple[str, str]:
    return answers.original[row], answers.modified[row]


def _percentage(figure: Figure) -> Percentage:
    """The figure of a group, which has pairs: so it has a value."""
    value, (low, high) = figure.value or 0.0, figure.interval or (0.0, 1.0)
    return Percentage(round(value * figure.counted), figure.counted, 100 * value, (100 * low, 100 * high))
