"""The difference of two shares, with interval and test, seen in the same rounds or in different ones."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln, stdtr, stdtrit  # scipy.stats would take half a second to import

from zellig.measures.intervals import Ends, wilson

Floats = NDArray[np.float64]
Ints = NDArray[np.integer]

_ROUNDING = 1e-7  # two tables as probable as one another differ by rounding


def paired_interval(both: int, only_first: int, only_second: int, neither: int) -> Ends:
    """Of the first share minus the second, by Newcombe's method 10 for paired data (1998)."""
    n = both + only_first + only_second + neither
    first, second = (both + only_first) / n, (both + only_second) / n
    margins = (both + only_first) * (only_second + neither) * (both + only_second) * (only_first + neither)
    phi = 0.0
    if margins:
        cross = both * neither - only_first * only_second
        phi = (max(cross - n / 2, 0.0) if cross > 0 else cross) / math.sqrt(margins)
    return _square_and_add(first, n, second, n, phi)


def unpaired_interval(won_first: int, first: int, won_second: int, second: int) -> Ends:
    """Of the first share minus the second, by Newcombe's method 10 for independent data (1998)."""
    return _square_and_add(won_first / first, first, won_second / second, second, 0.0)


def _square_and_add(first: float, n_first: int, second: float, n_second: int, phi: float) -> Ends:
    """The distances to the ends of both of Wilson's intervals, put together; phi: how the two go together."""
    (low_1, high_1), (low_2, high_2) = wilson(first, n_first), wilson(second, n_second)

    def length(one: float, other: float) -> float:
        return math.sqrt(max(0.0, one * one - 2 * phi * one * other + other * other))

    difference = first - second
    return (  # by rounding, one of shares that are 0 and 1 would be a bit beyond
        max(-1.0, float(difference - length(first - low_1, high_2 - second))),
        min(1.0, float(difference + length(high_1 - first, second - low_2))),
    )


def clustered_interval(differences: Floats, clusters: Ints, confidence: float = 0.95) -> Ends | None:
    """Of a mean of differences that come in clusters (texts), by Student's t; None if all are alike."""
    _, place = np.unique(clusters, return_inverse=True)
    number, mean = int(place.max(initial=-1)) + 1, float(differences.mean())
    sums = np.bincount(place, differences - mean)
    if number < 2 or not sums.any():
        return None
    error = math.sqrt(float(sums @ sums) * number / (number - 1)) / len(differences)
    half = float(stdtrit(number - 1, (1 + confidence) / 2)) * error
    return max(-1.0, mean - half), min(1.0, mean + half)


def fisher_two_sided(won_first: int, first: int, won_second: int, second: int) -> float:
    """Fisher's exact two-sided test: are two shares, seen in different rounds, one?

    With the sums of the table given, all tables that are no more probable than this one count against it.
    """
    won = won_first + won_second
    possible = np.arange(max(0, won - second), min(first, won) + 1)  # wins of the first
    ways = _log_choices(first, possible) + _log_choices(second, won - possible)
    probable = np.exp(ways - ways.max())
    as_extreme = probable <= probable[won_first - possible[0]] * (1 + _ROUNDING)
    return min(1.0, float(probable[as_extreme].sum() / probable.sum()))


def _log_choices(n: int, chosen: Ints) -> Floats:
    """Logarithm of the number of ways to choose so many of n."""
    return np.asarray(gammaln(n + 1) - gammaln(chosen + 1) - gammaln(n - chosen + 1))


def welch(first: Floats, second: Floats) -> float:
    """Welch's two-sided t test of two means in [0, 1] of different rounds."""
    if min(len(first), len(second)) < 2:
        return 1.0
    error, freedom = _welch_error(first, second)
    difference = abs(float(first.mean() - second.mean()))
    return 1.0 if difference == 0 else float(2 * stdtr(freedom, -difference / error))


def welch_interval(first: Floats, second: Floats, confidence: float = 0.95) -> Ends | None:
    """Of the first mean minus the second, by Welch's t; None where there is too little to tell."""
    if min(len(first), len(second)) < 2:
        return None
    error, freedom = _welch_error(first, second)
    if error == 0:
        return None
    difference = float(first.mean() - second.mean())
    half = float(stdtrit(freedom, (1 + confidence) / 2)) * error
    return difference - half, difference + half


def _welch_error(first: Floats, second: Floats) -> tuple[float, float]:
    """Standard error of the difference of two means, and its degrees of freedom.

    In a few rounds there may be no spread at all: the error is at least what it would be if both were one.
    """
    sizes = len(first), len(second)
    parts = [float(values.var(ddof=1)) / len(values) for values in (first, second)]
    error, freedom = sum(parts), float(min(sizes) - 1)
    if min(parts) > 0:
        freedom = error**2 / sum(part**2 / (size - 1) for part, size in zip(parts, sizes, strict=True))
    else:
        pooled = float(np.concatenate([first, second]).mean())
        error = max(error, pooled * (1 - pooled) * (1 / sizes[0] + 1 / sizes[1]))
    return math.sqrt(error), freedom
