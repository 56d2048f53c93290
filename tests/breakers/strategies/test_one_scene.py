"""Whether the sentences of some data are about one scene is told by what contradicts in them."""

from __future__ import annotations

import pytest

from zellig.breakers.strategies.one_scene import denied, tell_two_scenes
from zellig.breakers.strategies.strategy import codes_for
from zellig.items import Item
from zellig.notices import Notice, hearing
from zellig.tasks import get_task

DENIED = ["No cook is frying an egg.", "The cook isn't frying an egg.", "Nobody fries an egg ."]
OTHERS = ["A waiter is frying an egg.", "Two cooks are frying an egg.", "The cook is asleep."]


def items(hypotheses: list[str], number: int) -> list[Item]:
    fields = [
        {"premise": "A cook is frying an egg.", "hypothesis": hypotheses[place % len(hypotheses)]}
        for place in range(number)
    ]
    return [Item(str(place), each, ("contradiction",)) for place, each in enumerate(fields)]


def said(hypotheses: list[str], number: int, codes: list[str], task: str = "nli") -> list[str]:
    told: list[Notice] = []
    with hearing(told.append):
        tell_two_scenes(codes, items(hypotheses, number), get_task(task))
    return [str(each) for each in told]


@pytest.mark.parametrize(("hypotheses", "share"), [(DENIED, 1.0), (OTHERS, 0.0), (DENIED + OTHERS, 0.5)])
def test_contradictions_that_deny(hypotheses: list[str], share: float) -> None:
    assert denied(items(hypotheses, 60)) == pytest.approx(share)
    assert denied(items(hypotheses, 19)) is None  # too few to say anything


def test_who_takes_two_people_for_one_is_named() -> None:
    codes = list(codes_for("nli"))
    (warning,) = said(DENIED, 30, codes)
    assert "100% of the contradictions in these data deny" in warning
    assert "co-hyponym, " in warning or ", co-hyponym" in warning
    assert "gender" in warning
    assert "nobody promise" not in warning
    assert (
        said(OTHERS, 30, codes) == said(DENIED, 10, codes) == said(DENIED, 30, ["nobody", "hypernym"]) == []
    )
