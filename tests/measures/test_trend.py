"""The slope over time kept as sums: the same as least squares and White's errors computed directly."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats import t as student

from zellig.measures.trend import FEWEST, Trend, clustered_slope

steps = st.lists(st.tuples(st.integers(0, 5000), st.booleans()), min_size=3, max_size=80)


def trend_of(rows: list[tuple[int, bool]]) -> Trend:
    trend = Trend()
    for time, outcome in rows:
        trend.add(time, outcome)
    return trend


def direct(times: list[int], outcomes: list[bool], confidence: float) -> tuple[float, float, float]:
    """(X'X)^-1 X' diag(e^2) X (X'X)^-1 n / (n - 2), with matrices."""
    design = np.column_stack([np.ones(len(times)), np.array(times) / 100])
    y = np.array(outcomes, dtype=float)
    bread = np.linalg.inv(design.T @ design)
    coefficients = bread @ design.T @ y
    left = y - design @ coefficients
    covariance = bread @ (design.T * left**2) @ design @ bread * len(y) / (len(y) - 2)
    half = student.ppf((1 + confidence) / 2, len(y) - 2) * np.sqrt(covariance[1, 1])
    return coefficients[1], coefficients[1] - half, coefficients[1] + half


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("confidence", [0.9, 0.95])
def test_same_as_with_matrices(seed: int, confidence: float) -> None:
    generator = np.random.default_rng(seed)
    n = int(generator.integers(5, 400))
    start = int(generator.integers(0, 10_000))
    times = sorted(int(time) for time in start + generator.choice(5 * n, n, replace=False))
    chances = np.linspace(generator.uniform(0, 0.6), generator.uniform(0.4, 1), n)
    outcomes = [bool(point) for point in generator.random(n) < chances]
    trend = trend_of(list(zip(times, outcomes, strict=True)))
    slope, low, high = direct([time - start for time in times], outcomes, confidence)
    assert trend.slope == pytest.approx(slope, rel=1e-7, abs=1e-10)
    assert trend.interval(confidence) == pytest.approx((low, high), rel=1e-6, abs=1e-9)


@given(steps, st.randoms(use_true_random=False))
def test_order_of_steps_with_the_same_times_does_not_matter(
    rows: list[tuple[int, bool]], chance: random.Random
) -> None:
    assume(len({time for time, _ in rows}) > 1)
    rows = sorted(rows, key=lambda row: row[0])
    shuffled = sorted(chance.sample(rows, len(rows)), key=lambda row: row[0])
    first, second = trend_of(rows), trend_of(shuffled)
    assert first.slope == pytest.approx(second.slope)
    assert first.interval() == pytest.approx(second.interval())


@given(steps, st.integers(1, 10_000))
def test_when_the_game_began_does_not_matter(rows: list[tuple[int, bool]], later: int) -> None:
    assume(len({time for time, _ in rows}) > 1)
    moved = [(time + later, outcome) for time, outcome in rows]
    assert trend_of(rows).interval() == pytest.approx(trend_of(moved).interval())


def test_in_a_long_game_nothing_is_lost() -> None:
    """Sums of fourth powers over a million rounds, against the same computed from the middle."""
    generator = np.random.default_rng(1)
    n = 200_000
    outcomes = [bool(point) for point in generator.random(n) < np.linspace(0.5, 0.52, n)]
    times = [5 * number for number in range(n)]
    trend = trend_of(list(zip(times, outcomes, strict=True)))
    slope, low, high = direct([time - times[n // 2] for time in times], outcomes, 0.95)
    assert trend.slope == pytest.approx(slope, rel=1e-6)
    assert trend.interval() == pytest.approx((low, high), rel=1e-4)


def test_the_interval_holds_the_slope_as_often_as_it_says() -> None:
    generator = np.random.default_rng(2)
    true, held = 0.05, 0
    for _ in range(400):
        points = generator.random(300) < 0.6 + true * np.arange(300) / 100
        low, high = trend_of([(n, bool(point)) for n, point in enumerate(points)]).interval()
        held += low <= true <= high
    assert 0.92 <= held / 400 <= 0.98


def test_too_few_steps() -> None:
    assert not trend_of([(0, True), (1, False)]).known
    assert trend_of([(0, True), (1, False), (2, True)]).known


@pytest.mark.parametrize("seed", range(4))
def test_steps_of_a_cluster_go_together_as_with_matrices(seed: int) -> None:
    generator = np.random.default_rng(seed)
    clusters = np.repeat(np.arange(30), 5)
    times = clusters * 7 + generator.integers(0, 3, len(clusters))
    luck = np.repeat(generator.random(30), 5)
    outcomes = 0.8 * luck + 0.2 * generator.random(len(clusters)) < 0.5
    found = clustered_slope(times, outcomes, clusters)
    design = np.column_stack([np.ones(len(times)), times / 100])
    bread = np.linalg.inv(design.T @ design)
    coefficients = bread @ design.T @ outcomes
    left = outcomes - design @ coefficients
    sums = np.array([design[clusters == each].T @ left[clusters == each] for each in range(30)])
    covariance = bread @ (sums.T @ sums) @ bread * 30 / 29 * 149 / 148
    half = student.ppf(0.975, 29) * np.sqrt(covariance[1, 1])
    assert found is not None
    assert found.interval is not None
    assert found.per_100_rounds == pytest.approx(coefficients[1], abs=1e-6)
    assert found.interval == pytest.approx((coefficients[1] - half, coefficients[1] + half), abs=1e-6)


def test_too_few_rounds_have_no_interval_and_neither_have_outcomes_that_are_all_alike() -> None:
    times, mixed = np.arange(FEWEST), np.arange(FEWEST) % 3 == 0
    told = clustered_slope(times, mixed, times)
    assert told is not None
    assert told.interval is not None
    for outcomes, clusters in ((mixed, times // 2), (np.ones(FEWEST, bool), times)):
        found = clustered_slope(times, outcomes, clusters)
        assert found is not None
        assert found.interval is None
    assert clustered_slope(times * 0, mixed, times) is None
    assert trend_of([(n, n % 3 == 0) for n in range(FEWEST - 1)]).figures().interval is None
    assert trend_of([(n, True) for n in range(100)]).figures().interval is None
    assert trend_of([(n, n % 3 == 0) for n in range(FEWEST)]).figures().interval is not None
