"""F1 of a classifier from counts, so that a bootstrap can add the counts up instead of the items.

Answers are whole numbers (positions in the task's labels). An answer that is never gold, such as the 0
of a three-way system on two-way data, is simply wrong: it lowers recall and has no F1 of its own.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.integer]
Floats = NDArray[np.float64]


class Counts(NamedTuple):
    """Per class (last axis): right answers, times answered, times gold."""

    right: Floats
    answered: Floats
    gold: Floats


def count(gold: Ints, answers: Ints, classes: int) -> Counts:
    """Counts over the last axis; gold -1 (more than one accepted answer) is left out."""
    one_gold = gold >= 0
    indices = np.arange(classes)
    is_gold = (gold[..., None] == indices) & one_gold[..., None]
    is_answer = (answers[..., None] == indices) & one_gold[..., None]
    return Counts(
        (is_gold & is_answer).sum(axis=-2, dtype=float),
        is_answer.sum(axis=-2, dtype=float),
        is_gold.sum(axis=-2, dtype=float),
    )


def per_class(counts: Counts) -> Floats:
    """F1 of each class; 0 where a class is gold but never answered right, nan where it never occurs."""
    total = counts.answered + counts.gold
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(total > 0, 2 * counts.right / total, np.nan)


def macro(counts: Counts) -> Floats:
    """Mean F1 over the classes that occur as gold; nan where there is no gold at all."""
    present = counts.gold > 0
    scores = np.where(present, np.nan_to_num(per_class(counts)), 0.0)
    with np.errstate(invalid="ignore"):
        return np.asarray(scores.sum(axis=-1) / present.sum(axis=-1))


def weighted(counts: Counts) -> Floats:
    """Mean F1 over classes, weighted by how often each is gold; nan where there is no gold at all."""
    scores = np.nan_to_num(per_class(counts)) * counts.gold
    with np.errstate(invalid="ignore"):
        return np.asarray(scores.sum(axis=-1) / counts.gold.sum(axis=-1))
