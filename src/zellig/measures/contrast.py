"""Contrast sets by group: accuracy before and after, the consistencies, and their intervals.

Every figure is a share of what counts for it, so a figure and its bootstrap replicates come from the same
two sums over pairs. Groups may overlap; all of them share the draws of the originals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zellig.measures.consistency import consistent_sets
from zellig.measures.intervals import Block, bootstrap_sums, share_interval

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.integer]

FIGURES = (
    "acc_ori",
    "acc_ctr",
    "same_prediction",
    "both_correct",
    "expected_change",
    "consistent_sets",
)


class Outcomes(NamedTuple):
    """What one system did on every pair."""

    original_right: Bools
    modified_right: Bools
    same_answer: Bools
    as_expected: Bools  # its second answer is what the rule makes of its first
    expected: Bools  # the rule says something about its first answer

    def of(self, pairs: Ints) -> Outcomes:
        """The outcomes of some of the pairs."""
        return Outcomes(*(column[pairs] for column in self))


class Figure(NamedTuple):
    """A share with its interval; without a value where nothing counts."""

    value: float | None
    interval: tuple[float, float] | None
    counted: int  # pairs, or sets
    replicates: Floats


def figures(
    systems: Sequence[Outcomes], groups: Mapping[str, Ints], originals: Ints, replicates: int, seed: int
) -> dict[str, list[dict[str, Figure]]]:
    """The figures of every system for every group of pairs; `originals` has the number of each pair's."""
    tallies = {
        name: [tally(outcomes.of(pairs), originals[pairs]) for outcomes in systems]
        for name, pairs in groups.items()
    }
    blocks = [
        Block(originals[groups[name]], np.vstack([column for both in of_systems for column in both]).T)
        for name, of_systems in tallies.items()
    ]
    drawn = bootstrap_sums(blocks, int(originals.max()) + 1, replicates, seed)
    found = {}
    for (name, of_systems), block, sums in zip(tallies.items(), blocks, drawn, strict=True):
        shape = (len(sums), len(systems), 2, len(FIGURES))
        hits, counts = np.moveaxis(sums.reshape(shape), 2, 0)
        found[name] = [
            {
                figure: _figure(hit[f], count[f], hits[:, s, f], counts[:, s, f], block.clusters)
                for f, figure in enumerate(FIGURES)
            }
            for s, (hit, count) in enumerate(of_systems)
        ]
    return found


def tally(outcomes: Outcomes, originals: Ints) -> tuple[Floats, Floats]:
    """(figures, pairs): 1 where a pair is a hit, and 1 where it counts; a set counts at its first pair."""
    right, right_modified, same, as_expected, expected = outcomes
    _, first = np.unique(originals, return_index=True)
    sets, consistent = np.zeros(len(originals), bool), np.zeros(len(originals), bool)
    sets[first], consistent[first] = True, consistent_sets(right, right_modified, originals)
    every = np.ones(len(originals), bool)
    hits = [right, right_modified, same, right & right_modified, as_expected & expected, consistent]
    return np.array(hits, float), np.array([every, every, every, every, expected, sets], float)


def _figure(hit: Floats, count: Floats, hits: Floats, counts: Floats, originals: Ints) -> Figure:
    if not count.any():
        return Figure(None, None, 0, np.full(len(hits), np.nan))
    share = float(hit.sum() / count.sum())
    replicates = np.divide(hits, counts, out=np.full(len(hits), np.nan), where=counts > 0)
    low, high = share_interval(share, replicates, len(np.unique(originals[count > 0])))
    return Figure(share, (float(low), float(high)), int(count.sum()), replicates)
