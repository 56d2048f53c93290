"""Accuracy by position: paired on the same questions, apart on others."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import fisher_exact

from heard import HALVES, NEVER, QUARTERS, tracks
from zellig.measures.by_position import (
    QUARTERS as POINTS,
)
from zellig.measures.by_position import (
    Place,
    accuracy_by_position,
    accuracy_curve,
    compare_sets,
)
from zellig.measures.significance import mcnemar
from zellig.measures.tracks import Track, Tracks, as_tracks


def knowing(generator: np.random.Generator, share: float, questions: int = 300) -> Tracks:
    """One that knows the answer from some point on, and at the end for so many questions."""
    steps = np.arange(1, 11) / 10
    known = np.where(generator.random(questions) < share, generator.random(questions), 2.0)
    return as_tracks(Track(list(steps), list(steps >= at)) for at in known)


def test_by_hand() -> None:
    systems = {"one": as_tracks([HALVES, QUARTERS, NEVER])}
    groups = {"all": np.arange(3), "last": np.array([2]), "none": np.array([], int)}
    found = accuracy_by_position(systems, POINTS, groups, 200, 1)
    assert [found.figures[Place("all", point)]["one"].value for point in POINTS] == [1 / 3, 0, 1 / 3, 2 / 3]
    assert found.figures[Place("last", "1.0")]["one"].value == 0
    assert {place.group for place in found.figures} == {"all", "last"}
    assert found.comparisons[Place("all", "1.0")] == []


def test_points_of_each_question() -> None:
    systems = {"one": as_tracks([HALVES, QUARTERS, NEVER])}
    sentences = {"first sentence": np.array([1.0, 0.3, 0.5])}
    found = accuracy_by_position(systems, sentences, {"all": np.arange(3)}, 200, 1)
    assert found.figures[Place("all", "first sentence")]["one"].value == 2 / 3


def test_two_systems_are_compared_question_by_question() -> None:
    generator = np.random.default_rng(5)
    better, worse = knowing(generator, 0.8), knowing(generator, 0.5)
    systems = {"better": better, "worse": worse, "again": better}
    found = accuracy_by_position(systems, POINTS, {"all": np.arange(300)}, 500, 2)
    first, same, _ = found.comparisons[Place("all", "1.0")]
    only = better.right_at(1.0) & ~worse.right_at(1.0), worse.right_at(1.0) & ~better.right_at(1.0)
    assert (first.first, first.second) == ("better", "worse")
    assert first.difference == pytest.approx((only[0].sum() - only[1].sum()) / 300)
    assert first.permutation_p == pytest.approx(mcnemar(int(only[0].sum()), int(only[1].sum())))
    assert first.permutation_p < first.adjusted_p < 0.05
    assert first.interval is not None
    assert 0 < first.interval[0] < first.difference < first.interval[1]
    assert same.difference == 0
    assert same.interval is None


def test_curve_by_hand() -> None:
    points = accuracy_curve(as_tracks([HALVES, QUARTERS, NEVER]), bins=4)
    assert [(point.stop, point.accuracy, point.guesses) for point in points] == [
        (0.25, 1, 1),
        (0.5, 0, 3),
        (0.75, 1, 1),
        (1.0, 0.5, 4),
    ]
    assert points[0].middle == 0.125


def test_a_bin_that_nobody_guessed_in_is_left_out() -> None:
    assert [point.start for point in accuracy_curve(as_tracks([HALVES]), bins=10)] == [0.4, 0.9]


@settings(deadline=None, max_examples=40)
@given(st.lists(tracks(), min_size=1, max_size=8), st.integers(1, 12))
def test_every_guess_is_in_one_bin(questions: list[Track], bins: int) -> None:
    points = accuracy_curve(as_tracks(questions), bins)
    assert sum(point.guesses for point in points) == sum(len(track.positions) for track in questions)
    right = sum(point.guesses * point.accuracy for point in points)
    assert right == pytest.approx(sum(sum(track.right) for track in questions))
    for point in points:
        assert 0 <= point.interval[0] <= point.interval[1] <= 1


def test_two_sets_of_questions() -> None:
    generator = np.random.default_rng(6)
    ordinary, hard = knowing(generator, 0.8, 200), knowing(generator, 0.4, 120)
    found = compare_sets({"one": ordinary, "other": ordinary}, {"one": hard}, POINTS)
    assert [(row.system, row.point) for row in found] == [("one", point) for point in POINTS]
    last = found[-1]
    won = int(ordinary.right_at(1.0).sum()), int(hard.right_at(1.0).sum())
    expected = fisher_exact([[won[0], 200 - won[0]], [won[1], 120 - won[1]]]).pvalue
    assert last.compared.p == pytest.approx(expected)
    assert last.compared.p < last.adjusted_p < 1e-6
    assert last.compared.difference == pytest.approx(won[0] / 200 - won[1] / 120)
