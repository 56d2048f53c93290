"""Differences of two shares: against other implementations, known examples, and what an interval promises."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.stats import fisher_exact, ttest_ind

from zellig.measures.differences import (
    fisher_two_sided,
    paired_interval,
    unpaired_interval,
    welch,
    welch_interval,
)

counts = st.integers(0, 40)


def test_newcombe_1998_independent() -> None:
    """Table II of the paper: 56 of 70 and 48 of 80."""
    assert unpaired_interval(56, 70, 48, 80) == pytest.approx((0.0524, 0.3339), abs=5e-5)


@given(counts, counts, counts, counts)
@example(0, 0, 35, 0)
def test_paired_interval_holds_the_difference_and_turns_round(a: int, b: int, c: int, d: int) -> None:
    n = a + b + c + d
    if n == 0:
        return
    low, high = paired_interval(a, b, c, d)
    assert -1 <= low <= (b - c) / n <= high <= 1
    assert low < high
    assert paired_interval(a, c, b, d) == pytest.approx((-high, -low))


@pytest.mark.parametrize("together", [0.1, 0.5, 0.9])
def test_paired_interval_covers_as_often_as_it_says(together: float) -> None:
    generator = np.random.default_rng(8)
    held = 0
    for _ in range(600):
        same = generator.random(120) < together
        first = generator.random(120) < 0.8
        second = np.where(same, first, generator.random(120) < 0.6)
        true = 0.8 - (together * 0.8 + (1 - together) * 0.6)
        both, only_first = int((first & second).sum()), int((first & ~second).sum())
        only_second = int((second & ~first).sum())
        low, high = paired_interval(both, only_first, only_second, 120 - both - only_first - only_second)
        held += low <= true <= high
    assert held / 600 > 0.92


@given(counts, counts, st.data())
def test_fisher_is_that_of_scipy(first: int, second: int, data: st.DataObject) -> None:
    if not first or not second:
        return
    won = data.draw(st.integers(0, first)), data.draw(st.integers(0, second))
    expected = fisher_exact([[won[0], first - won[0]], [won[1], second - won[1]]]).pvalue
    assert fisher_two_sided(won[0], first, won[1], second) == pytest.approx(expected, abs=1e-9)


def test_fisher_in_a_long_game() -> None:
    assert fisher_two_sided(500_000, 1_000_000, 500_000, 1_000_000) == pytest.approx(1)
    assert fisher_two_sided(500_000, 1_000_000, 505_000, 1_000_000) < 1e-9


def test_welch_is_that_of_scipy() -> None:
    generator = np.random.default_rng(4)
    first, second = generator.random(50), generator.random(80) ** 1.3
    expected = ttest_ind(first, second, equal_var=False)
    assert welch(first, second) == pytest.approx(expected.pvalue)
    assert welch_interval(first, second) == pytest.approx(tuple(expected.confidence_interval()))


def test_no_spread_in_a_few_rounds_is_not_certainty() -> None:
    assert welch(np.ones(3), np.zeros(3)) > 0.01
    assert welch(np.ones(60), np.zeros(60)) < 1e-9
    assert welch(np.ones(5), np.ones(7)) == 1
    assert welch(np.ones(1), np.zeros(50)) == 1
    low, high = welch_interval(np.ones(3), np.zeros(3)) or (1.0, 1.0)
    assert low < 0.5
    assert high > 1
    assert welch_interval(np.ones(5), np.ones(7)) is None
    assert welch_interval(np.ones(1), np.zeros(50)) is None
