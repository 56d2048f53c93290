"""Intervals over original items: all pairs made from one original stay together.

A share has Wilson's interval, which depends on what was counted alone. All else (F1, scores, kappa, the
difference of two shares) has one by bootstrap over originals. There, one table of weights (how often each
original was drawn) serves every statistic of a contest, so the differences between two statistics are paired
too. Statistics are functions of sums over pairs; a replicate is then one matrix product instead of a pass
over the data.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtri

Floats = NDArray[np.float64]
Ints = NDArray[np.integer]
Ends = tuple[float, float]

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
    table = np.empty((min(_CHUNK, replicates), clusters), dtype=np.float32)
    for start in range(0, replicates, _CHUNK):
        stop = min(start + _CHUNK, replicates)
        weights = table[: stop - start]
        for row in weights:
            row[:] = np.bincount(generator.integers(0, clusters, clusters), minlength=clusters)
        for (members, sums), result in zip(compact, out, strict=True):
            drawn = weights if len(members) == clusters else weights.take(members, axis=1)
            result[start:stop] = drawn @ sums
    return out


def _sum_by_cluster(block: Block) -> tuple[Ints, NDArray[np.float32]]:
    """The originals that occur in a block, and the sum of its rows for each of them."""
    members, position = np.unique(block.clusters, return_inverse=True)
    order = np.argsort(position, kind="stable")
    sums = block.values[order]
    if len(members) < len(order):  # else each has one row, and there is nothing to add up
        sums = np.add.reduceat(sums, np.searchsorted(position[order], np.arange(len(members))), axis=0)
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


def share_interval(hits: ArrayLike, trials: ArrayLike, clusters: Ints, confidence: float = 0.95) -> Ends:
    """Interval of a share, all hits by all trials: of each row its hits, its trials and its original.

    Trials of one original go together, and say less than as many of different ones. The interval is Wilson's
    for as many independent trials as would spread like these (by the variance of a ratio over clusters): at
    most all of them, and at least what is left if each original always gives one outcome (Kish 1965).
    """
    of_row = np.broadcast_to(np.asarray(trials, float), len(clusters))
    number = np.bincount(clusters, of_row)
    hit, number = np.bincount(clusters, np.asarray(hits, float))[number > 0], number[number > 0]
    every, originals = float(number.sum()), len(number)
    share = min(1.0, float(hit.sum()) / every)
    together = every**2 / float(number @ number)
    apart = float(((hit - share * number) ** 2).sum()) / every**2 * originals / max(1, originals - 1)
    independent = share * (1 - share) / apart if apart > 0 else 0.0
    low, high = wilson(share, min(max(independent, together), every), confidence)
    return float(low), float(high)


def wilson(share: float, n: float, confidence: float = 0.95) -> Floats:
    """Wilson's score interval of a share seen in n independent trials."""
    z = float(ndtri((1 + confidence) / 2))
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return np.array([max(0.0, middle - half), min(1.0, middle + half)])
