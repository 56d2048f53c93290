"""Contrast sets: by hand, and against a plain loop."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from zellig.measures.consistency import ContrastSets
from zellig.measures.consistency import contrast_sets as counted
from zellig.measures.outcomes import Bools, Ints


def contrast_sets(original: Bools, modified: Bools, groups: Ints) -> tuple[int, int, int, int]:
    found: ContrastSets = counted(original, modified, groups)
    return found.sets, found.consistent, found.all_wrong, found.partial


def test_one_wrong_perturbation_makes_a_set_inconsistent() -> None:
    groups = np.array([7, 7, 7, 3, 3])
    original = np.array([1, 1, 1, 1, 1], bool)
    modified = np.array([1, 1, 0, 1, 1], bool)
    assert contrast_sets(original, modified, groups) == (2, 1, 0, 1)


def test_a_wrong_original_makes_a_set_inconsistent() -> None:
    assert contrast_sets(np.array([0, 0], bool), np.array([1, 1], bool), np.array([0, 0])) == (1, 0, 0, 1)


def test_all_wrong_and_no_sets() -> None:
    assert contrast_sets(np.zeros(3, bool), np.zeros(3, bool), np.array([0, 0, 1])) == (2, 0, 2, 0)
    empty = np.zeros(0, bool)
    assert contrast_sets(empty, empty, np.zeros(0, int)) == (0, 0, 0, 0)


sets = st.lists(st.tuples(st.integers(0, 4), st.booleans()), min_size=1, max_size=30)


@given(sets, st.integers(0, 31))
def test_contrast_sets_equal_a_loop(rows: list[tuple[int, bool]], originals: int) -> None:
    groups, modified = np.array(rows).T
    original = np.array([bool(originals >> group & 1) for group in groups])
    members = {
        group: [original[groups == group][0], *modified[groups == group].astype(bool)]
        for group in set(groups.tolist())
    }
    expected = (
        len(members),
        sum(all(right) for right in members.values()),
        sum(not any(right) for right in members.values()),
        sum(any(right) and not all(right) for right in members.values()),
    )
    assert contrast_sets(original, modified.astype(bool), groups) == expected
