"""Who is better than whom in a grid: comparisons round by round, and tiers over all games."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, product
from typing import Literal, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from zellig.games.arena.figures import Interval, Share
from zellig.games.arena.rounds import Round
from zellig.measures.differences import (
    fisher_two_sided,
    paired_interval,
    unpaired_interval,
    welch,
)
from zellig.measures.intervals import share_interval
from zellig.measures.significance import holm, mcnemar, permutation_test, tiers
from zellig.performers import Role

LEVEL = 0.05
HIGH_IS_GOOD: dict[Role, bool] = {"chooser": True, "breaker": False, "curator": True}  # in order of report
LOST, WON = 1, 2  # 0: the round does not count
OUTCOME = 0b11  # the bits of a mark that hold it; the others tell texts apart

Marks = NDArray[np.uint8]
Bools = NDArray[np.bool_]


class Cell(NamedTuple):
    """A game in the grid."""

    curator: str
    breaker: str
    chooser: str

    def by(self, role: Role) -> str:
        """Who plays a role."""
        return str(getattr(self, role))


class Difference(msgspec.Struct, frozen=True):
    """How far two performers of a role are apart in two games that differ in nothing else."""

    test: Literal["McNemar", "Fisher"]
    rounds: int
    difference: float
    interval: Interval
    p: float
    only_first: int | None = None  # rounds that only the first has won; None: the games had other texts
    only_second: int | None = None

    @property
    def paired(self) -> bool:
        """Were they compared round by round?"""
        return self.test == "McNemar"


class RoleComparison(Difference, frozen=True, kw_only=True):
    """The same with names, and with a p that is corrected for the number of comparisons of the role."""

    role: Role
    first: str
    second: str
    others: dict[Role, str]  # who else plays in both games
    adjusted_p: float


class Overall(msgspec.Struct, frozen=True):
    """How far two performers of a role are apart over all their games."""

    role: Role
    first: str
    second: str
    test: Literal["permutation", "Welch"]
    difference: float
    p: float
    adjusted_p: float


class Standing(Share, frozen=True, kw_only=True):
    """A performer's place among those of its role."""

    name: str
    tier: int


class Standings(msgspec.Struct, frozen=True):
    """Who is better than whom."""

    comparisons: tuple[RoleComparison, ...]
    overall: tuple[Overall, ...]
    tiers: dict[Role, tuple[Standing, ...]]


def marks_of(rounds: Iterable[Round]) -> Marks:
    """One byte for each scored round: who has the point, and six bits by which its text is known again.

    A round that is void, or a canary, does not count.
    """
    marks = bytearray()
    for played in rounds:
        if played.phase == "scored":
            counts = played.point is not None and played.repeats is None
            outcome = (WON if played.point else LOST) if counts else 0
            marks.append(zlib.crc32(played.real.encode()) & ~OUTCOME & 0xFF | outcome)
    return np.frombuffer(bytes(marks), dtype=np.uint8)


def compared(marks: Mapping[Cell, Marks]) -> Standings:
    """All comparisons of two performers of a role, and the tiers of each role."""
    overall = {role: _overall(role, marks) for role in HIGH_IS_GOOD}
    return Standings(
        tuple(row for role in HIGH_IS_GOOD for row in _comparisons(role, marks)),
        tuple(row for rows in overall.values() for row in rows),
        {role: tuple(_tiers(role, marks, rows)) for role, rows in overall.items()},
    )


def names_of(role: Role, cells: Iterable[Cell]) -> list[str]:
    """Who plays a role, in the order of the grid."""
    return list(dict.fromkeys(cell.by(role) for cell in cells))


# -- two performers, everybody else being the same


def _comparisons(role: Role, marks: Mapping[Cell, Marks]) -> list[RoleComparison]:
    """Every two performers of a role in the games that differ in nothing else."""
    found: list[tuple[str, str, dict[Role, str], Difference]] = []
    names = {each: names_of(each, marks) for each in HIGH_IS_GOOD}
    others = [each for each in HIGH_IS_GOOD if each != role]
    for context in product(*(names[other] for other in others)):
        fixed: dict[Role, str] = dict(zip(others, context, strict=True))
        for first, second in combinations(names[role], 2):
            games = (marks[Cell(**{**fixed, role: name})] for name in (first, second))
            difference = _compare(*games)
            if difference is not None:
                found.append((first, second, fixed, difference))
    adjusted = holm([difference.p for *_, difference in found])
    return [
        RoleComparison(
            **msgspec.structs.asdict(difference),
            role=role,
            first=first,
            second=second,
            others=fixed,
            adjusted_p=p,
        )
        for (first, second, fixed, difference), p in zip(found, adjusted, strict=True)
    ]


