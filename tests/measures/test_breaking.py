"""Breaking: exactly one side right."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.measures.breaking import Bools, break_rate, breaker_score, broken, sides

outcomes = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=40).map(
    lambda rows: np.array(rows, dtype=bool).T
)


def test_the_four_cases() -> None:
    original, modified = np.array([[True, True, False, False], [True, False, True, False]])
    assert broken(original, modified).tolist() == [False, True, True, False]


@given(outcomes)
def test_breaking_does_not_care_which_side_is_which(right: Bools) -> None:
    assert (broken(right[0], right[1]) == broken(right[1], right[0])).all()
    assert (broken(~right[0], ~right[1]) == broken(right[0], right[1])).all()


@given(outcomes)
def test_rates_are_shares_and_sentences_are_twice_the_pairs(right: Bools) -> None:
    flags = broken(right[0], right[1])
    rate = break_rate(flags)
    assert 0 <= rate <= 1
    assert rate == sum(flags) / len(flags)
    assert break_rate(flags, "sentences") == pytest.approx(rate / 2)


def test_systems_come_before_pairs() -> None:
    flags = np.array([[True, True, False, False], [False, False, False, True]])
    assert break_rate(flags).tolist() == [0.5, 0.25]
    assert break_rate(flags, "sentences").tolist() == [0.25, 0.125]


def test_without_pairs_there_is_no_rate() -> None:
    assert np.isnan(break_rate(np.zeros((3, 0), dtype=bool))).tolist() == [True] * 3


def test_sides() -> None:
    assert (sides("pairs"), sides("sentences")) == (1, 2)


def test_breaker_score_by_hand() -> None:
    # (0.9 x 0.5 + 0.6 x 1.0) / 2 = 0.525
    assert breaker_score(np.array([0.9, 0.6]), np.array([0.5, 1.0])) == pytest.approx(52.5)


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=10))
def test_breaker_score_is_a_percentage_below_the_mean_rate(rows: list[tuple[float, float]]) -> None:
    weights, rates = np.array(rows).T
    score = float(breaker_score(weights, rates))
    assert 0 <= score <= 100 * rates.mean() + 1e-9
    assert float(breaker_score(np.ones(len(rates)), rates)) == pytest.approx(100 * rates.mean())
