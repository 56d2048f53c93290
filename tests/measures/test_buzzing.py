"""How systems buzz: by hand, and what their differences promise."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heard import HALVES, NEVER, QUARTERS, tracks
from zellig.measures.buzzing import compare_buzzers
from zellig.measures.expected_wins import PUBLISHED, WinCurve
from zellig.measures.tracks import NO_BUZZ, Track, as_tracks

STRAIGHT = WinCurve("straight", (1.0, -1.0))


def test_by_hand() -> None:
    found = compare_buzzers({"one": as_tracks([HALVES, QUARTERS, NEVER])}, STRAIGHT, 200, 1)
    one = found.systems["one"]
    assert one.questions == 3
    assert one.buzzed.value == pytest.approx(2 / 3)
    assert one.accuracy is not None
    assert one.accuracy.value == 1
    assert one.position is not None
    assert one.position.value == pytest.approx(0.625)
    assert one.expected_wins.value == pytest.approx(0.25)
    assert (one.first, one.stable, one.optimal) == pytest.approx((0.25, 1 / 12, 0.25))
    assert found.comparisons == []


def test_who_never_buzzes_wins_nothing() -> None:
    silent = as_tracks([NEVER, HALVES._replace(buzz=NO_BUZZ)])
    one = compare_buzzers({"one": silent}, PUBLISHED, 200, 1).systems["one"]
    assert one.expected_wins.value == 0
    assert one.accuracy is None
    assert one.position is None
    assert one.buzzed.interval is not None  # of two questions: all others may be buzzed on
    assert one.buzzed.interval[1] > 0.5


def test_earlier_and_as_right_is_better() -> None:
    generator = np.random.default_rng(3)
    steps = list(np.arange(1, 21) / 20)
    known = generator.integers(3, 18, 200)
    guesses = as_tracks(Track(steps, [step >= at for step in range(20)]) for at in known)
    early, late = guesses.buzzing(known), guesses.buzzing(np.minimum(known + 2, 19))
    found = compare_buzzers({"early": early, "late": late, "late again": late}, PUBLISHED, 500, 2)
    first, _, same = found.comparisons
    assert first.apart
    assert first.interval is not None
    assert 0 < first.interval[0] < first.difference < first.interval[1]
    assert first.permutation_p == pytest.approx(1e-4)  # as few as 9,999 permutations can tell
    assert not same.apart
    assert same.interval is None
    # Paired: how much the two win by question varies far more than their difference.
    wins = found.systems["early"].expected_wins.interval
    assert wins is not None
    assert first.interval[1] - first.interval[0] < (wins[1] - wins[0]) / 2


@settings(deadline=None, max_examples=30)
@given(st.lists(tracks(), min_size=1, max_size=8))
def test_never_without_a_number(questions: list[Track]) -> None:
    found = compare_buzzers({"one": as_tracks(questions)}, PUBLISHED, 100, 1).systems["one"]
    assert 0 <= found.expected_wins.value <= found.optimal <= 1
    assert found.stable <= found.optimal
    for estimate in (found.buzzed, found.accuracy, found.position, found.expected_wins):
        if estimate is not None and estimate.interval is not None:
            low, high = estimate.interval
            assert 0 <= low <= high <= 1
