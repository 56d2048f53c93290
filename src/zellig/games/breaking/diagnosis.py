"""What a system fails at, what it handles, and what is not known yet: the numbers behind plain words.

Which pairs count, `counting` says; what a search found is counted apart. The change is to blame for a wrong
answer only where the original is answered right, so a rate is that of these pairs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

import msgspec
import numpy as np

from zellig.games.breaking.counting import FEWEST, counted_pairs, is_valid, searched_pairs, valid_pairs
from zellig.games.breaking.result import Result
from zellig.games.contest.contest import Contest, Entry
from zellig.items import Pair
from zellig.measures.doubt import Doubt, doubt_about
from zellig.measures.intervals import share_interval, wilson
from zellig.measures.outcomes import Bools, Ints, judge_items, number_texts

LEVEL = 0.2  # of the changed texts: a system fails above it and holds below it
MOST = 2000  # pairs: a rate that so many would not tell from the level is too near to it
SHORT = 140  # characters of a text that serves as an example

Interval = tuple[float, float]
Standing = Literal["fails", "holds", "unknown"]


class Rate(msgspec.Struct, frozen=True):
    """So many of so many; no share where nothing was counted."""

    hits: int
    of: int
    share: float | None
    interval: Interval | None


class Group(msgspec.Struct, frozen=True):
    """What a system did on the pairs of one phenomenon."""

    phenomenon: str
    breakers: tuple[str, ...]
    same: bool  # every pair promises that the answer stays
    pairs: int
    both_right: int
    only_original_wrong: int
    both_wrong: int
    changed: Rate  # of the pairs with the original right: the modified item is wrong, so the change did it
    wrong_answers: dict[str, int]  # to the modified items of those, the most frequent first
    standing: Standing
    more: int | None  # pairs that would tell; None where nothing is left to tell, or too many would be needed
    example: int | None  # row of a pair that the change broke


class Search(msgspec.Struct, frozen=True):
    """What a breaker found by asking the system: it breaks by construction."""

    breaker: str
    items: int  # originals that the system answers right
    breaking: int  # pairs whose modified side it answers wrong
    valid: int  # of those


class BreakerRow(msgspec.Struct, frozen=True):
    """What the valid pairs of a breaker did to a system; of one that asks, those made for it."""

    breaker: str
    asked: bool  # it asked the system: its pairs break by construction
    pairs: int
    valid: int
    both_right: int
    changed: Rate  # as in a group


class Diagnosis(msgspec.Struct, frozen=True):
    """All that a run tells of one system; rows are those of the contest's pairs."""

    system: str
    accuracy: Rate  # on the originals that have an accepted answer
    unjudged: int  # originals without one: nobody can say whether they are answered right
    doubt: Doubt | None  # why what it does on pairs says nothing of what it reads
    breakers: list[BreakerRow]
    groups: list[Group]
    searches: list[Search]
    transferred: Rate  # pairs that were made by asking other systems: how many break this one
    doubtful: int  # pairs made without asking that are not counted: something speaks against their validity

    def standing(self, standing: Standing) -> list[Group]:
        """The phenomena of a standing: what fails most often first, what holds most often first; none where
        they say nothing of what it reads."""
        return [group for group in self.groups if group.standing == standing and self.doubt is None]


class _Case(NamedTuple):
    """A pair of the contest."""

    row: int
    entry: Entry
    place: int  # in the entry
    pair: Pair


def diagnose(result: Result) -> list[Diagnosis]:
    """A diagnosis of each system, in the order in which they were named."""
    return [_Diagnosed(result, system).diagnosis() for system in result.answers]


def doubt_of(result: Result, system: str) -> Doubt | None:
    """Why what a system does on pairs says nothing of what it reads."""
    given = [result.answers[system][item.id] for item in result.originals]
    answers = result.played.answers[system]
    changed = (
        (pair.modified, answers[entry.name].modified[place]) for entry, place, pair in result.played.rows()
    )
    return doubt_about(result.originals, given, result.task, changed)


def more_pairs(share: float, pairs: int) -> int | None:
    """How many more pairs with this share would tell it from the level; None if that is out of reach."""
    for number in range(max(FEWEST, pairs + 1), MOST + 1):
        low, high = wilson(share, number)
        if low > LEVEL or high < LEVEL:
            return number - pairs
    return None


