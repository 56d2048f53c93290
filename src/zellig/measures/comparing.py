"""Two systems on the same pairs or items: exact paired tests, corrected for how many there are at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from zellig.measures.by_group import Figure
from zellig.measures.intervals import percentile_interval
from zellig.measures.outcomes import Outcomes
from zellig.measures.significance import holm, mcnemar, pairs_still_needed, permutation_test_of_sums

LEVEL = 0.05
_ROUNDING = 1e-6  # sums of replicates have seven digits

Group = TypeVar("Group")  # whatever groups are called by

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.integer]


class Comparison(msgspec.Struct, frozen=True):
    """How much more often the first system passes (a pair) or is right (about an item) than the second."""

    first: str
    second: str
    difference: float  # of the two shares
    interval: tuple[float, float] | None  # None where resampling shows no spread, and so says nothing
    only_first: int
    only_second: int
    mcnemar_p: float
    permutation_p: float  # swapped original by original
    adjusted_p: float  # of the permutation test, corrected for the comparisons of its family (Holm)
    corrected_for: int  # how many they are: where it is the only one, nothing is corrected
    still_needed: int | None  # more pairs that would tell them apart; 0 if they are apart, None if equal

    @property
    def apart(self) -> bool:
        """Do the data separate the two?"""
        return self.adjusted_p < LEVEL


class Contenders(NamedTuple):
    """What systems are compared by, on one group of pairs or items."""

    hits: Bools  # (systems, rows): passed, or right
    clusters: Ints  # (rows): the original of each
    replicates: Floats  # (replicates, systems): the share of hits


def compare(
    names: Sequence[str], groups: Mapping[Group, Contenders], whole: Group | None = None
) -> dict[Group, list[Comparison]]:
    """Every two systems on every group.

    Whether one is better on the whole is one question, and where it is better another: the comparisons on the
    `whole` are corrected for one another alone, and those on all other groups for all of these together.
    """
    made = {name: list(_compared(names, group)) for name, group in groups.items()}
    corrected: dict[Group, list[Comparison]] = {}
    for family in ([name for name in made if name == whole], [name for name in made if name != whole]):
        every = [row for name in family for row in made[name]]
        adjusted = iter(holm([row.permutation_p for row in every]))
        for name in family:
            rows = len(groups[name].clusters)
            corrected[name] = [_corrected(row, next(adjusted), len(every), rows) for row in made[name]]
    return {name: corrected[name] for name in groups}


def compare_groups(
    what: Outcomes,
    figure: str,
    hits: Bools,
    groups: Mapping[str, Ints],
    figures: Mapping[str, Sequence[Mapping[str, Figure]]],
    whole: str,
) -> dict[str, list[Comparison]]:
    """Every two systems on every group of pairs, by what is a hit for one of the figures of `by_group`; the
    group `whole` has all pairs."""
    compared = {
        name: Contenders(
            hits[:, pairs],
            what.original[pairs],
            np.stack([row[figure].replicates for row in figures[name]], axis=1),
        )
        for name, pairs in groups.items()
    }
    return compare(what.systems, compared, whole)


def _compared(names: Sequence[str], group: Contenders) -> list[Comparison]:
    found = []
    by_original = [np.bincount(group.clusters, weights=hits).astype(np.int32) for hits in group.hits]
    for i, j in combinations(range(len(names)), 2):
        first, second = group.hits[i], group.hits[j]
        only_first, only_second = _number(first & ~second), _number(second & ~first)
        p = permutation_test_of_sums(by_original[i] - by_original[j])
        found.append(
            Comparison(
                names[i],
                names[j],
                (only_first - only_second) / first.size,
                spread(group.replicates[:, i] - group.replicates[:, j]),
                only_first,
                only_second,
                mcnemar(only_first, only_second),
                permutation_p=p,
                adjusted_p=p,
                corrected_for=1,
                still_needed=None,
            )
        )
    return found


def _number(hits: Bools) -> int:
    return int(np.count_nonzero(hits))


def _corrected(row: Comparison, adjusted: float, comparisons: int, rows: int) -> Comparison:
    needed: int | None = 0
    if adjusted >= LEVEL:
        needed = pairs_still_needed(row.only_first, row.only_second, rows, LEVEL / comparisons)
        needed = None if needed is None else max(1, needed)
    return msgspec.structs.replace(row, adjusted_p=adjusted, corrected_for=comparisons, still_needed=needed)


def spread(replicates: Floats) -> tuple[float, float] | None:
    """Interval of a number that is not a share; None where resampling shows no spread."""
    if np.isnan(replicates).all() or np.nanmax(replicates) - np.nanmin(replicates) < _ROUNDING:
        return None
    low, high = percentile_interval(replicates)
    return float(low), float(high)
