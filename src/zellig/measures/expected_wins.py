"""Expected wins: how often somebody who buzzes as this system did would have won the question from people.

The win curve w(x) is the share of people's buzzes that had not answered right before the share x of a
question was heard. A question is worth w at the first buzz if the guess is right there, else nothing.
"""

from __future__ import annotations

from itertools import product

import msgspec
import numpy as np
from numpy.typing import NDArray

from zellig.errors import ZelligError
from zellig.measures.tracks import Tracks

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]

BINS = 1000  # at which a curve is fitted
POWERS = 3
LEAST = 100  # buzzes: of so many, drawn of 77,515, a curve is nearer to all than the published 19 times of 20


class WinCurve(msgspec.Struct, frozen=True):
    """A polynomial in the share of the question that was heard; what it gives is kept within [0, 1]."""

    name: str
    coefficients: tuple[float, ...]  # of x to the power of 0, 1, 2, 3

    def __call__(self, heard: Floats) -> Floats:
        """The probability of winning; a share beyond the end is the end, and no number stays none."""
        x = np.clip(heard, 0.0, 1.0)
        return np.clip(np.polynomial.polynomial.polyval(x, self.coefficients), 0.0, 1.0)


# That of the QANTA evaluation, from Protobowl. It rises by 0.001 over the first 3% of a question.
PUBLISHED = WinCurve("published", (0.99308, 0.07754, -1.27822, 0.58798))


def too_few(buzzes: int) -> ZelligError:
    """What is said of buzzes that make no curve."""
    return ZelligError(
        f"{buzzes} buzzes are too few to learn a win curve from", remedy=f"Give {LEAST} or more."
    )


def not_yet_right(positions: Floats, right: Bools, at: Floats) -> Floats:
    """Of buzzes, at least one, the share that had not been right before each point: this a curve is fitted
    to."""
    return 1 - np.searchsorted(np.sort(positions[right]), at, side="left") / len(positions)


def fit_win_curve(positions: Floats, right: Bools, name: str = "fitted") -> WinCurve:
    """The cubic that falls and is nearest to what people did, by least squares over a thousand points.

    A cubic whose four Bernstein coefficients fall, falls; so 1 - w is fitted as a sum of one constant and
    three rising cubics, none with a negative weight. Of four weights some are 0 at the optimum, and it is the
    plain solution in the others: all sixteen choices are tried. Refuses too few buzzes.
    """
    if len(positions) < LEAST:
        raise too_few(len(positions))
    x = np.arange(BINS + 1) / BINS
    # From the power basis: B_k(x) of degree 3; the sum of the last few rises from 0 to 1.
    bernstein = np.array([[1, -3, 3, -1], [0, 3, -6, 3], [0, 0, 3, -3], [0, 0, 0, 1]], float)
    rising = np.cumsum(bernstein[::-1], axis=0)[::-1]  # the first of them is the constant 1
    columns = np.polynomial.polynomial.polyval(x, rising.T)  # (4, points)
    weights = _non_negative(columns.T, 1 - not_yet_right(positions, right, x))
    return WinCurve(name, tuple(float(c) for c in np.eye(POWERS + 1)[0] - weights @ rising))


def _non_negative(columns: Floats, target: Floats) -> Floats:
    """Weights of columns, none negative, with the least squared error."""
    found: list[tuple[float, Floats]] = []
    for chosen in product((False, True), repeat=columns.shape[1]):
        weights = np.zeros(columns.shape[1])
        kept = np.flatnonzero(chosen)
        weights[kept] = np.linalg.lstsq(columns[:, kept], target, rcond=None)[0]
        if (weights >= 0).all():
            found.append((float(((columns @ weights - target) ** 2).sum()), weights))
    return min(found, key=lambda each: each[0])[1]


def expected_wins(buzz_positions: Floats, right: Bools, curve: WinCurve) -> Floats:
    """For each question w at its first buzz if that was right, else 0; 0 without a buzz (no number)."""
    return np.where(right & ~np.isnan(buzz_positions), curve(np.nan_to_num(buzz_positions)), 0.0)


def wins(tracks: Tracks, curve: WinCurve) -> Floats:
    """For each question, what the buzz was worth."""
    return expected_wins(tracks.buzz_position, tracks.buzz_right, curve)


def first_wins(tracks: Tracks, curve: WinCurve) -> Floats:
    """What a buzz at the first right guess would be worth; 0 if none is right.

    Pinafore/qb calls this "optimal". It and the other released code give w(1) to a guesser that is never
    right, which rewards knowing nothing; we do not.
    """
    return wins(tracks.buzzing(tracks.first_right), curve)


def stable_wins(tracks: Tracks, curve: WinCurve) -> Floats:
    """What a buzz as soon as the guess stays right would be worth; 0 if the last guess is wrong.

    Pinafore/qb calls this "stable", qanta-codalab "optimal"; the latter takes the step of the last wrong
    guess itself, where the guess is still wrong, and we the step after it.
    """
    return wins(tracks.buzzing(tracks.stable), curve)


def optimal_wins(tracks: Tracks, curve: WinCurve) -> Floats:
    """The most that any buzzer could make of these guesses: w at the best of the right ones, 0 if none is.

    Where a curve falls, that is the first right one.
    """
    return np.asarray(np.where(tracks.right, curve(tracks.positions), 0.0).max(axis=1))


def curve_error(curve: WinCurve, positions: Floats, right: Bools) -> float:
    """How far a curve is from what people did: the root of the mean squared difference over all points."""
    x = np.arange(BINS + 1) / BINS
    return float(np.sqrt(np.mean((curve(x) - not_yet_right(positions, right, x)) ** 2)))
