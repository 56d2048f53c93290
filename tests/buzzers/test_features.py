"""The 22 numbers: counted again from their description, and nothing of what comes in any of them."""

from __future__ import annotations

from statistics import fmean, pvariance

import numpy as np
import pytest
from hypothesis import given, settings

from lessons import said, step
from zellig.buzzers.features import FEATURES, features
from zellig.performers import Step


def described(now: Step, before: Step | None) -> list[float]:
    """As section 3.4 of the facts has them, one after the other."""
    guesses = list(now.guesses[:10])
    previous = list(before.guesses[:10]) if before else []
    p = [share for _, share in guesses] + [0.0] * (10 - len(guesses))
    q = [share for _, share in previous] + [0.0] * (10 - len(previous))
    earlier = dict(previous)
    is_new = [1.0 if name not in earlier else 0.0 for name, _ in guesses]
    is_new += [0.0] * (10 - len(guesses))
    change = [share - earlier.get(name, 0.0) for name, share in guesses[:3]]
    change += [0.0] * (3 - len(change))
    return [
        *(p[0], p[1], p[2]),
        *is_new[:3],
        *change,
        *(p[0] - p[1], p[1] - p[2]),
        *(p[0] - q[0], p[1] - q[1]),
        sum(is_new[:5]),
        *(fmean(p), fmean(q)),
        *(fmean(p[:6]), fmean(q[:5])),
        *(pvariance(p), pvariance(q)),
        *(pvariance(p[:5]), pvariance(q[:5])),
    ]


@settings(max_examples=50)
@given(said())
def test_they_are_those_of_the_released_code(steps: tuple[Step, ...]) -> None:
    before = [None, *steps[:-1]]
    expected = [described(now, then) for now, then in zip(steps, before, strict=True)]
    found = features(steps)
    assert found.shape == (len(steps), FEATURES)
    assert np.allclose(found, expected, rtol=0, atol=1e-12)


@settings(max_examples=50)
@given(said(), said())
def test_no_step_knows_a_later_one(begun: tuple[Step, ...], after: tuple[Step, ...]) -> None:
    assert features((*begun, *after))[: len(begun)].tolist() == features(begun).tolist()


def test_by_hand() -> None:
    first = step(1, ash=0.5, elm=0.3)
    then = step(2, elm=0.6, oak=0.2, ash=0.1)
    (_, row) = features([first, then]).tolist()
    assert row[:3] == [0.6, 0.2, 0.1]
    assert row[3:6] == [0, 1, 0]  # the oak is new
    assert row[6:9] == pytest.approx([0.3, 0.2, -0.4])
    assert row[9:13] == pytest.approx([0.4, 0.1, 0.1, -0.1])
    assert row[13] == 1
    assert row[14:18] == pytest.approx([0.09, 0.08, 0.15, 0.16])


def test_nothing_said() -> None:
    assert features([Step(25, ())]).tolist() == [[0.0] * FEATURES]
    assert features([]).shape == (0, FEATURES)