class _Diagnosed:
    """One system in a run."""

    def __init__(self, result: Result, system: str) -> None:
        self.result, self.system = result, system
        self.contest: Contest = result.played
        self._cases = [_Case(row, *each) for row, each in enumerate(self.contest.rows())]

    def diagnosis(self) -> Diagnosis:
        result = self.result
        given = [result.answers[self.system][item.id] for item in result.originals]
        right = judge_items(result.originals, [given], result.task).right[0]
        judged = np.array([bool(item.accepted) for item in result.originals], dtype=bool)
        accuracy = _rate(right[judged], number_texts(result.originals, result.task)[judged])
        counted = [
            case for case, counts in zip(self._cases, counted_pairs(self.contest), strict=True) if counts
        ]
        others = [case for case in self._cases if case.entry.victim not in (None, self.system)]
        return Diagnosis(
            self.system,
            accuracy,
            int((~judged).sum()),
            doubt_of(result, self.system),
            list(self._breakers()),
            sorted(self._groups(counted), key=_order),
            list(self._searches(int(right.sum()))),
            self._rate_of_change([case for case in others if is_valid(case.entry, case.pair)]),
            int((~valid_pairs(self.contest) & ~searched_pairs(self.contest)).sum()),
        )

    def _breakers(self) -> Iterator[BreakerRow]:
        for entry in self.contest.entries:
            if entry.victim in (None, self.system):
                cases = [case for case in self._cases if case.entry is entry and is_valid(entry, case.pair)]
                original, modified = self._right(cases)
                yield BreakerRow(
                    entry.author,
                    entry.victim is not None,
                    len(entry.pairs),
                    len(cases),
                    int((original & modified).sum()),
                    self._rate_of_change(cases),
                )

    def _groups(self, cases: Sequence[_Case]) -> Iterator[Group]:
        members: dict[str, list[_Case]] = {}
        for case in cases:
            members.setdefault(case.pair.phenomenon or case.entry.author, []).append(case)
        for name, some in members.items():
            yield self._group(name, some)

    def _group(self, name: str, cases: Sequence[_Case]) -> Group:
        original, modified = self._right(cases)
        rate = self._rate_of_change(cases)
        standing = _standing(rate)
        changed = [case for case, did in zip(cases, original & ~modified, strict=True) if did]
        answers = self.contest.answers[self.system]
        wrong = Counter(answers[case.entry.name].modified[case.place] for case in changed)
        return Group(
            phenomenon=name,
            breakers=tuple(dict.fromkeys(case.entry.name for case in cases)),
            same=all(case.pair.promise == "same" for case in cases),
            pairs=len(cases),
            both_right=int((original & modified).sum()),
            only_original_wrong=int((~original & modified).sum()),
            both_wrong=int((~original & ~modified).sum()),
            changed=rate,
            wrong_answers=dict(wrong.most_common()),
            standing=standing,
            more=more_pairs(rate.share or 0.0, rate.of) if standing == "unknown" else None,
            example=min(changed, key=self._as_example).row if changed else None,
        )

    def _right(self, cases: Sequence[_Case]) -> Bools:
        """(2, cases): is the answer to each side right?"""
        outcomes = self.contest.outcomes
        rows = np.array([case.row for case in cases], dtype=np.intp)
        return np.asarray(outcomes.right[outcomes.systems.index(self.system)][:, rows])

    def _rate_of_change(self, cases: Sequence[_Case]) -> Rate:
        """Of the pairs with the original right, those with the modified item wrong."""
        original, modified = self._right(cases)
        rows = np.array([case.row for case in cases], dtype=np.intp)[original]
        return _rate(~modified[original], self.contest.outcomes.original[rows])

    def _as_example(self, case: _Case) -> tuple[bool, float, str]:
        """Short texts first, then what the system is surest of."""
        sure = self.contest.confidences[self.system][case.entry.name].modified[case.place]
        return len(self.contest.task.text(case.pair.modified)) > SHORT, -(sure or 0.0), case.pair.id

    def _searches(self, items: int) -> Iterator[Search]:
        for entry in self.contest.entries:
            if entry.victim == self.system:
                cases = [case for case in self._cases if case.entry is entry]
                original, modified = self._right(cases)
                broken = [case for case, did in zip(cases, original & ~modified, strict=True) if did]
                yield Search(
                    entry.author, items, len(broken), sum(is_valid(entry, case.pair) for case in broken)
                )


def _rate(hit: Bools, clusters: Ints) -> Rate:
    """The share of hits; what is of one cluster goes together."""
    if not len(hit):
        return Rate(0, 0, None, None)
    return Rate(int(hit.sum()), len(hit), float(hit.mean()), share_interval(hit, 1, clusters))


def _standing(rate: Rate) -> Standing:
    if rate.of < FEWEST or rate.interval is None:
        return "unknown"
    low, high = rate.interval
    return "fails" if low > LEVEL else "holds" if high < LEVEL else "unknown"


def _order(group: Group) -> tuple[int, float, int, str]:
    """What fails and then what holds, most often first; what is not known, the most frequent first."""
    share = group.changed.share or 0.0
    places = {"fails": (0, -share), "holds": (1, share), "unknown": (2, -float(group.pairs))}
    return *places[group.standing], -group.changed.of, group.phenomenon
