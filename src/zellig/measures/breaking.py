"""What breaks are worth: the denominators and the breaker score of the 2017 shared task.

Which pairs break a system is told by `outcomes`.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Denominator = Literal["pairs", "sentences"]


def sides(denominator: Denominator) -> int:
    """How many units one pair counts for.

    The paper defines breaking per pair, but its Table 1 divides broken pairs by sentences.
    """
    return 2 if denominator == "sentences" else 1


def breaker_score(weights: Floats, rates: Floats) -> Floats:
    """Mean over systems (last axis) of weight x break rate, in percent.

    With the systems' development accuracies as weights this is the paper's formula. The printed scores
    used, in effect, each system's F1 on the breaker's own originals and sentences as denominator:
    pass those to get them (`--as-published`).
    """
    return np.asarray(100 * np.mean(weights * rates, axis=-1))
