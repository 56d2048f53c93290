"""The chooser `discriminator`: it learns from what it is told, round by round, and from nothing else."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.choosers.decision import coin
from zellig.choosers.discriminator import Discriminator, difference, make
from zellig.errors import ZelligError
from zellig.performers import Lineup, Observation, Which

SUBJECTS = ["the cook", "a painter", "our neighbour", "the old sailor", "every child", "my sister"]
VERBS = ["has eaten", "did not see", "is looking for", "may have sold", "wants to find", "keeps"]
OBJECTS = ["the soup", "a boat", "some bread", "his letters", "the last apple", "two lamps"]


def rounds(number: int, seed: int) -> list[Observation]:
    """Sentences of our own, and their words in another order."""
    chance = random.Random(seed)
    found: list[Observation] = []
    for name in range(number):
        words = " ".join(chance.choice(part) for part in (SUBJECTS, VERBS, OBJECTS)).split()
        order = words.copy()
        while order == words:
            chance.shuffle(order)
        fake: Which = 0 if chance.random() < 0.5 else 1
        texts = (" ".join(words), " ".join(order))
        found.append(Observation(str(name), texts if fake == 1 else (texts[1], texts[0]), fake))
    return found


def right(chooser: Discriminator, outcomes: list[Observation]) -> float:
    lineups = [Lineup(outcome.id, outcome.texts) for outcome in outcomes]
    choices = chooser.choose(lineups, range(len(lineups)))
    return float(np.mean([a.fake == b.fake for a, b in zip(choices, outcomes, strict=True)]))


def test_it_learns_from_transparent_rounds() -> None:
    chooser, test = make(), rounds(200, 1)
    scores = []
    for lesson in range(4):
        scores.append(right(chooser, test))
        chooser.observe(rounds(8, 10 + lesson))
    assert 0.4 < scores[0] < 0.6  # a coin
    assert scores[1] > 0.6
    assert scores[3] > max(0.9, scores[1])


def test_opaque_rounds_teach_nothing() -> None:
    chooser, told = make(), rounds(50, 2)
    chooser.observe([Observation(each.id, each.texts, None, each.fake) for each in told])
    lineups = [Lineup(each.id, each.texts) for each in told]
    assert [c.fake for c in chooser.choose(lineups, range(50))] == [coin(seed) for seed in range(50)]


def test_what_it_knows_does_not_depend_on_the_batches() -> None:
    one, two, told = make(), make(), rounds(60, 3)
    one.observe(told)
    for outcome in told:
        two.observe([outcome])
    assert np.array_equal(one._weights, two._weights)
    one.start("another game", 1)
    assert not one._weights.any()


def test_after_its_last_lesson_it_stays_as_it_is() -> None:
    one, two, told = make(lessons=20), make(), rounds(60, 3)
    hidden = [Observation(each.id, each.texts, None, each.fake) for each in told[:20]]
    one.observe(hidden)  # these are no lessons
    one.observe(told)
    two.observe(told[:20])
    assert np.array_equal(one._weights, two._weights)
    one.start("another game", 1)
    one.observe(told[:20])
    assert np.array_equal(one._weights, two._weights)
    with pytest.raises(ZelligError, match="lessons = -1"):
        make(lessons=-1)


@given(st.text(max_size=40), st.text(max_size=40))
def test_a_difference_turned_round_is_its_opposite(first: str, second: str) -> None:
    (places, values), (turned, opposite) = difference(first, second), difference(second, first)
    assert places.tolist() == turned.tolist()
    assert np.allclose(values, -opposite)
    assert not difference(first, first)[1].any()


def test_what_two_texts_share_is_left_out() -> None:
    places, values = difference("the cook sang", "the cook sang well")
    assert len(places) < len(difference("the cook sang", "")[0])
    assert (values < 0).sum() > (values > 0).sum() > 0


@pytest.mark.parametrize("rate", [0, -1, 11, float("nan")])
def test_a_rate_that_makes_no_sense_is_refused(rate: float) -> None:
    with pytest.raises(ZelligError, match="learning rate"):
        make(rate=rate)
