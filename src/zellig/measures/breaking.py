"""Breaking: exactly one side of a pair is answered right.

All arrays run over pairs on their last axis; systems may come before it.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Denominator = Literal["pairs", "sentences"]


def broken(original_right: Bools, modified_right: Bools) -> Bools:
    """A pair breaks a system if exactly one of its two items is answered right, either way round."""
    return original_right ^ modified_right


def sides(denominator: Denominator) -> int:
    """How many units one pair counts for.

    The paper defines breaking per pair, but its Table 1 divides broken pairs by sentences.
    """
    return 2 if denominator == "sentences" else 1


def break_rate(broken_pairs: Bools, denominator: Denominator = "pairs") -> Floats:
    """Share of pairs (or broken pairs per sentence) on the last axis; nan where there is no pair."""
    pairs = broken_pairs.shape[-1]
    if pairs == 0:
        return np.full(broken_pairs.shape[:-1], np.nan)
    return np.asarray(broken_pairs.sum(axis=-1) / (pairs * sides(denominator)))


def breaker_score(weights: Floats, rates: Floats) -> Floats:
    """Mean over systems (last axis) of weight x break rate, in percent.

    With the systems' development accuracies as weights this is the paper's formula. The printed scores
    used, in effect, each system's F1 on the breaker's own originals and sentences as denominator:
    pass those to get them (`--as-published`).
    """
    return np.asarray(100 * np.mean(weights * rates, axis=-1))
