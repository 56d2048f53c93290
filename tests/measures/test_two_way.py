"""Means of what belongs to a question and to a player: what an interval promises, and when it is silent."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.measures.intervals import Estimate
from zellig.measures.two_way import Crossing

ROUNDS = 400


def covered(estimate: Estimate, truth: float) -> bool:
    low, high = estimate.interval or (1.0, 0.0)
    return low <= truth <= high


def only_by(clusters: np.ndarray, values: np.ndarray) -> Estimate:
    """What one gets who forgets the other clusters."""
    return Crossing.of(clusters, np.zeros(len(values), int)).mean(values)


def test_covers_as_often_as_it_says_and_one_way_does_not() -> None:
    """Thirty questions and thirty players; who meets what is chance, and both have a hand in the outcome."""
    generator = np.random.default_rng(11)
    both = shares = questions_only = 0
    for _ in range(ROUNDS):
        met = generator.random((30, 30)) < 0.3
        easy, good = generator.normal(0, 0.08, 30), generator.normal(0, 0.08, 30)
        chance = 0.6 + easy[:, None] + good
        question, player = np.nonzero(met)
        values = np.clip(chance + generator.normal(0, 0.05, (30, 30)), 0, 1)[met]
        hits = (generator.random((30, 30)) < chance)[met]
        crossing = Crossing.of(question, player)
        both += covered(crossing.mean(values), 0.6)
        shares += covered(crossing.share(hits), 0.6)
        questions_only += covered(only_by(question, values), 0.6)
    assert 0.92 < both / ROUNDS < 0.98
    assert 0.92 < shares / ROUNDS < 0.99
    assert questions_only / ROUNDS < 0.87


def test_independent_rows_are_as_sure_as_a_plain_mean() -> None:
    values = np.random.default_rng(2).random(2000)
    error, freedom = Crossing.of(np.arange(2000), np.arange(2000)).error(values)
    assert error == pytest.approx(values.std(ddof=1) / np.sqrt(2000))
    assert freedom == 1999


def test_by_hand() -> None:
    """Two questions, two players, each meets each: 1 1 / 0 1, mean 0.75, residuals a quarter of that."""
    values = np.array([1.0, 1.0, 0.0, 1.0])
    question, player = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    # Sums of residuals / 4: questions ±0.125, players ±0.125; single ones 1/16 (three times) and -3/16.
    between = 2 * (0.125**2 + 0.125**2)
    single = 4 / 3 * (3 / 16**2 + 9 / 16**2)
    error, freedom = Crossing.of(question, player).error(values)
    assert error**2 == pytest.approx(max(2 * between - single, between))
    assert freedom == 1


def test_one_question_is_about_its_players() -> None:
    hits, players, one = np.array([True, False, True, True]), np.arange(4), np.zeros(4, int)
    found = Crossing.of(one, players).share(hits)
    assert found == Crossing.of(players, one).share(hits)
    assert found.interval is not None


def test_too_little_to_tell() -> None:
    one = Crossing.of(np.zeros(1, int), np.zeros(1, int))
    assert one.share(np.array([True])) == Estimate(1.0, None)
    assert one.mean(np.array([0.4])) == Estimate(0.4, None)


def test_all_right_is_not_certain() -> None:
    crossing = Crossing.of(np.arange(40) % 8, np.arange(40) % 5)
    low, high = crossing.share(np.ones(40, bool)).interval or (0.0, 0.0)
    assert high == 1
    assert 0.5 < low < 0.6  # five players, not forty buzzes


@given(
    st.lists(
        st.tuples(st.booleans(), st.integers(0, 5), st.integers(0, 5), st.floats(0, 1)),
        min_size=1,
        max_size=40,
    )
)
def test_always_a_number_within_its_interval(rows: list[tuple[bool, int, int, float]]) -> None:
    hits, first, second, values = (np.array(column) for column in zip(*rows, strict=True))
    crossing = Crossing.of(first, second)
    for estimate in (crossing.share(hits), crossing.mean(values)):
        assert 0 <= estimate.value <= 1
        if estimate.interval is not None:
            low, high = estimate.interval
            assert 0 <= low <= estimate.value + 1e-9
            assert estimate.value - 1e-9 <= high <= 1
    assert crossing.share(hits) == Crossing.of(second, first).share(hits)
