"""What all choosers keep to: a choice for each lineup, whatever its company, and no liking for a place."""

from __future__ import annotations

import inspect
from typing import Any

import pytest
import torch

from zellig.choosers.decision import coin, decide
from zellig.performers import Choice, Chooser, Lineup, Observation
from zellig.registry import BUILT_IN, lookup

FAKES = [  # the real text first
    ("The soup was hot and the bread was fresh.", "The was hot soup and fresh bread was the."),
    ("We walked home along the river in the evening.", "We river home evening along walked the in the."),
    ("Nobody knew the song.", "Nobody knew song the."),
    ("A quiet film about two sisters and a boat.", "A film and boat two about a quiet sisters."),
    ("It rained.", "Rained it."),
]
LINEUPS = [Lineup(str(number), texts) for number, texts in enumerate(FAKES)]
ODD = [
    Lineup("empty", ("", "")),
    Lineup("half", ("", "a word")),
    Lineup("blank", (" ", "\n\t")),
    Lineup("picture", ("🙂", "\0")),
    Lineup("long", ("soup " * 60, "bread " * 60)),
]
SEEDS = [11, 22, 33, 44, 55]


def swapped(lineup: Lineup) -> Lineup:
    return Lineup(lineup.id, (lineup.texts[1], lineup.texts[0]))


@pytest.fixture(params=[name for name in BUILT_IN["choosers"] if name != "person"])
def chooser(request: pytest.FixtureRequest) -> Any:
    """Each of them; those that learn have learnt a little."""
    torch.set_num_threads(1)
    params = {"minilm": {"every": 5}}.get(request.param, {})
    made = lookup("choosers", request.param)(**params)
    if hasattr(made, "observe"):
        made.start("game", 7)
        made.observe([Observation(lineup.id, lineup.texts, 1) for lineup in LINEUPS])
    return made


def test_the_choice_does_not_depend_on_the_batch(chooser: Chooser) -> None:
    together = chooser.choose(LINEUPS, SEEDS)
    alone = [chooser.choose([lineup], [seed])[0] for lineup, seed in zip(LINEUPS, SEEDS, strict=True)]
    backwards = chooser.choose(LINEUPS[::-1], SEEDS[::-1])[::-1]
    assert together == alone == backwards
    assert [choice.id for choice in together] == [lineup.id for lineup in LINEUPS]
    assert all(choice.confidence is not None and 0.5 <= choice.confidence <= 1 for choice in together)
    assert chooser.choose([], []) == []


def test_no_place_is_preferred(chooser: Chooser) -> None:
    straight = chooser.choose(LINEUPS, SEEDS)
    turned = chooser.choose([swapped(lineup) for lineup in LINEUPS], SEEDS)
    if chooser.spec.name == "random":
        assert straight == turned
        return
    assert [choice.fake for choice in straight] == [1 - choice.fake for choice in turned]
    assert [choice.confidence for choice in straight] == [choice.confidence for choice in turned]


def test_between_equal_texts_the_seed_decides(chooser: Chooser) -> None:
    same = [Lineup(str(seed), ("It rained.", "It rained.")) for seed in range(40)]
    choices = chooser.choose(same, range(40))
    assert [choice.fake for choice in choices] == [coin(seed) for seed in range(40)]
    assert {choice.confidence for choice in choices} == {0.5}
    assert {choice.fake for choice in choices} == {0, 1}


def test_odd_texts_have_an_answer(chooser: Chooser) -> None:
    assert [choice.id for choice in chooser.choose(ODD, SEEDS)] == [lineup.id for lineup in ODD]


def test_the_spec_has_every_parameter(chooser: Chooser) -> None:
    make = lookup("choosers", chooser.spec.name)
    assert list(chooser.spec.params) == list(inspect.signature(make).parameters)


def test_the_larger_the_difference_the_surer() -> None:
    lineup = LINEUPS[0]
    assert decide(lineup, 1, 3.0) == Choice("0", 0, 0.9526)
    assert decide(lineup, 1, -3.0) == Choice("0", 1, 0.9526)
    assert decide(lineup, 1, -1e6) == Choice("0", 1, 1.0)


def test_a_coin_is_fair() -> None:
    assert 450 < sum(coin(seed) for seed in range(1000)) < 550
