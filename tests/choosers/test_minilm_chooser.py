"""The chooser `minilm`: it guesses before its first lesson; the same rounds and seed teach the same."""

from __future__ import annotations

import pytest
import torch

from zellig.choosers.decision import coin
from zellig.choosers.minilm import MiniLm, make
from zellig.errors import ZelligError
from zellig.performers import Choice, Lineup, Observation, Which

REAL = [
    "The {} is on the table.",
    "We looked for the {} all day.",
    "Nobody has seen the {}.",
    "My {} is old.",
]
FAKE = [
    "The table {} the on is.",
    "Day all {} looked the we for.",
    "The {} seen has nobody.",
    "Old is {} my.",
]


def told(*nouns: str) -> list[Observation]:
    found: list[Observation] = []
    for noun in nouns:
        for real, fake in zip(REAL, FAKE, strict=True):
            texts, place = (real.format(noun), fake.format(noun)), len(found) % 2
            at: Which = 1 if place else 0
            found.append(Observation(str(len(found)), texts if at else (texts[1], texts[0]), at))
    return found


TEST = told("lamp", "apple")
LINEUPS = [Lineup(outcome.id, outcome.texts) for outcome in TEST]


def chosen(chooser: MiniLm) -> list[Choice]:
    return chooser.choose(LINEUPS, range(len(LINEUPS)))


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


def test_it_learns_every_so_many_rounds() -> None:
    lesson = told("spoon", "boat", "letter", "coat")
    chooser = make(every=16)
    chooser.start("game", 1)
    chooser.observe(lesson[:15])
    assert [choice.fake for choice in chosen(chooser)] == [coin(seed) for seed in range(len(LINEUPS))]
    chooser.observe([Observation("o", lesson[15].texts)])  # opaque: it does not count
    assert {choice.confidence for choice in chosen(chooser)} == {0.5}
    chooser.observe(lesson[15:])
    assert [choice.fake for choice in chosen(chooser)] == [outcome.fake for outcome in TEST]
    again = make(every=16)
    again.start("game", 1)
    for outcome in lesson:
        again.observe([outcome])
    assert chosen(again) == chosen(chooser)
    again.start("game", 1)
    assert {choice.confidence for choice in chosen(again)} == {0.5}


def test_a_lesson_without_rounds_is_refused() -> None:
    with pytest.raises(ZelligError, match="every 0 rounds"):
        make(every=0)
