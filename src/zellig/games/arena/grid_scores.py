"""Who is better than whom in a grid: comparisons round by round, and tiers over all games."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zellig.games.arena.rounds import Round
from zellig.measures.differences import clustered_interval, fisher, paired_interval, unpaired_interval, welch
from zellig.measures.significance import holm, mcnemar, permutation_test, tiers
from zellig.performers import Role

LEVEL = 0.05
HIGH_IS_GOOD: dict[Role, bool] = {"chooser": True, "breaker": False, "curator": True}  # in order of report
LOST, WON = 1, 2  # 0: the round does not count
OUTCOME = 0b11  # the bits of a mark that hold it; the others tell texts apart

Marks = NDArray[np.uint8]
Bools = NDArray[np.bool_]


class Place(NamedTuple):
    """A game in the grid."""

    curator: str
    breaker: str
    chooser: str


def marks_of(rounds: Iterable[Round]) -> Marks:
    """One byte for each scored round: who has the point, and six bits by which its text is known again.

    A round that is void, or a canary, does not count.
    """
    marks = bytearray()
    for played in rounds:
        if played.phase == "scored":
            counts = played.point is not None and played.repeats is None
            outcome = (WON if played.point else LOST) if counts else 0
            marks.append(zlib.crc32(played.x.encode()) & ~OUTCOME & 0xFF | outcome)
    return np.frombuffer(bytes(marks), dtype=np.uint8)


def compared(marks: Mapping[Place, Marks]) -> dict[str, Any]:
    """All comparisons of two performers of a role, and the tiers of each role, as JSON has them."""
    overall = {role: _overall(role, marks) for role in HIGH_IS_GOOD}
    return {
        "comparisons": [row for role in HIGH_IS_GOOD for row in _comparisons(role, marks)],
        "overall": [row for rows in overall.values() for row in rows],
        "tiers": {role: _tiers(role, marks, rows) for role, rows in overall.items()},
    }


def names_of(role: Role, places: Iterable[Place]) -> list[str]:
    """Who plays a role, in the order of the grid."""
    return list(dict.fromkeys(getattr(place, role) for place in places))


# -- two performers, everybody else being the same


def _comparisons(role: Role, marks: Mapping[Place, Marks]) -> list[dict[str, Any]]:
    """Every two performers of a role in the games that differ in nothing else."""
    rows = []
    names = {each: names_of(each, marks) for each in HIGH_IS_GOOD}
    others = [each for each in HIGH_IS_GOOD if each != role]
    for context in product(*(names[other] for other in others)):
        fixed: dict[str, str] = dict(zip(others, context, strict=True))
        for first, second in combinations(names[role], 2):
            row = _compare(*(marks[_place(fixed, role, name)] for name in (first, second)))
            if row is not None:
                rows.append({"role": role, "first": first, "second": second, **fixed, **row})
    return _corrected(rows)


def _place(others: Mapping[str, str], role: str, name: str) -> Place:
    return Place(**{**others, role: name})


def _compare(first: Marks, second: Marks) -> dict[str, Any] | None:
    """None if there is nothing to compare."""
    counts = _counts(first) & _counts(second)
    if not same_texts(first, second):
        return _compare_unpaired(first, second)
    if not counts.any():
        return None
    won_first, won_second = _won(first)[counts], _won(second)[counts]
    only_first, only_second = int((won_first & ~won_second).sum()), int((won_second & ~won_first).sum())
    both, rounds = int((won_first & won_second).sum()), int(counts.sum())
    ends = paired_interval(both, only_first, only_second, rounds - both - only_first - only_second)
    return {
        "paired": True,
        "test": "McNemar",
        "rounds": rounds,
        "difference": round((only_first - only_second) / rounds, 6),
        "interval": [round(end, 6) for end in ends],
        "only_first": only_first,
        "only_second": only_second,
        "p": mcnemar(only_first, only_second),
    }


def _compare_unpaired(first: Marks, second: Marks) -> dict[str, Any] | None:
    (won_first, n_first), (won_second, n_second) = _total([first]), _total([second])
    if not n_first or not n_second:
        return None
    ends = unpaired_interval(won_first, n_first, won_second, n_second)
    return {
        "paired": False,
        "test": "Fisher",
        "rounds": n_first + n_second,
        "difference": round(won_first / n_first - won_second / n_second, 6),
        "interval": [round(end, 6) for end in ends],
        "only_first": None,
        "only_second": None,
        "p": fisher(won_first, n_first, won_second, n_second),
    }


def same_texts(first: Marks, second: Marks) -> bool:
    """Had two games the same text in every round that counts in both? Six bits of it are compared."""
    counts = _counts(first) & _counts(second)
    return not ((first ^ second)[counts] & ~np.uint8(OUTCOME)).any()


# -- two performers over all their games


def _overall(role: Role, marks: Mapping[Place, Marks]) -> list[dict[str, Any]]:
    """Every two performers of a role over all games."""
    rows = []
    for first, second in combinations(names_of(role, marks), 2):
        row = _compare_all(_games(role, first, marks), _games(role, second, marks))
        if row is not None:
            rows.append({"role": role, "first": first, "second": second, **row})
    return _corrected(rows)


def _games(role: Role, name: str, marks: Mapping[Place, Marks]) -> list[Marks]:
    """A performer's games, in the order of the grid."""
    return [game for place, game in marks.items() if getattr(place, role) == name]


def _compare_all(first: Sequence[Marks], second: Sequence[Marks]) -> dict[str, Any] | None:
    """Rounds of one number have their chance in common, in all games: they are one piece of evidence."""
    (won_first, n_first), (won_second, n_second) = _total(first), _total(second)
    if not n_first or not n_second:
        return None
    games = list(zip(first, second, strict=True))
    if all(same_texts(*both) for both in games):
        differences = np.sum([_difference(*both) for both in games], axis=0)
        test, p = "permutation", permutation_test(differences, np.arange(len(differences)))
    else:
        test, p = "Welch", welch(_means(first), _means(second))
    difference = won_first / n_first - won_second / n_second
    return {"test": test, "difference": round(difference, 6), "p": p}


def _tiers(
    role: Role, marks: Mapping[Place, Marks], overall: Sequence[dict[str, Any]]
) -> list[dict[str, Any]]:
    """The performers of a role, the best first; those of one tier are not separated by the data."""
    rows = [{"name": name, **_standing(_games(role, name, marks))} for name in names_of(role, marks)]
    known = [row for row in rows if row["rounds"]]
    known.sort(key=lambda row: -row["S"] if HIGH_IS_GOOD[role] else row["S"])
    apart = {frozenset((row["first"], row["second"])): row["adjusted_p"] < LEVEL for row in overall}
    found = tiers([row["name"] for row in known], lambda best, name: apart[frozenset((best, name))])
    return [{**row, "tier": found[row["name"]]} for row in known]


def _standing(games: Sequence[Marks]) -> dict[str, Any]:
    won, rounds = _total(games)
    if not rounds:
        return {"rounds": 0}
    ends = clustered_interval(won / rounds, rounds, _means(games))
    return {
        "rounds": rounds,
        "S": round(won / rounds, 6),
        "interval": [round(float(end), 6) for end in ends],
    }


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
    won, rounds = (np.sum([part(game) for game in games], axis=0) for part in (_won, _counts))
    return np.asarray((won / np.maximum(rounds, 1))[rounds > 0])


def _corrected(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """With p values corrected for the number of comparisons of the role (Holm)."""
    adjusted = holm([row["p"] for row in rows])
    return [{**row, "adjusted_p": p} for row, p in zip(rows, adjusted, strict=True)]
