"""Intervals over original items: all pairs made from one original stay together.

A share has Wilson's interval, which depends on what was counted alone. All else (F1, scores, kappa, the
difference of two shares) has one by bootstrap over originals. There, one table of weights (how often each
original was drawn) serves every statistic of a contest, so the differences between two statistics are paired
too. Statistics are functions of sums over pairs; a replicate is then one matrix product instead of a pass
over the data.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import msgspec
import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtri

Floats = NDArray[np.float64]
Ints = NDArray[np.integer]
Ends = tuple[float, float]

_TABLE = 2**28  # bytes of the table of weights
_CELLS = 2**23  # numbers of a portion of it, or of a block's rows


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


class Rows(Protocol):
    """Rows that share their columns, each of which belongs to the original `clusters[row]`."""

    @property
    def clusters(self) -> Ints: ...
    @property
    def columns(self) -> int: ...
    def values(self, rows: Ints) -> NDArray[Any]:
        """(rows, columns): what stands in some of the rows."""


class Block:
    """Rows that are there."""

    def __init__(self, clusters: Ints, table: NDArray[Any]) -> None:
        self.clusters, self.table = clusters, table

    @property
    def columns(self) -> int:
        return int(self.table.shape[1])

    def values(self, rows: Ints) -> NDArray[Any]:
        return self.table[rows]


def bootstrap_sums(blocks: Sequence[Rows], clusters: int, replicates: int, seed: int) -> list[Floats]:
    """For each block the column sums of every replicate, as an array (replicates, columns)."""
    orders = [np.argsort(block.clusters, kind="stable") for block in blocks]
    out = [np.zeros((replicates, block.columns)) for block in blocks]
    generator = np.random.default_rng(seed)
    at_once = min(replicates, max(1, _TABLE // clusters))
    # No original is drawn 256 times among as many draws as there are originals, within the life of the sun.
    table = np.empty((at_once, clusters), dtype=np.uint8)
    for start in range(0, replicates, at_once):
        stop = min(start + at_once, replicates)
        weights = table[: stop - start]
        for row in weights:
            row[:] = np.bincount(generator.integers(0, clusters, clusters), minlength=clusters)
        for block, order, result in zip(blocks, orders, out, strict=True):
            for rows in portions(order, max(block.columns, at_once)):
                members, sums = _sum_by_cluster(block.clusters[rows], block.values(rows))
                result[start:stop] += weights.take(members, axis=1).astype(np.float32) @ sums
    return out


def column_sums(block: Rows) -> Floats:
    """The column sums of a block as it is."""
    found = np.zeros(block.columns)
    for rows in portions(np.arange(len(block.clusters)), block.columns):
        found += block.values(rows).sum(axis=0, dtype=float)
    return found


def portions(rows: Ints, width: int) -> Iterator[Ints]:
    """So many of the rows at a time that as many lines of that width bound the memory."""
    size = max(1, _CELLS // max(1, width))
    return (rows[start : start + size] for start in range(0, len(rows), size))


def _sum_by_cluster(clusters: Ints, values: NDArray[Any]) -> tuple[Ints, NDArray[np.float32]]:
    """The originals that occur in ordered rows, and the sum of the rows for each of them."""
    begins = np.flatnonzero(np.diff(clusters, prepend=-1))
    sums = values.astype(np.float32)  # counts are exact in it, credit is near enough
    if len(begins) < len(clusters):  # else each has one row, and there is nothing to add up
        from scipy.sparse import csr_array  # who has one row an original need not wait for it

        rows = np.arange(len(clusters))
        here = csr_array((np.ones(len(rows), np.float32), rows, np.append(begins, len(rows))))
        sums = here @ sums
    return clusters[begins], sums


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
