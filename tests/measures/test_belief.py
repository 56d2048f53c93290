"""A belief about weights: it comes near to what is so, knows how sure it is, and draws by seeds."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from zellig.measures.belief import Belief

TRUE = np.array([0.5, -1.5, 1.0, 0.0])


def taught(outcomes: int, seed: int = 1) -> Belief:
    luck, belief = np.random.default_rng(seed), Belief(len(TRUE))
    for features in luck.standard_normal((outcomes, len(TRUE))):
        belief.learn(features, bool(luck.random() < 1 / (1 + np.exp(-TRUE @ features))))
    return belief


def test_the_weights_are_found() -> None:
    assert np.abs(taught(0).mean).max() == 0
    assert np.abs(taught(2000).mean - TRUE).max() < 0.2


def test_it_knows_how_sure_it_is() -> None:
    """Over many worlds what is so lies about as far off as is believed."""
    off = [
        (belief.mean - TRUE) / np.sqrt(np.diag(belief.covariance))
        for belief in (taught(200, seed) for seed in range(60))
    ]
    assert 0.8 < float(np.std(off)) < 1.3


def test_draws_are_as_spread_as_the_belief_and_go_by_the_seed() -> None:
    belief = taught(50)
    draws = np.array([belief.draw(seed) for seed in range(4000)])
    assert np.allclose(draws.mean(axis=0), belief.mean, atol=0.05)
    assert np.allclose(np.cov(draws.T), belief.covariance, atol=0.02)
    assert np.array_equal(belief.draw(7), taught(50).draw(7))
    assert not np.array_equal(belief.draw(7), belief.draw(8))


numbers = st.floats(-3, 3)


@given(st.lists(st.tuples(st.lists(numbers, min_size=3, max_size=3), st.booleans()), max_size=30))
def test_whatever_comes_it_gets_surer_and_can_be_drawn_from(outcomes: list[tuple[list[float], bool]]) -> None:
    belief = Belief(3)
    for features, outcome in outcomes:
        before = np.diag(belief.covariance)
        belief.learn(np.array(features), outcome)
        assert (np.diag(belief.covariance) <= before + 1e-12).all()
    assert np.isfinite(belief.draw(1)).all()
