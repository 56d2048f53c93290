"""Consistency over contrast sets: an original and everything that was made from it.

The papers use one word for several things; each has its own name here, and the others are columns of
`outcomes` (the same answer, the expected change, both sides right): see docs/concepts/break-and-pass.md.
"""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]
Ints = NDArray[np.integer]


class ContrastSets(msgspec.Struct, frozen=True):
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
    all_right = int(right.sum())
    all_wrong = int(consistent_sets(~original_right, ~modified_right, groups).sum())
    return ContrastSets(len(right), all_right, all_wrong, len(right) - all_right - all_wrong)
