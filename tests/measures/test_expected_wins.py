"""Expected wins: the published curve, fitted ones, and that nothing is won without a right buzz."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import nnls

from heard import HALVES, NEVER, QUARTERS, tracks
from zellig.errors import ZelligError
from zellig.measures.expected_wins import (
    LEAST,
    PUBLISHED,
    WinCurve,
    curve_error,
    expected_wins,
    first_wins,
    fit_win_curve,
    not_yet_right,
    optimal_wins,
    stable_wins,
    wins,
)
from zellig.measures.tracks import Track, as_tracks

STRAIGHT = WinCurve("straight", (1.0, -1.0))

buzzes = st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=40).map(
    lambda rows: rows * LEAST
)


def test_the_published_curve() -> None:
    assert PUBLISHED(np.array([0.0, 0.5, 1.0])) == pytest.approx([0.993, 0.786, 0.380], abs=5e-4)
    assert PUBLISHED(np.array([1.04, 7.0, -0.1])).tolist() == PUBLISHED(np.array([1.0, 1.0, 0.0])).tolist()


def test_nothing_is_won_without_a_right_buzz() -> None:
    won = expected_wins(np.array([0.5, 0.5, np.nan, np.nan]), np.array([True, False, False, True]), PUBLISHED)
    assert won.tolist() == [PUBLISHED(np.array(0.5)), 0, 0, 0]


def test_by_hand() -> None:
    found = as_tracks([HALVES, QUARTERS, NEVER])
    assert wins(found, STRAIGHT).tolist() == [0, 0.75, 0]
    assert first_wins(found, STRAIGHT).tolist() == [0, 0.75, 0]
    assert stable_wins(found, STRAIGHT).tolist() == [0, 0.25, 0]
    assert optimal_wins(found, STRAIGHT).tolist() == [0, 0.75, 0]


def test_never_right_is_worth_nothing_at_the_end_either() -> None:
    found = as_tracks([NEVER])
    for worth in (first_wins, stable_wins, optimal_wins):
        assert worth(found, PUBLISHED).tolist() == [0]


@given(st.lists(tracks(), min_size=1, max_size=6))
def test_the_best_buzz_is_the_best(questions: list[Track]) -> None:
    found = as_tracks(questions)
    for curve in (PUBLISHED, STRAIGHT):
        best = optimal_wins(found, curve)
        for worth in (wins, first_wins, stable_wins):
            won = worth(found, curve)
            assert np.isfinite(won).all()
            assert (won >= 0).all()
            assert (won <= best).all()
    assert first_wins(found, STRAIGHT).tolist() == optimal_wins(found, STRAIGHT).tolist()


def test_what_a_curve_is_fitted_to() -> None:
    positions, right = np.array([0.2, 0.4, 0.4, 1.0]), np.array([True, False, True, True])
    at = np.array([0.0, 0.2, 0.3, 0.41, 1.0])
    assert not_yet_right(positions, right, at).tolist() == [1, 1, 0.75, 0.5, 0.5]  # before, not at


def test_a_cubic_is_found_again() -> None:
    """Buzzes that are spread as a falling cubic says: 1 - (x² + x³) / 4."""
    grid = np.linspace(0, 1, 10_001)
    early = np.interp((np.arange(50_000) + 0.5) / 100_000, (grid**2 + grid**3) / 4, grid)
    right = np.arange(100_000) < 50_000
    curve = fit_win_curve(np.r_[early, np.full(50_000, 0.3)], right)
    assert curve.coefficients == pytest.approx((1, 0, -0.25, -0.25), abs=2e-3)


@given(buzzes)
def test_a_fitted_curve_falls_and_is_the_nearest_that_does(rows: list[tuple[float, bool]]) -> None:
    positions, right = (np.array(column) for column in zip(*rows, strict=True))
    curve = fit_win_curve(positions, right)
    x = np.arange(1001) / 1000
    worth = curve(x)
    assert (np.diff(worth) <= 1e-9).all()
    assert ((worth >= 0) & (worth <= 1)).all()
    bernstein = np.stack([(1 - x) ** 3, 3 * x * (1 - x) ** 2, 3 * x**2 * (1 - x), x**3])
    columns = np.cumsum(bernstein[::-1], axis=0)[::-1].T
    expected, _ = nnls(columns, 1 - not_yet_right(positions, right, x))
    assert worth == pytest.approx(np.clip(1 - columns @ expected, 0, 1), abs=1e-6)


def test_error_of_a_curve() -> None:
    positions, right = np.array([0.5, 0.5]), np.array([True, True])
    flat = WinCurve("flat", (1.0,))
    assert curve_error(flat, positions, right) == pytest.approx(np.sqrt(500 / 1001))


@pytest.mark.parametrize("number", [0, 1, LEAST - 1])
def test_too_few_buzzes(number: int) -> None:
    with pytest.raises(ZelligError, match=rf"^{number} buzzes are too few .*\. Give {LEAST} or more\.$"):
        fit_win_curve(np.full(number, 0.5), np.ones(number, bool))
    assert fit_win_curve(np.full(LEAST, 0.5), np.ones(LEAST, bool)).name == "fitted"
