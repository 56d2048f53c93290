"""Intervals by bootstrap over original items: all pairs made from one original stay together.

One table of weights (how often each original was drawn) serves every statistic of a contest, so the
differences between two statistics are paired too. Statistics are functions of sums over pairs; a
replicate is then one matrix product instead of a pass over the data.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

Floats = NDArray[np.float64]
Ints = NDArray[np.integer]

_CHUNK = 125  # replicates at a time: bounds memory


class Bootstrap(msgspec.Struct, frozen=True):
    """How intervals were made."""

    replicates: int
    seed: int
    confidence: float = 0.95
    clustered_by: str = "original"


class Estimate(msgspec.Struct, frozen=True):
    """A mean of numbers in [0, 1], with its interval; None where there is too little to tell."""

    value: float
    interval: tuple[float, float] | None


class Block(NamedTuple):
    """Rows that share their columns: `values[row, column]` belongs to the original `clusters[row]`."""

    clusters: Ints
    values: Floats


def bootstrap_sums(blocks: Sequence[Block], clusters: int, replicates: int, seed: int) -> list[Floats]:
    """For each block the column sums of every replicate, as an array (replicates, columns)."""
    compact = [_sum_by_cluster(block) for block in blocks]
    out = [np.empty((replicates, block.values.shape[1])) for block in blocks]
    generator = np.random.default_rng(seed)
    for start in range(0, replicates, _CHUNK):
        stop = min(start + _CHUNK, replicates)
        weights = np.empty((stop - start, clusters), dtype=np.float32)
        for row in weights:
            row[:] = np.bincount(generator.integers(0, clusters, clusters), minlength=clusters)
        for (members, sums), result in zip(compact, out, strict=True):
            drawn = weights if len(members) == clusters else weights[:, members]
            result[start:stop] = drawn @ sums
    return out


def _sum_by_cluster(block: Block) -> tuple[Ints, NDArray[np.float32]]:
    """The originals that occur in a block, and the sum of its rows for each of them."""
    members, position = np.unique(block.clusters, return_inverse=True)
    order = np.argsort(position, kind="stable")
    starts = np.searchsorted(position[order], np.arange(len(members)))
    sums = np.add.reduceat(block.values[order], starts, axis=0) if len(members) else block.values
    return members, sums.astype(np.float32)  # counts are exact in float32, credit is near enough


def percentile_interval(replicates: Floats, confidence: float = 0.95) -> Floats:
    """Lower and upper end over the first axis, stacked last; replicates without a value don't count."""
    tail = 50 * (1 - confidence)
    if replicates.size == 0 or np.isnan(replicates).all():
        return np.full((*replicates.shape[1:], 2), np.nan)
    ends = (
        np.nanpercentile(replicates, [tail, 100 - tail], axis=0)
        if np.isnan(replicates).any()
        else np.percentile(replicates, [tail, 100 - tail], axis=0)
    )
    return np.asarray(np.moveaxis(ends, 0, -1))


def share_interval(share: float, replicates: Floats, clusters: int, confidence: float = 0.95) -> Floats:
    """Interval of a share in [0, 1].

    When every replicate gives the same value (no pair broken, or all of them), resampling says nothing
    about the uncertainty that is left: then Wilson's interval over the originals is given instead.
    """
    if clusters > 0 and np.nanmin(replicates) == np.nanmax(replicates):
        return wilson(share, clusters, confidence)
    return percentile_interval(replicates, confidence)


def wilson(share: float, n: int, confidence: float = 0.95) -> Floats:
    """Wilson's score interval of a share seen in n independent trials."""
    z = float(ndtri((1 + confidence) / 2))
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return np.array([max(0.0, middle - half), min(1.0, middle + half)])
