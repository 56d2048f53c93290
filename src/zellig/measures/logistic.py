"""Logistic regression with a small penalty, on rows that are counted: a few lines that need no seed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

Floats = NDArray[np.float64]

STEPS = 100
_SMALL = 1e-10


def fit_logistic(rows: Floats, wins: Floats, trials: Floats, ridge: float) -> Floats:
    """The coefficients, by Newton's method; steps are halved as long as they go uphill: the loss is convex.

    `rows[row]` was seen in so many `trials` (they may be weights), of which so many were `wins`.
    """
    values = np.zeros(rows.shape[1])
    loss = _loss(rows, wins, trials, values, ridge)
    for _ in range(STEPS):
        chance = expit(rows @ values)
        slope = rows.T @ (trials * chance - wins) + ridge * values
        step = np.linalg.solve(curvature(rows, trials, chance, ridge), slope)
        size = 1.0
        while (new := _loss(rows, wins, trials, values - size * step, ridge)) > loss and size > _SMALL:
            size /= 2
        values, loss = values - size * step, min(new, loss)
        if np.abs(step).max(initial=0.0) < _SMALL:
            break
    return values


def curvature(rows: Floats, trials: Floats, chance: Floats, ridge: float) -> Floats:
    """Second derivatives of the loss, where rows win with these chances."""
    weights = trials * chance * (1 - chance)
    return np.asarray(rows.T @ (rows * weights[:, None]) + ridge * np.eye(rows.shape[1]))


def _loss(rows: Floats, wins: Floats, trials: Floats, values: Floats, ridge: float) -> float:
    odds = rows @ values
    return float(trials @ np.logaddexp(0, odds) - wins @ odds + ridge * values @ values / 2)
