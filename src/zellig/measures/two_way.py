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

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri, stdtrit

from zellig.measures.intervals import Estimate, wilson

Floats = NDArray[np.float64]
Ints = NDArray[np.integer]


def share(hits: Floats, first: Ints, second: Ints, confidence: float = 0.95) -> Estimate:
    """A share of 0s and 1s: Wilson's interval of as many independent trials as would spread as these do.

    Where all are hits, or none is, there is no spread to go by, and each cluster counts for one trial.
    """
    value = float(hits.mean())
    error, freedom = crossed_error(hits, first, second)
    if freedom < 1:
        return Estimate(value, None)
    trials = freedom + 1.0
    if error > 0:
        wider = float(ndtri((1 + confidence) / 2) / stdtrit(freedom, (1 + confidence) / 2))
        trials = min(float(len(hits)), value * (1 - value) * (wider / error) ** 2)
    low, high = wilson(value, max(1, round(trials)), confidence)
    return Estimate(value, (float(low), float(high)))


def mean(values: Floats, first: Ints, second: Ints, confidence: float = 0.95) -> Estimate:
    """A mean of any numbers in [0, 1]: Student's interval, within [0, 1]."""
    value = float(values.mean())
    error, freedom = crossed_error(values, first, second)
    if freedom < 1 or error == 0:
        return Estimate(value, None)
    half = float(stdtrit(freedom, (1 + confidence) / 2)) * error
    return Estimate(value, (max(0.0, value - half), min(1.0, value + half)))


def crossed_error(values: Floats, first: Ints, second: Ints) -> tuple[float, int]:
    """Standard error of a mean over rows that belong to two things at once, and its degrees of freedom.

    Where all rows belong to one (one question), the other alone counts: it is then about this one.
    The sum formula is an estimate, and may come out below either part alone; the larger part is the least.
    """
    residuals = (values - values.mean()) / len(values)
    found = [_variance(residuals, clusters) for clusters in (first, second)]
    several = [(variance, number) for variance, number in found if number > 1]
    if not several:
        return 0.0, 0
    if len(several) == 1:
        return math.sqrt(several[0][0]), several[0][1] - 1
    both, _ = _variance(residuals, first.astype(np.int64) * (int(second.max()) + 1) + second)
    parts = [variance for variance, _ in several]
    return math.sqrt(max(sum(parts) - both, *parts)), min(number for _, number in several) - 1


def _variance(residuals: Floats, clusters: Ints) -> tuple[float, int]:
    """Of the sum of residuals that come in clusters; and the number of clusters."""
    _, position = np.unique(clusters, return_inverse=True)
    sums = np.bincount(position, weights=residuals)
    number = len(sums)
    return float(sums @ sums) * number / max(1, number - 1), number
