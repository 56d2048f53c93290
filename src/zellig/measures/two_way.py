"""Means of what two things have a hand in at once: a buzz belongs to a question and to a player.

Buzzes on one question resemble each other, and so do those of one player, across all questions. Resampling
questions alone takes players for independent, and the other way round. The variance of a mean is therefore
the sum formula of Cameron, Gelbach and Miller (2011): that between questions, plus that between players, less
that between (question, player), which both have counted. It is exact arithmetic, not a draw: no seed.
The pigeonhole bootstrap (Owen 2007) draws both at once instead; it is too wide by the variance of a single
buzz, twice over, which is most of it where a player meets a question once.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri, stdtr, stdtrit

from zellig.measures.intervals import Ends, Estimate, wilson

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.integer]


class Difference(msgspec.Struct, frozen=True):
    """How far two means are apart; no interval and no p where there is too little to tell."""

    value: float
    interval: Ends | None
    p: float | None


@dataclass(frozen=True)
class Crossing:
    """Which rows belong to which of two things, by place; all means over these rows share it."""

    first: Ints
    second: Ints
    both: Ints

    @classmethod
    def of(cls, first: Ints, second: Ints) -> Crossing:
        """Of any numbers that tell the things apart."""
        one, other = (np.unique(each, return_inverse=True)[1] for each in (first, second))
        pairs = one * (int(other.max(initial=0)) + 1) + other
        return cls(one, other, np.unique(pairs, return_inverse=True)[1])

    def share(self, hits: Bools, confidence: float = 0.95) -> Estimate:
        """How often something is so: Wilson's interval of as many independent rows as would spread as these.

        Where it is always so, or never, there is no spread to go by, and the fewer of the two things count
        as the rows.
        """
        value = float(hits.mean())
        error, freedom = self.error(hits.astype(float))
        if freedom < 1:
            return Estimate(value, None)
        independent = freedom + 1.0
        if error > 0:
            wider = float(stdtrit(freedom, (1 + confidence) / 2) / ndtri((1 + confidence) / 2))
            independent = min(float(len(hits)), value * (1 - value) / (wider * error) ** 2)
        low, high = wilson(value, max(1, round(independent)), confidence)
        return Estimate(value, (float(low), float(high)))

    def mean(self, values: Floats, confidence: float = 0.95) -> Estimate:
        """Of any numbers in [0, 1]: Student's interval, within [0, 1]."""
        value = float(values.mean())
        error, freedom = self.error(values)
        if freedom < 1 or error == 0:
            return Estimate(value, None)
        half = float(stdtrit(freedom, (1 + confidence) / 2)) * error
        return Estimate(value, (max(0.0, value - half), min(1.0, value + half)))

    def difference(self, values: Floats, first: Bools, confidence: float = 0.95) -> Difference:
        """The mean of some rows minus that of the others, of numbers in [0, 1], with Student's interval and
        test; both sides have rows. Questions are of one side, and players may be of both."""
        value = float(values[first].mean() - values[~first].mean())
        centred = np.where(first, values - values[first].mean(), values[~first].mean() - values)
        error, freedom = self._spread(centred / np.where(first, first.sum(), (~first).sum()))
        if freedom < 1 or error == 0:
            return Difference(value, None, None)
        half = float(stdtrit(freedom, (1 + confidence) / 2)) * error
        ends = (max(-1.0, value - half), min(1.0, value + half))
        return Difference(value, ends, float(2 * stdtr(freedom, -abs(value) / error)))

    def error(self, values: Floats) -> tuple[float, int]:
        """Standard error of a mean, and its degrees of freedom."""
        return self._spread((values - values.mean()) / len(values))

    def _spread(self, residuals: Floats) -> tuple[float, int]:
        """Of a sum of residuals.

        Where all rows belong to one (one question), the other alone counts: the mean is about this one.
        The sum formula is an estimate, and may come out below one of its parts; the larger part is the least.
        """
        found = [_variance(residuals, side) for side in (self.first, self.second)]
        several = [(variance, number) for variance, number in found if number > 1]
        if not several:
            return 0.0, 0
        if len(several) == 1:
            return math.sqrt(several[0][0]), several[0][1] - 1
        parts = [variance for variance, _ in several]
        summed = sum(parts) - _variance(residuals, self.both)[0]
        return math.sqrt(max(summed, *parts)), min(number for _, number in several) - 1


def _variance(residuals: Floats, clusters: Ints) -> tuple[float, int]:
    """Of the sum of residuals that come in clusters; and the number of clusters."""
    sums = np.bincount(clusters, weights=residuals)
    number = len(sums)
    return float(sums @ sums) * number / max(1, number - 1), number
