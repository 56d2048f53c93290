"""How well systems buzz on the same questions: expected wins, when they buzz, whether they are right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import msgspec
import numpy as np
from numpy.typing import NDArray

from zellig.measures.comparing import LEVEL, spread
from zellig.measures.expected_wins import WinCurve, first_wins, optimal_wins, stable_wins, wins
from zellig.measures.intervals import Block, Estimate, bootstrap_sums, share_interval
from zellig.measures.significance import holm, sampled_permutation_test
from zellig.measures.tracks import Tracks

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.integer]


class BuzzFigures(msgspec.Struct, frozen=True):
    """How a system buzzed, with intervals over questions."""

    questions: int
    buzzed: Estimate  # share of the questions
    accuracy: Estimate | None  # of the buzzes; None if there are none
    position: Estimate | None  # share of the question that was heard at a buzz
    expected_wins: Estimate  # a question
    first: float  # expected wins of a buzz at the first right guess,
    stable: float  # as soon as the guess stays right,
    optimal: float  # and of the best that could be made of the guesses


class WinsApart(msgspec.Struct, frozen=True):
    """How much more the first system wins than the second."""

    first: str
    second: str
    difference: float  # of the expected wins a question
    interval: tuple[float, float] | None
    permutation_p: float  # sampled, questions exchanged one by one
    adjusted_p: float  # corrected for all pairs of systems

    @property
    def apart(self) -> bool:
        """Do the data separate the two?"""
        return self.adjusted_p < LEVEL


class Buzzers(msgspec.Struct, frozen=True):
    """Systems on the same questions."""

    systems: dict[str, BuzzFigures]
    comparisons: list[WinsApart]


def compare_buzzers(systems: Mapping[str, Tracks], curve: WinCurve, replicates: int, seed: int) -> Buzzers:
    """Every system, and every two of them; the draws of questions are the same for all."""
    questions = len(next(iter(systems.values())))
    won = {name: wins(tracks, curve) for name, tracks in systems.items()}
    columns = [
        column
        for name, tracks in systems.items()
        for column in (
            won[name],
            tracks.buzzed.astype(float),
            np.nan_to_num(tracks.buzz_position),
        )
    ]
    block = Block(np.arange(questions), np.stack(columns, axis=1))
    (sums,) = bootstrap_sums([block], questions, replicates, seed)
    drawn = sums.reshape(replicates, len(systems), 3)
    found = {
        name: _buzzer(tracks, won[name], drawn[:, s], curve)
        for s, (name, tracks) in enumerate(systems.items())
    }
    return Buzzers(found, _compared(won, drawn[:, :, 0] / questions, seed))


def _buzzer(tracks: Tracks, won: Floats, drawn: Floats, curve: WinCurve) -> BuzzFigures:
    wins_drawn, buzzed_drawn, positions_drawn = drawn.T
    questions, buzzes = len(tracks), int(tracks.buzzed.sum())
    accuracy = position = None
    if buzzes:
        per_buzz = np.where(buzzed_drawn > 0, buzzed_drawn, np.nan)
        accuracy = _share(tracks.buzz_right[tracks.buzzed])
        position = Estimate(
            float(tracks.buzz_position[tracks.buzzed].mean()), spread(positions_drawn / per_buzz)
        )
    return BuzzFigures(
        questions,
        _share(tracks.buzzed),
        accuracy,
        position,
        Estimate(float(won.mean()), spread(wins_drawn / questions)),
        *(float(of(tracks, curve).mean()) for of in (first_wins, stable_wins, optimal_wins)),
    )


def _share(hits: Bools) -> Estimate:
    """A share of questions, each of which is one trial."""
    return Estimate(float(hits.mean()), share_interval(hits, 1, np.arange(len(hits))))


def _compared(won: Mapping[str, Floats], means: Floats, seed: int) -> list[WinsApart]:
    names: Sequence[str] = list(won)
    found = []
    for i, j in combinations(range(len(names)), 2):
        apart = won[names[i]] - won[names[j]]
        p = sampled_permutation_test(apart, np.arange(len(apart)), seed)
        found.append(
            WinsApart(names[i], names[j], float(apart.mean()), spread(means[:, i] - means[:, j]), p, p)
        )
    adjusted = holm([row.permutation_p for row in found])
    return [msgspec.structs.replace(row, adjusted_p=p) for row, p in zip(found, adjusted, strict=True)]
