"""The figures of systems on groups of pairs (phenomena, kinds of pairs, all of them), with their intervals.

Every figure is a share of what counts for it, so a figure and its bootstrap replicates come from the same
two sums over pairs. Groups may overlap; all of them share the draws of the originals.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zellig.measures.consistency import consistent_sets
from zellig.measures.intervals import Block, bootstrap_sums, share_interval
from zellig.measures.outcomes import Outcomes

Floats = NDArray[np.float64]
Ints = NDArray[np.integer]

FIGURES = (
    "accuracy_original",
    "accuracy_modified",
    "passed",
    "broken",
    "same_prediction",
    "expected_change",
    "consistent_sets",
)


class Figure(NamedTuple):
    """A share with its interval; without a value where nothing counts."""

    value: float | None
    interval: tuple[float, float] | None
    counted: int  # pairs, or sets
    replicates: Floats


def figures_by_group(
    outcomes: Outcomes, groups: Mapping[str, Ints], replicates: int, seed: int
) -> dict[str, list[dict[str, Figure]]]:
    """For every group of pairs and every system, in their order, the figures by name."""
    tallies = {}
    for name, pairs in groups.items():
        some = outcomes.of(pairs)
        tallies[name] = [tally(some.alone(system)) for system in range(len(some.systems))]
    blocks = [
        Block(outcomes.original[groups[name]], np.vstack([column for both in rows for column in both]).T)
        for name, rows in tallies.items()
    ]
    drawn = bootstrap_sums(blocks, int(outcomes.original.max()) + 1, replicates, seed)
    found = {}
    for (name, rows), block, sums in zip(tallies.items(), blocks, drawn, strict=True):
        shape = (len(sums), len(outcomes.systems), 2, len(FIGURES))
        hits, counts = np.moveaxis(sums.reshape(shape), 2, 0)
        found[name] = [
            {
                figure: figure_of(hit[f], count[f], hits[:, s, f], counts[:, s, f], block.clusters)
                for f, figure in enumerate(FIGURES)
            }
            for s, (hit, count) in enumerate(rows)
        ]
    return found


def tally(outcomes: Outcomes) -> tuple[Floats, Floats]:
    """(figures, pairs) of one system: 1 where a pair is a hit, and 1 where it counts; a set counts at its
    first pair."""
    right, right_modified = outcomes.right[0]
    _, first = np.unique(outcomes.item, return_index=True)
    sets, consistent = np.zeros(outcomes.pairs, bool), np.zeros(outcomes.pairs, bool)
    sets[first], consistent[first] = True, consistent_sets(right, right_modified, outcomes.item)
    every = np.ones(outcomes.pairs, bool)
    hits = [
        right,
        right_modified,
        outcomes.passed[0],
        outcomes.broken[0],
        outcomes.same[0],
        outcomes.as_expected[0],
        consistent,
    ]
    counts = [every, every, every, every, every, outcomes.expected[0], sets]
    return np.array(hits, float), np.array(counts, float)


def figure_of(hit: Floats, count: Floats, hits: Floats, counts: Floats, originals: Ints) -> Figure:
    """A share of rows with its replicates: hits and counts row by row, and their sums in every replicate."""
    if not count.any():
        return Figure(None, None, 0, np.full(len(hits), np.nan))
    share = float(hit.sum() / count.sum())
    replicates = np.divide(hits, counts, out=np.full(len(hits), np.nan), where=counts > 0)
    return Figure(share, share_interval(hit, count, originals), int(count.sum()), replicates)
