"""Consistency: does a system answer the two sides of a pair, or a whole contrast set, in a way that fits?

The papers use one word for several things, so each has its own name here; see docs/measures.md.
Answers are positions in the task's labels; arrays run over pairs on the last axis.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zellig.items import Relation

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.integer]

RELATIONS: tuple[Relation, ...] = ("same", "flip", "becomes", "not")


class Expectation(NamedTuple):
    """Of the `counted` pairs, how many answers changed as promised; where no rule speaks, `left_out`."""

    kept: int
    counted: int
    left_out: int

    @property
    def rate(self) -> float:
        """Share of the counted pairs; nan if none counts."""
        return self.kept / self.counted if self.counted else float("nan")


def same_prediction(original_answers: Ints, modified_answers: Ints) -> Floats:
    """Share of pairs with the same answer on both sides, right or wrong."""
    return np.asarray(np.mean(original_answers == modified_answers, axis=-1))


def both_correct(original_right: Bools, modified_right: Bools) -> Floats:
    """Share of pairs with both sides right."""
    return np.asarray(np.mean(original_right & modified_right, axis=-1))


def expected_change(
    original_answers: Ints,
    modified_answers: Ints,
    original_right: Bools,
    modified_right: Bools,
    relations: Ints,
    flips: Ints,
) -> Expectation:
    """Is the answer to the modified item what the promise makes of the answer to the original?

    `same` and `flip` speak about any answer (`flips[a]` is -1 where a label has no flip). `becomes` and
    `not` speak only about the original's gold answer: if the system did not give it, nothing follows
    and the pair is left out.
    """
    flipped = flips[original_answers]
    same, flip = relations == RELATIONS.index("same"), relations == RELATIONS.index("flip")
    kept = np.where(same, original_answers == modified_answers, modified_right)
    kept = np.where(flip, flipped == modified_answers, kept)
    speaks = same | (flip & (flipped >= 0)) | (~same & ~flip & original_right)
    return Expectation(int((kept & speaks).sum()), int(speaks.sum()), int(np.size(speaks) - speaks.sum()))


class ContrastSets(NamedTuple):
    """Groups of pairs with one original: all items right, none right, some right."""

    sets: int
    consistent: int
    all_wrong: int
    partial: int


def consistent_sets(original_right: Bools, modified_right: Bools, groups: Ints) -> Bools:
    """For every group, in the order of their numbers: are its original and all its modified items right?"""
    members, group = np.unique(groups, return_inverse=True)
    failed = np.bincount(group, weights=~(original_right & modified_right), minlength=len(members))
    return np.asarray(failed == 0)


def contrast_sets(original_right: Bools, modified_right: Bools, groups: Ints) -> ContrastSets:
    """Consistency over contrast sets: the original and every one of its modified items must be right."""
    right = consistent_sets(original_right, modified_right, groups)
    all_right, all_wrong = (
        int(right.sum()),
        int(consistent_sets(~original_right, ~modified_right, groups).sum()),
    )
    return ContrastSets(len(right), all_right, all_wrong, len(right) - all_right - all_wrong)
