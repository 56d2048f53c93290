"""The buzzer that is trained for wins: its loss by hand, and what it risks."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from lessons import heard, histories
from zellig.buzzers.network import Batch, Settings
from zellig.buzzers.wins import Wins
from zellig.measures.expected_wins import WinCurve

numbers = st.floats(-4, 4)


@given(
    st.lists(st.lists(st.tuples(numbers, st.floats(0, 1)), min_size=1, max_size=5), min_size=1, max_size=4)
)
def test_the_loss_is_what_is_expected_to_be_won(questions: list[list[tuple[float, float]]]) -> None:
    longest = max(map(len, questions))
    filled = [[*each, *[(9.0, 1.0)] * (longest - len(each))] for each in questions]
    there = torch.tensor([[n < len(each) for n in range(longest)] for each in questions])
    scores, worth = torch.tensor(filled, dtype=torch.float64).unbind(2)
    loss = Wins.loss(scores, Batch(torch.empty(0), there, torch.empty(0), worth))
    won = []
    for question in questions:
        silent, total = 1.0, 0.0
        for score, gain in question:
            buzz = 1 / (1 + np.exp(-score))
            total += silent * buzz * gain
            silent *= 1 - buzz
        won.append(total)
    assert float(loss) == pytest.approx(-np.mean(won), abs=1e-9)


@pytest.mark.parametrize(
    ("curve", "buzzes"),
    [(WinCurve("flat", (1.0,)), [False, True]), (WinCurve("steep", (1.5, -1.5)), [True, True])],
    ids=lambda each: getattr(each, "name", ""),
)
def test_it_waits_where_waiting_costs_nothing_and_else_takes_the_risk(
    curve: WinCurve, buzzes: list[bool]
) -> None:
    """Half is heard: the guess is right two times in three. At the end it is always right."""
    questions = [heard(f"q{n}", (0.4, n % 3 != 0), (0.9, True)) for n in range(60)]
    buzzer = Wins.fit(questions, Settings(epochs=120, rate=0.02), curve, 1)
    assert buzzer.buzz(histories(questions[1]), [0, 0]) == buzzes
