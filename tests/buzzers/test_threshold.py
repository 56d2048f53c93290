"""The plain buzzer: from a probability on, which is given or the one that wins most."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from lessons import heard, histories, honest, said
from zellig.buzzers.lesson import Heard
from zellig.buzzers.threshold import PUBLISHED, Settings, Threshold
from zellig.errors import ZelligError
from zellig.measures.expected_wins import PUBLISHED as CURVE
from zellig.measures.expected_wins import WinCurve
from zellig.performers import History, Spec, Step
from zellig.systems.weights import WEIGHTS, write_arrays

STRAIGHT = WinCurve("straight", (1.0, -1.0))
LATE = WinCurve("late", (1.0,))


def won(buzzer: Threshold, questions: list[Heard], curve: WinCurve) -> float:
    """Expected wins, question by question and step by step."""
    total = 0.0
    for question in questions:
        for number, now in enumerate(buzzer.buzz(histories(question), [0] * len(question.steps))):
            if now:
                share = question.shares[number]
                total += float(curve(np.array(share))) if question.right[number] else 0.0
                break
    return total


def test_from_a_probability_on() -> None:
    question = heard("q", (0.2, False), (0.3, True), (0.29, True), (0.9, True))
    assert Threshold.ready("threshold").at == PUBLISHED == 0.3
    assert Threshold.ready("threshold").buzz(histories(question), [0] * 4) == [False, True, False, True]
    assert Threshold.ready("threshold?at=0.9").buzz(histories(question), [0] * 4) == [False] * 3 + [True]
    nothing = [History("q", (Step(25, ()),))]
    assert Threshold.ready("threshold?at=0.1").buzz(nothing, [0]) == [False]
    assert Threshold.ready("threshold?at=0").buzz(nothing, [0]) == [True]


@pytest.mark.parametrize("at", ["soon", "1.5", "-0.1", "nan", "", "inf"])
def test_what_is_no_probability(at: str) -> None:
    with pytest.raises(ZelligError, match=f"'{at}' is not a probability. Give a number from 0 to 1"):
        Threshold.ready(f"threshold?at={at}")


@settings(max_examples=50)
@given(said(), said())
def test_what_follows_changes_nothing(begun: tuple[Step, ...], after: tuple[Step, ...]) -> None:
    buzzer = Threshold.ready("threshold?at=0.5")
    alone = buzzer.buzz([History("q", begun)], [1])
    assert buzzer.buzz([History("q", begun), History("q", (*begun, *after))], [1, 2])[:1] == alone


@pytest.mark.parametrize("curve", [CURVE, STRAIGHT, LATE], ids=lambda curve: curve.name)
def test_trained_it_wins_most_of_all_that_were_seen(curve: WinCurve) -> None:
    questions = honest(25)
    trained = Threshold.fit(questions, Settings(), curve, 1)
    sure = {each.guesses[0][1] for question in questions for each in question.steps}
    best = max(won(Threshold(Spec("threshold"), at), questions, curve) for at in sure)
    assert won(trained, questions, curve) == pytest.approx(best)


def test_where_waiting_costs_it_risks_more() -> None:
    """Half is heard: the guess is right two times in three. At the end it is always right."""
    questions = [heard(f"q{n}", (0.4, n % 3 != 0), (0.9, True)) for n in range(30)]
    assert Threshold.fit(questions, Settings(), LATE, 1).at > 0.4
    assert Threshold.fit(questions, Settings(), STRAIGHT, 1).at <= 0.4


@pytest.mark.parametrize("seed", [1, 2017])
def test_chance_has_no_part_in_it(seed: int) -> None:
    questions = honest(5)
    assert (
        Threshold.fit(questions, Settings(), CURVE, seed).at
        == Threshold.fit(questions, Settings(), CURVE, 0).at
    )


def test_a_saved_one_is_one_number(tmp_path: Path) -> None:
    trained = Threshold.fit(honest(5), Settings(), CURVE, 1)
    write_arrays(tmp_path / WEIGHTS, trained.arrays())
    assert Threshold.load(tmp_path, trained.spec).at == trained.at
    write_arrays(tmp_path / WEIGHTS, {"at": np.array([0.1, 0.2])})
    with pytest.raises(ZelligError, match="there are 2 thresholds"):
        Threshold.load(tmp_path, trained.spec)
