"""What a guesser made of questions that it heard piece by piece, and where it buzzed: one row a question.

A question of a thousand characters has forty steps, a short one ten. So that all are arrays, a row is filled
up with its last step: whoever looks up what was known at a point, or from which step on, needs no mask.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.integer]

Value = TypeVar("Value", bound=np.generic)

NO_BUZZ = -1
_ROUNDING = 1e-9  # a quarter of 100 characters is step 25, whatever the fraction's last bit is


class Track(NamedTuple):
    """One question: the share that was heard at each step, rising, and whether the top guess was right."""

    positions: Sequence[float]
    right: Sequence[bool]
    buzz: int = NO_BUZZ  # the step of the first buzz


@dataclass(frozen=True)
class Tracks:
    """Many questions as columns; those of two systems are of the same questions, in the same order."""

    positions: Floats  # (questions, steps), in [0, 1]
    right: Bools  # (questions, steps)
    steps: Ints  # (questions): how many are the question's own
    buzz: Ints  # (questions)

    def __len__(self) -> int:
        return len(self.steps)

    @property
    def own(self) -> Bools:
        """(questions, steps): is this a step of the question, and no repetition of its last?"""
        return np.arange(self.positions.shape[1]) < self.steps[:, None]

    @property
    def buzzed(self) -> Bools:
        """Was there a buzz at all?"""
        return self.buzz >= 0

    @property
    def buzz_position(self) -> Floats:
        """The share that was heard at the buzz; no number where there was none."""
        return np.where(self.buzzed, self._at(self.positions, self.buzz), np.nan)

    @property
    def buzz_right(self) -> Bools:
        """Was the guess at the buzz right?"""
        return self.buzzed & self._at(self.right, self.buzz)

    def right_at(self, heard: float | Floats) -> Bools:
        """Was the guess right when this share was heard: at the last step that is not beyond it?

        One share for all questions, or one for each (the end of its first sentence). Before the first step
        there is no guess.
        """
        limit = np.broadcast_to(np.asarray(heard, float), len(self))[:, None] + _ROUNDING
        step = (self.positions <= limit).sum(axis=1) - 1
        return np.asarray((step >= 0) & self._at(self.right, step))

    @property
    def first_right(self) -> Ints:
        """The first step with a right guess; -1 if it never was."""
        return np.where(self.right.any(axis=1), self.right.argmax(axis=1), NO_BUZZ)

    @property
    def stable(self) -> Ints:
        """The first step from which on the guess stays right, up to the end; -1 if the last one is wrong."""
        wrong_later = np.logical_or.accumulate(~self.right[:, ::-1], axis=1)[:, ::-1]
        return np.where(self.right[:, -1], (~wrong_later).argmax(axis=1), NO_BUZZ)

    def buzzing(self, buzz: Ints) -> Tracks:
        """The same guesses with other buzzes."""
        return replace(self, buzz=buzz)

    def _at(self, values: NDArray[Value], step: Ints) -> NDArray[Value]:
        return np.take_along_axis(values, np.maximum(step, 0)[:, None], axis=1)[:, 0]


def as_tracks(questions: Iterable[Track]) -> Tracks:
    """Columns of single tracks; a step beyond the end of its question is at the end.

    A question without a step was never heard: nothing in its row is right.
    """
    rows = list(questions)
    width = max((len(row.positions) for row in rows), default=0) or 1
    positions, right = np.ones((len(rows), width)), np.zeros((len(rows), width), bool)
    for number, row in enumerate(rows):
        if steps := len(row.positions):
            positions[number, :steps] = np.minimum(row.positions, 1.0)
            positions[number, steps:] = positions[number, steps - 1]
            right[number, :steps], right[number, steps:] = row.right, row.right[-1]
    return Tracks(
        positions,
        right,
        np.array([len(row.positions) for row in rows], dtype=np.int64),
        np.array([row.buzz for row in rows], dtype=np.int64),
    )
