"""Strengths from won and lost rounds (Bradley and Terry 1952), with intervals clustered by text.

The log-odds that the first side wins are the sum of its strengths minus those of the other side. Here a side
may have several: a chooser plays with a curator's texts against a breaker. Strengths of a group (a role) are
told apart from one another, not from those of another group, so each group's mean is 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, stdtrit

from zellig.measures.logistic import curvature, fit_logistic

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.integer]

RIDGE = 0.01  # a weak prior (standard deviation 10 on log-odds): who wins every round stays finite


class Strengths(NamedTuple):
    """Of all players, in their order."""

    values: Floats
    errors: Floats  # standard errors of the values
    low: Floats
    high: Floats


def bradley_terry(
    design: Floats,
    won: Bools,
    clusters: Ints,
    groups: Sequence[Ints],
    *,
    ridge: float = RIDGE,
    confidence: float = 0.95,
) -> Strengths | None:
    """The strengths by penalised maximum likelihood; None where the games do not connect a group's players.

    `design[row, player]` is 1 for those on the side that wins if `won[row]`, -1 for those on the other side,
    0 for who does not play. Rounds of a cluster go together: the error is the sandwich's, but at least that
    of the model, since a sandwich shows no spread where somebody always wins.
    """
    games, of_row = np.unique(design, axis=0, return_inverse=True)
    rows = np.bincount(of_row, minlength=len(games)).astype(float)
    wins = np.bincount(of_row, won, minlength=len(games)).astype(float)
    contrasts = _centring(design.shape[1], groups)
    known = np.linalg.pinv(games) @ games
    if np.abs(contrasts @ known - contrasts).max(initial=0.0) > 1e-6:
        return None
    values = fit_logistic(games, wins, rows, ridge)
    chance = expit(games @ values)
    inverse = np.linalg.inv(curvature(games, rows, chance, ridge))
    scores = np.zeros((int(clusters.max(initial=-1)) + 1, design.shape[1]))
    np.add.at(scores, clusters, games[of_row] * (won - chance[of_row])[:, None])
    number = len(np.unique(clusters))
    sandwich = inverse @ (scores.T @ scores) @ inverse * number / max(1, number - 1)
    variances = [np.diag(contrasts @ each @ contrasts.T) for each in (sandwich, inverse)]
    errors = np.sqrt(np.maximum(*variances))
    half = float(stdtrit(max(1, number - 1), (1 + confidence) / 2)) * errors
    centred = contrasts @ values
    return Strengths(centred, errors, centred - half, centred + half)


def _centring(players: int, groups: Sequence[Ints]) -> Floats:
    """What takes the mean of its group from every strength."""
    centring = np.eye(players)
    for group in groups:
        centring[np.ix_(group, group)] -= 1 / len(group)
    return centring
