"""What yes-or-no outcomes say about the weights of features: a logistic regression that knows how sure it is.

The weights are believed to be normally distributed; every outcome moves their mean and narrows their spread,
in one step of an extended Kalman filter (Penny and Roberts 1999). Whoever has to try things out acts by
weights that are drawn from the belief (Thompson 1933): what may be good is tried as often as it may be best.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

FARTHEST = 30.0  # log-odds: beyond that there is nothing to be learnt

Floats = NDArray[np.float64]


class Belief:
    """About the weights of so many features; what it is depends on the outcomes and on their order alone."""

    def __init__(self, size: int, spread: float = 1.0) -> None:
        """Before the first outcome every weight is 0, give or take the spread."""
        self.mean: Floats = np.zeros(size)
        self.covariance: Floats = np.eye(size) * spread**2
        self._root: Floats | None = None

    def learn(self, features: Floats, outcome: bool) -> None:
        """One more outcome."""
        chance = 1 / (1 + math.exp(-float(np.clip(self.mean @ features, -FARTHEST, FARTHEST))))
        weight = chance * (1 - chance)
        along = self.covariance @ features
        shrunk = 1 + weight * float(features @ along)
        self.mean = self.mean + along * ((outcome - chance) / shrunk)
        self.covariance = self.covariance - np.outer(along, along) * (weight / shrunk)
        self._root = None

    def draw(self, seed: int) -> Floats:
        """Weights as they may be, by chance."""
        root = self._root
        if root is None:
            safe = self.covariance + 1e-9 * np.eye(len(self.mean))  # rounding may have made it a little less
            root = self._root = np.asarray(np.linalg.cholesky(safe))
        luck = np.random.default_rng(seed)
        return self.mean + root @ luck.standard_normal(len(self.mean))
