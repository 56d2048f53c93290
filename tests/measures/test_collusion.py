"""The test for collusion, by simulated seasons: it finds a pair that agreed, and lets kin and loners be."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from zellig.measures.collusion import LEVEL, collusion

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

KIN = np.array([0, 0, 0, 1, 1])  # similar choosers: three of them, and two
BREAKERS, ROUNDS = 6, 600


def honest(seed: int, breakers: int = BREAKERS) -> tuple[Floats, Ints]:
    """Who is right about which fake. Kin share their view of a fake, and which breakers they are good at."""
    chance = np.random.default_rng(seed)
    groups = np.repeat(np.arange(breakers), ROUNDS)
    ease = chance.normal(0.8, 1, breakers)[groups] + chance.normal(0, 1, len(groups))
    affinity = chance.normal(0, 0.7, (3, breakers))[KIN][:, groups]
    view = chance.normal(0, 1.5, (3, len(groups)))[KIN]
    own = chance.normal(0, 0.7, (5, len(groups))) + chance.normal(0, 0.05, (5, breakers))[:, groups]
    score = ease + chance.normal(0, 0.5, 5)[:, None] + affinity + view + own
    return (score > 0).astype(float), groups


def agreed(right: Floats, groups: Ints, player: int, group: int, often: float, seed: int = 0) -> Floats:
    """The same with a player that knows the sign of a breaker in a part of its rounds."""
    knows = (groups == group) & (np.random.default_rng(seed).random(len(groups)) < often)
    changed = right.copy()
    changed[player, knows] = 1.0
    return changed


def test_honest_pairs_are_not_accused_though_difficulty_alone_would_accuse_them() -> None:
    below = 0
    for seed in range(2):
        right, groups = honest(seed)
        for player in range(5):
            for group in range(BREAKERS):
                test = collusion(right, groups, player, group, seed, 1_999)
                assert not test.accused, (seed, player, group)
                below += test.p < LEVEL
    assert below > 5  # honest affinities are there, and permutation alone cannot tell them from a sign


def test_a_pair_that_agreed_is_found_and_nobody_else() -> None:
    right, groups = honest(1)
    hardest = int(np.argmin([right[0, groups == group].mean() for group in range(BREAKERS)]))
    changed = agreed(right, groups, 0, hardest, often=0.6)
    found = {
        (player, group): collusion(changed, groups, player, group, 1).accused
        for player in range(5)
        for group in range(BREAKERS)
    }
    assert [pair for pair, accused in found.items() if accused] == [(0, hardest)]


def test_with_one_look_alike_nobody_can_tell_which_of_the_two_is_odd() -> None:
    right, groups = honest(1)
    changed = agreed(right, groups, 3, 0, often=0.8)
    assert not any(collusion(changed, groups, player, 0, 1).accused for player in range(5))


def test_the_more_often_they_collude_the_larger_is_the_excess() -> None:
    right, groups = honest(2)
    tests = [
        collusion(agreed(right, groups, 1, 3, often), groups, 1, 3, 1, 999) for often in (0, 0.3, 0.6, 1)
    ]
    assert [test.excess for test in tests] == sorted(test.excess for test in tests)
    assert len({test.honest for test in tests}) == 1  # it is measured without the group in question
    assert tests[-1].information > tests[0].information


def test_who_throws_its_rounds_is_found_too() -> None:
    right, groups = honest(3)
    easiest = int(np.argmax([right[1, groups == group].mean() for group in range(BREAKERS)]))
    changed = right.copy()
    changed[1, (groups == easiest) & (np.arange(len(groups)) % 10 < 7)] = 0.0
    test = collusion(changed, groups, 1, easiest, 1)
    assert test.excess < 0
    assert test.accused


def test_permutation_keeps_its_level_where_nothing_depends_on_the_group() -> None:
    """With one kind of breaker for all, p below .05 comes in about a twentieth of the seasons."""
    below = []
    for seed in range(25):
        chance = np.random.default_rng(seed)
        groups = np.repeat(np.arange(4), 200)
        view = chance.normal(0, 1, len(groups))
        right = (view + chance.normal(0, 1, (4, len(groups))) > -0.5).astype(float)
        below += [collusion(right, groups, player, 1, seed, 399).p < 0.05 for player in range(4)]
    assert np.mean(below) < 0.11


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("few groups", "fewer than 4"),
        ("few fakes", "fewer than 50"),
        ("alone", "fewer than 50"),
    ],
)
def test_what_cannot_be_told_is_said(change: str, why: str) -> None:
    right, groups = honest(0, breakers=3 if change == "few groups" else 5)
    if change == "few fakes":
        keep = (groups != 0) | (np.arange(len(groups)) < 40)
        right, groups = right[:, keep], groups[keep]
    if change == "alone":
        right[1:, groups == 0] = np.nan  # a breaker that makes other fakes for this chooser
    test = collusion(right, groups, 0, 0, 1, 999)
    assert why in test.unknown
    assert not test.accused


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 1_000), share=st.floats(0, 0.4))
def test_it_does_not_depend_on_the_order_of_fakes_or_of_the_others(seed: int, share: float) -> None:
    right, groups = honest(seed)
    chance = np.random.default_rng(seed)
    right[chance.random(right.shape) < share] = np.nan
    one = collusion(right, groups, 0, 2, 5, 99)
    order = chance.permutation(len(groups))
    two = collusion(right[[0, 3, 4, 1, 2]][:, order], groups[order], 0, 2, 5, 99)
    assert two.rounds == one.rounds
    assert two.excess == pytest.approx(one.excess, abs=1e-9)
    assert two.honest == pytest.approx(one.honest, abs=1e-9)
    assert two.information == pytest.approx(one.information, abs=1e-9)
    assert 0 < one.p <= 1
    assert one.information >= -1e-12
