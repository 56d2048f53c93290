"""F1 from counts, against scikit-learn."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import f1_score

from zellig.measures.f1 import count, macro, per_class, weighted

# Three classes, the middle one is never gold: the 0 of a three-way system on two-way data.
two_way = st.lists(st.tuples(st.sampled_from([0, 2]), st.integers(0, 2)), min_size=1, max_size=60)
three_way = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=60)


@given(two_way | three_way)
def test_equals_scikit_learn(rows: list[tuple[int, int]]) -> None:
    gold, answers = np.array(rows).T
    counts = count(gold, answers, 3)
    labels = sorted(set(gold.tolist()))
    expected = {
        average: f1_score(gold, answers, labels=labels, average=average, zero_division=0)
        for average in ("weighted", "macro")
    }
    assert float(weighted(counts)) == pytest.approx(expected["weighted"])
    assert float(macro(counts)) == pytest.approx(expected["macro"])
    single = f1_score(gold, answers, labels=labels, average=None, zero_division=0)
    assert per_class(counts)[labels] == pytest.approx(single)


@given(three_way, st.lists(st.integers(0, 2), max_size=20))
def test_items_with_several_accepted_answers_are_left_out(
    rows: list[tuple[int, int]], others: list[int]
) -> None:
    gold, answers = np.array(rows).T
    more_gold = np.concatenate([gold, np.full(len(others), -1)])
    more_answers = np.concatenate([answers, np.array(others, dtype=int)])
    with_others = count(more_gold, more_answers, 3)
    for one, other in zip(with_others, count(gold, answers, 3), strict=True):
        assert one.tolist() == other.tolist()


def test_a_class_that_is_only_predicted_lowers_recall_and_has_no_say() -> None:
    counts = count(np.array([0, 0, 2, 2]), np.array([0, 1, 2, 1]), 3)
    assert per_class(counts).tolist() == pytest.approx([2 / 3, 0, 2 / 3])
    assert float(macro(counts)) == float(weighted(counts)) == pytest.approx(2 / 3)


def test_a_class_that_never_occurs_has_no_f1() -> None:
    assert np.isnan(per_class(count(np.array([0]), np.array([0]), 2))).tolist() == [False, True]


def test_without_gold_there_is_no_f1() -> None:
    counts = count(np.array([-1, -1]), np.array([0, 1]), 2)
    assert np.isnan(weighted(counts))
    assert np.isnan(macro(counts))


def test_counts_of_two_halves_add_up() -> None:
    gold, answers = np.array([0, 1, 1, 0]), np.array([[0, 1, 0, 0], [1, 1, 1, 1]])
    whole = count(gold, answers, 2)
    halves = [count(gold[part], answers[:, part], 2) for part in (slice(0, 2), slice(2, 4))]
    assert whole.right.tolist() == (halves[0].right + halves[1].right).tolist()
    assert whole.answered.tolist() == [[3, 1], [0, 4]]
    assert whole.gold.tolist() == [2, 2]
