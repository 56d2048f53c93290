"""Strengths of Bradley and Terry: against a second computation, and what they must always be."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.special import expit
from sklearn.linear_model import LogisticRegression

from zellig.measures.bradley_terry import Strengths, bradley_terry

Floats = NDArray[np.float64]


def _season(
    choosers: int, breakers: int, rows: int, seed: int, spread: float = 1.0
) -> tuple[Floats, NDArray[np.bool_], NDArray[np.int64], Floats]:
    chance = np.random.default_rng(seed)
    true = chance.normal(0, spread, choosers + breakers)
    first = chance.integers(0, choosers, rows)
    second = choosers + chance.integers(0, breakers, rows)
    design = np.zeros((rows, choosers + breakers))
    design[np.arange(rows), first] = 1
    design[np.arange(rows), second] = -1
    won = chance.random(rows) < expit(design @ true)
    true[:choosers] -= true[:choosers].mean()
    true[choosers:] -= true[choosers:].mean()
    return design, won, np.arange(rows) // 4, true


def _groups(choosers: int, breakers: int) -> list[NDArray[np.int64]]:
    return [np.arange(choosers), choosers + np.arange(breakers)]


def _fit(
    design: Floats, won: NDArray[np.bool_], clusters: NDArray[np.int64], choosers: int, **how: float
) -> Strengths:
    found = bradley_terry(design, won, clusters, _groups(choosers, design.shape[1] - choosers), **how)
    assert found is not None
    return found


@pytest.mark.parametrize("ridge", [1e-6, 0.01, 1.0])
def test_logistic_regression_of_scikit_learn_comes_to_the_same(ridge: float) -> None:
    design, won, clusters, _ = _season(4, 3, 2_000, 1)
    other = LogisticRegression(
        C=1 / ridge, fit_intercept=False, tol=1e-10, max_iter=10_000, solver="newton-cg"
    )
    values = other.fit(design, won).coef_[0]
    values[:4] -= values[:4].mean()
    values[4:] -= values[4:].mean()
    assert _fit(design, won, clusters, 4, ridge=ridge).values == pytest.approx(values, abs=2e-5)


def test_without_a_penalty_it_is_maximum_likelihood() -> None:
    design, won, clusters, _ = _season(3, 3, 3_000, 2)
    unpenalised = LogisticRegression(C=np.inf, fit_intercept=False, tol=1e-10, max_iter=10_000).fit(
        design[:, :-1], won
    )
    values = np.append(unpenalised.coef_[0], 0.0)
    values[:3] -= values[:3].mean()
    values[3:] -= values[3:].mean()
    assert _fit(design, won, clusters, 3, ridge=1e-8).values == pytest.approx(values, abs=1e-4)


def test_intervals_have_the_truth_as_often_as_they_say() -> None:
    inside = []
    for seed in range(200):
        design, won, clusters, true = _season(3, 2, 600, seed)
        found = _fit(design, won, clusters, 3)
        inside += list((found.low <= true) & (true <= found.high))
    assert 0.93 <= np.mean(inside) <= 0.975


def test_rounds_of_one_text_say_less_than_as_many_of_different_ones() -> None:
    design, won, _, _ = _season(3, 2, 500, 3)
    repeated, twice = np.repeat(design, 4, axis=0), np.repeat(won, 4)
    apart = _fit(repeated, twice, np.arange(2_000), 3).errors
    together = _fit(repeated, twice, np.repeat(np.arange(500), 4), 3).errors
    assert (together > 1.7 * apart).all()
    assert together == pytest.approx(_fit(design, won, np.arange(500), 3).errors, rel=0.05)


def test_who_always_wins_is_strong_and_not_known_well() -> None:
    design, won, clusters, _ = _season(3, 2, 900, 4)
    won = won | (design[:, 0] == 1)
    found = _fit(design, won, clusters, 3)
    assert np.isfinite(found.values).all()
    assert found.values[0] == found.values[:3].max()
    assert found.errors[0] > 3 * found.errors[4]


def test_players_that_no_game_connects_are_not_compared() -> None:
    design = np.array([[1.0, 0, -1, 0], [0, 1.0, 0, -1]] * 20)
    won = np.arange(40) % 3 == 0
    assert bradley_terry(design, won, np.arange(40), _groups(2, 2)) is None


@settings(max_examples=40, deadline=None)
@given(sizes=st.tuples(st.integers(2, 4), st.integers(2, 4)), seed=st.integers(0, 10_000), order=st.randoms())
def test_names_and_order_do_not_matter_and_groups_have_mean_zero(sizes, seed, order) -> None:  # type: ignore[no-untyped-def]
    choosers, breakers = sizes
    design, won, clusters, _ = _season(choosers, breakers, 300, seed)
    found = _fit(design, won, clusters, choosers)
    assert found.values[:choosers].sum() == pytest.approx(0, abs=1e-6)
    assert found.values[choosers:].sum() == pytest.approx(0, abs=1e-6)
    assert (found.low < found.values).all()
    rows = list(range(300))
    order.shuffle(rows)
    players = [*np.random.default_rng(seed).permutation(choosers), *range(choosers, choosers + breakers)]
    other = _fit(design[rows][:, players], won[rows], clusters[rows], choosers)
    assert other.values == pytest.approx(found.values[players], abs=1e-6)
    assert other.errors == pytest.approx(found.errors[players], abs=1e-6)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_the_other_way_round_is_the_same_with_other_signs(seed: int) -> None:
    design, won, clusters, _ = _season(3, 3, 400, seed)
    found, turned = _fit(design, won, clusters, 3), _fit(design, ~won, clusters, 3)
    assert turned.values == pytest.approx(-found.values, abs=1e-6)
