"""One word, several measures: each by hand, and the arithmetic of the LIT paper's Table 3."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.measures.consistency import (
    RELATIONS,
    Expectation,
    both_correct,
    contrast_sets,
    expected_change,
    same_prediction,
)

SAME, FLIP, BECOMES, NOT = range(4)
NEGATIVE, NEUTRAL, POSITIVE = range(3)
FLIPS = np.array([POSITIVE, -1, NEGATIVE])


def test_relations_are_numbered_as_here() -> None:
    assert RELATIONS == ("same", "flip", "becomes", "not")


def test_same_prediction_and_both_correct() -> None:
    original, modified = np.array([0, 0, 1, 1]), np.array([0, 1, 1, 0])
    assert same_prediction(original, modified) == 0.5
    right, right_modified = np.array([1, 1, 1, 0], bool), np.array([1, 0, 0, 0], bool)
    assert both_correct(right, right_modified) == 0.25


@pytest.mark.parametrize(
    ("n", "original_right", "modified_right", "published"),
    [(221, 206, 12, 4.98), (262, 240, 110, 34.35)],
)
def test_the_label_changing_columns_of_lit_fit_both_correct_only(
    n: int, original_right: int, modified_right: int, published: float
) -> None:
    """f;p and p;f: the label becomes neutral. A model that keeps its old label is the same, and wrong."""
    both = round(published / 100 * n)
    right = np.arange(n) < original_right
    # Of the modified items it has right, `both` belong to originals it has right.
    right_modified = (np.arange(n) < both) | (np.arange(n) >= n - (modified_right - both))
    assert right_modified.sum() == modified_right
    assert 100 * float(both_correct(right, right_modified)) == pytest.approx(published, abs=0.005)
    # Gold is 0 before and 1 after; a wrong answer to the original may be anything else, here 2.
    answers = np.where(right, 0, 2)
    modified_answers = np.where(right_modified, 1, answers)
    # Then every item but those newly right has its old answer: far more than was printed.
    same = 100 * float(same_prediction(answers, modified_answers))
    assert same == pytest.approx(100 * (n - modified_right) / n)
    assert same > published + 20


def test_the_label_preserving_columns_of_lit_cannot_be_both_correct() -> None:
    """i;i: 91.04 consistency with 85.17 right on the modified items. Both right cannot exceed either."""
    right_modified = np.arange(10_000) < 8517
    assert 100 * float(both_correct(np.ones(10_000, bool), right_modified)) < 91.04
    answers = np.zeros(10_000, int)
    assert 100 * float(same_prediction(answers, np.where(np.arange(10_000) < 9104, 0, 1))) == pytest.approx(
        91.04
    )


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=30))
def test_both_correct_is_at_most_either_side(rows: list[tuple[bool, bool]]) -> None:
    right = np.array(rows).T
    assert 0 <= both_correct(right[0], right[1]) <= right.mean(axis=1).min()


@pytest.mark.parametrize(
    ("relation", "original", "modified", "original_right", "modified_right", "outcome"),
    [
        (SAME, POSITIVE, POSITIVE, True, True, "kept"),
        (SAME, NEGATIVE, NEGATIVE, False, False, "kept"),  # wrong twice in the same way is consistent
        (SAME, POSITIVE, NEGATIVE, True, False, "not kept"),
        (FLIP, POSITIVE, NEGATIVE, True, True, "kept"),
        (FLIP, NEGATIVE, POSITIVE, False, False, "kept"),
        (FLIP, POSITIVE, POSITIVE, True, False, "not kept"),
        (FLIP, POSITIVE, NEUTRAL, True, False, "not kept"),
        (FLIP, NEUTRAL, NEGATIVE, False, True, "left out"),  # the rule says nothing about 0
        (FLIP, NEUTRAL, NEUTRAL, False, False, "left out"),
        (BECOMES, POSITIVE, NEUTRAL, True, True, "kept"),
        (BECOMES, POSITIVE, POSITIVE, True, False, "not kept"),
        (BECOMES, NEGATIVE, NEUTRAL, False, True, "left out"),
        (NOT, POSITIVE, NEGATIVE, True, True, "kept"),
        (NOT, POSITIVE, POSITIVE, True, False, "not kept"),
        (NOT, NEGATIVE, NEGATIVE, False, True, "left out"),
    ],
)
def test_expected_change(
    relation: int, original: int, modified: int, original_right: bool, modified_right: bool, outcome: str
) -> None:
    found = expected_change(
        np.array([original]),
        np.array([modified]),
        np.array([original_right]),
        np.array([modified_right]),
        np.array([relation]),
        FLIPS,
    )
    assert (
        found
        == {
            "kept": Expectation(1, 1, 0),
            "not kept": Expectation(0, 1, 0),
            "left out": Expectation(0, 0, 1),
        }[outcome]
    )


cases = st.tuples(st.integers(0, 2), st.integers(0, 2), st.booleans(), st.booleans(), st.integers(0, 3))


@given(st.lists(cases, min_size=1, max_size=30))
def test_every_pair_is_counted_or_left_out(rows: list[tuple[int, int, bool, bool, int]]) -> None:
    def changes(some: list[tuple[int, int, bool, bool, int]]) -> Expectation:
        first, second, right, right_modified, relations = (
            np.array(column) for column in zip(*some, strict=True)
        )
        return expected_change(first, second, right, right_modified, relations, FLIPS)

    found = changes(rows)
    assert found.counted + found.left_out == len(rows)
    assert 0 <= found.kept <= found.counted
    assert tuple(found) == tuple(np.sum([changes([row]) for row in rows], axis=0))


def test_rate_of_an_expectation() -> None:
    assert Expectation(1, 4, 9).rate == 0.25
    assert np.isnan(Expectation(0, 0, 9).rate)


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