def _compare(first: Marks, second: Marks) -> Difference | None:
    """None if there is nothing to compare."""
    counts = _counts(first) & _counts(second)
    if not same_texts(first, second):
        return _compare_unpaired(first, second)
    if not counts.any():
        return None
    won_first, won_second = _won(first)[counts], _won(second)[counts]
    only_first, only_second = int((won_first & ~won_second).sum()), int((won_second & ~won_first).sum())
    both, rounds = int((won_first & won_second).sum()), int(counts.sum())
    low, high = paired_interval(both, only_first, only_second, rounds - both - only_first - only_second)
    return Difference(
        "McNemar",
        rounds,
        round((only_first - only_second) / rounds, 6),
        (round(low, 6), round(high, 6)),
        mcnemar(only_first, only_second),
        only_first,
        only_second,
    )


def _compare_unpaired(first: Marks, second: Marks) -> Difference | None:
    (won_first, n_first), (won_second, n_second) = _total([first]), _total([second])
    if not n_first or not n_second:
        return None
    low, high = unpaired_interval(won_first, n_first, won_second, n_second)
    return Difference(
        "Fisher",
        n_first + n_second,
        round(won_first / n_first - won_second / n_second, 6),
        (round(low, 6), round(high, 6)),
        fisher_two_sided(won_first, n_first, won_second, n_second),
    )


def same_texts(first: Marks, second: Marks) -> bool:
    """Had two games the same text in every round that counts in both? Six bits of it are compared."""
    counts = _counts(first) & _counts(second)
    return not ((first ^ second)[counts] & ~np.uint8(OUTCOME)).any()


# -- two performers over all their games


def _overall(role: Role, marks: Mapping[Cell, Marks]) -> list[Overall]:
    """Every two performers of a role over all games."""
    found = []
    for first, second in combinations(names_of(role, marks), 2):
        row = _compare_all(_games(role, first, marks), _games(role, second, marks))
        if row is not None:
            found.append((first, second, *row))
    adjusted = holm([row[-1] for row in found])
    return [Overall(role, *row, adjusted_p=p) for row, p in zip(found, adjusted, strict=True)]


def _games(role: Role, name: str, marks: Mapping[Cell, Marks]) -> list[Marks]:
    """A performer's games, in the order of the grid."""
    return [game for cell, game in marks.items() if cell.by(role) == name]


def _compare_all(
    first: Sequence[Marks], second: Sequence[Marks]
) -> tuple[Literal["permutation", "Welch"], float, float] | None:
    """The test, the difference and p. Rounds of one number have their chance in common, in all games: they
    are one piece of evidence."""
    (won_first, n_first), (won_second, n_second) = _total(first), _total(second)
    if not n_first or not n_second:
        return None
    difference = round(won_first / n_first - won_second / n_second, 6)
    games = list(zip(first, second, strict=True))
    if all(same_texts(*both) for both in games):
        differences = np.sum([_difference(*both) for both in games], axis=0)
        return "permutation", difference, permutation_test(differences, np.arange(len(differences)))
    return "Welch", difference, welch(_means(first), _means(second))


def _tiers(role: Role, marks: Mapping[Cell, Marks], overall: Sequence[Overall]) -> list[Standing]:
    """The performers of a role, the best first; those of one tier are not separated by the data."""
    shares = {name: _share(_games(role, name, marks)) for name in names_of(role, marks)}
    known = {name: share for name, share in shares.items() if share.S is not None}
    order = sorted(known, key=lambda name: known[name].S or 0.0, reverse=HIGH_IS_GOOD[role])
    apart = {frozenset((row.first, row.second)): row.adjusted_p < LEVEL for row in overall}
    found = tiers(order, lambda best, name: apart[frozenset((best, name))])
    return [Standing(**msgspec.structs.asdict(known[name]), name=name, tier=found[name]) for name in order]


def _share(games: Sequence[Marks]) -> Share:
    won, rounds = _total(games)
    if not rounds:
        return Share(0)
    points, counted = _by_round(games)
    low, high = share_interval(points, counted, np.arange(len(points)))
    return Share(rounds, round(won / rounds, 6), (round(low, 6), round(high, 6)))


# -- marks


def _counts(marks: Marks) -> Bools:
    return np.asarray(marks & OUTCOME > 0)


def _won(marks: Marks) -> Bools:
    return np.asarray(marks & OUTCOME == WON)


def _total(games: Iterable[Marks]) -> tuple[int, int]:
    """Points, and rounds that count."""
    pairs = [(int(_won(game).sum()), int(_counts(game).sum())) for game in games]
    return sum(won for won, _ in pairs), sum(rounds for _, rounds in pairs)


def _difference(first: Marks, second: Marks) -> NDArray[np.int64]:
    """The points of the first minus those of the second, in rounds that count in both."""
    counts = _counts(first) & _counts(second)
    return (_won(first).astype(np.int64) - _won(second)) * counts


def _means(games: Sequence[Marks]) -> NDArray[np.float64]:
    """For each round the share of the games in which the chooser has its point."""
    won, rounds = _by_round(games)
    return np.asarray((won / np.maximum(rounds, 1))[rounds > 0])


def _by_round(games: Sequence[Marks]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each round in how many games the chooser has its point, and in how many the round counts."""
    won, rounds = (np.sum([part(game) for game in games], axis=0) for part in (_won, _counts))
    return won, rounds
