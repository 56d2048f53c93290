"""Denominators and the breaker score."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.measures.breaking import breaker_score, sides


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
