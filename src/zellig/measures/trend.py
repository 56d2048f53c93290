"""Does a yes-or-no outcome become more frequent with time? The slope of a line, with its interval."""

from __future__ import annotations

import math
from dataclasses import dataclass

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

PER = 100  # the slope is given for so many steps
FEWEST = 20  # steps, or clusters of them, on fewer of which no interval is told

Bools = NDArray[np.bool_]
Ints = NDArray[np.integer]


class Slope(msgspec.Struct, frozen=True):
    """How a share changes with time."""

    rounds: int
    per_100_rounds: float
    interval: tuple[float, float] | None  # None: too few rounds to tell


@dataclass
class Trend:
    """Least squares over (time, outcome), kept as sums, so that it can follow a game of any length.

    The standard error allows for a variance that differs from step to step (White 1980, HC1), as that of a
    yes-or-no outcome does; the sums it needs are those of the fourth order.
    """

    n: int = 0
    first: int = 0
    t: float = 0.0
    tt: float = 0.0
    y: float = 0.0
    ty: float = 0.0
    tty: float = 0.0
    ttt: float = 0.0
    tttt: float = 0.0
    ttty: float = 0.0

    def add(self, time: int, outcome: bool) -> None:
        """One more step; outcomes are 0 or 1, so their squares are themselves."""
        if self.n == 0:
            self.first = time
        moment = (time - self.first) / PER
        square = moment * moment
        self.n += 1
        self.t += moment
        self.tt += square
        self.ttt += square * moment
        self.tttt += square * square
        if outcome:
            self.y += 1
            self.ty += moment
            self.tty += square
            self.ttty += square * moment

    @property
    def known(self) -> bool:
        """Are there enough steps for a slope?"""
        return self.n > 2

    @property
    def slope(self) -> float:
        """Change of the share in 100 steps."""
        return (self.n * self.ty - self.t * self.y) / (self.n * self.tt - self.t * self.t)

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Of the slope, by Student's t."""
        slope, mean = self.slope, self.t / self.n
        start = (self.y - slope * self.t) / self.n
        # Sum over steps of (t - mean)^2 (y - start - slope t)^2, multiplied out; y^2 = y.
        weights = [mean * mean, -2 * mean, 1.0]  # (t - mean)^2 as a polynomial in t
        with_y = [1 - 2 * start, -2 * slope]  # what y is multiplied with
        without = [start * start, 2 * start * slope, slope * slope]
        sums_y = [self.y, self.ty, self.tty, self.ttty]
        sums = [float(self.n), self.t, self.tt, self.ttt, self.tttt]
        total = sum(a * b * sums_y[i + j] for i, a in enumerate(weights) for j, b in enumerate(with_y))
        total += sum(a * b * sums[i + j] for i, a in enumerate(weights) for j, b in enumerate(without))
        spread = self.tt - self.t * mean
        error = math.sqrt(max(0.0, total) * self.n / (self.n - 2)) / spread
        half = float(stdtrit(self.n - 2, (1 + confidence) / 2)) * error
        return slope - half, slope + half

    def figures(self) -> Slope:
        """What is told of it."""
        return _figures(self.n, self.n, self.slope, self.interval())


def clustered_slope(times: Ints, outcomes: Bools, clusters: Ints, confidence: float = 0.95) -> Slope | None:
    """The same where steps of a cluster (a text) go together; None if all are at one time."""
    moments = (times - times.mean()) / PER if len(times) else np.zeros(0)
    spread = float(moments @ moments)
    if not spread:
        return None
    about = outcomes - outcomes.mean()
    slope = float(moments @ about) / spread
    sums = np.bincount(np.unique(clusters, return_inverse=True)[1], moments * (about - slope * moments))
    steps, number = len(times), len(sums)
    if min(steps - 2, number - 1) < 1:
        return _figures(steps, number, slope, (slope, slope))
    correction = number / (number - 1) * (steps - 1) / (steps - 2)
    error = math.sqrt(float(sums @ sums) * correction) / spread
    half = float(stdtrit(number - 1, (1 + confidence) / 2)) * error
    return _figures(steps, number, slope, (slope - half, slope + half))


def _figures(steps: int, independent: int, slope: float, interval: tuple[float, float]) -> Slope:
    """What is told of a slope; an interval without width would call a few outcomes alike certainty."""
    low, high = (round(end, 6) for end in interval)
    told = independent >= FEWEST and low < high
    return Slope(steps, round(slope, 6), (low, high) if told else None)
