"""Questions heard piece by piece as columns: the same as looking at them one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from heard import HALVES, NEVER, QUARTERS, tracks
from zellig.measures.tracks import Track, as_tracks


def test_by_hand() -> None:
    found = as_tracks([HALVES, QUARTERS, NEVER])
    assert found.right_at(0.25).tolist() == [False, True, False]
    assert found.right_at(0.5).tolist() == [False, False, False]
    assert found.right_at(0.99).tolist() == [False, True, False]
    assert found.right_at(1.0).tolist() == [True, True, False]
    assert found.right_at(np.array([0.6, 0.3, 1.0])).tolist() == [False, True, False]
    assert found.first_right.tolist() == [1, 0, -1]
    assert found.stable.tolist() == [1, 2, -1]
    assert found.buzz_position[:2].tolist() == [1.0, 0.25]
    assert np.isnan(found.buzz_position[2])
    assert found.buzz_right.tolist() == [True, True, False]
    assert found.own.sum(axis=1).tolist() == [2, 4, 3]


def test_a_fraction_of_the_text_finds_its_step() -> None:
    """0.7 of ten steps is the seventh, whatever 7 / 10 and 0.7 look like in bits."""
    found = as_tracks([Track([step / 10 for step in range(1, 11)], [step == 7 for step in range(1, 11)])])
    assert found.right_at(0.1 * 7).tolist() == [True]
    assert found.right_at(0.7).tolist() == [True]


@pytest.mark.parametrize("empty", [[], [Track((), ())]], ids=["no questions", "a question without a step"])
def test_nothing_heard(empty: list[Track]) -> None:
    found = as_tracks(empty)
    assert not found.right_at(1.0).any()
    assert (found.first_right == -1).all()
    assert (found.stable == -1).all()


@given(st.lists(tracks(), min_size=1, max_size=6), st.floats(0, 1))
def test_columns_say_what_single_tracks_say(questions: list[Track], heard: float) -> None:
    found = as_tracks(questions)
    for number, track in enumerate(questions):
        places = [min(position, 1.0) for position in track.positions]
        known = [right for position, right in zip(places, track.right, strict=True) if position <= heard]
        near = any(abs(position - heard) < 1e-8 for position in places)
        assert near or found.right_at(heard)[number] == bool(known and known[-1])
        rights = [step for step, right in enumerate(track.right) if right]
        assert found.first_right[number] == (rights[0] if rights else -1)
        steady = [step for step in range(len(places)) if all(track.right[step:])]
        assert found.stable[number] == (steady[0] if steady else -1)
        if track.buzz >= 0:
            assert found.buzz_position[number] == places[track.buzz]
            assert found.buzz_right[number] == track.right[track.buzz]
        else:
            assert not found.buzz_right[number]
