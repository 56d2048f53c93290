"""Two samples that have nothing in common, such as the buzzes on two sets of questions: shares and means."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from zellig.measures.differences import fisher_two_sided, unpaired_interval, welch, welch_interval
from zellig.measures.intervals import Ends

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]


class TwoSamples(msgspec.Struct, frozen=True):
    """Two numbers in [0, 1], how far they are apart, and whether that may be chance."""

    sizes: tuple[int, int]
    values: tuple[float, float]
    difference: float  # the first minus the second
    interval: Ends | None  # None where there is too little to tell
    p: float


def two_shares(first: Bools, second: Bools) -> TwoSamples:
    """How often each was right: Fisher's exact test and Newcombe's interval. Refuses no trials at all."""
    sizes, won = (len(first), len(second)), (int(first.sum()), int(second.sum()))
    values = (won[0] / sizes[0], won[1] / sizes[1])
    interval = unpaired_interval(won[0], sizes[0], won[1], sizes[1])
    p = fisher_two_sided(won[0], sizes[0], won[1], sizes[1])
    return TwoSamples(sizes, values, values[0] - values[1], interval, p)


def two_means(first: Floats, second: Floats) -> TwoSamples:
    """The means of numbers in [0, 1]: Welch's t test and its interval."""
    values = (float(first.mean()), float(second.mean()))
    interval = welch_interval(first, second)
    return TwoSamples(
        (len(first), len(second)), values, values[0] - values[1], interval, welch(first, second)
    )
