"""Whether the sentences of some data are about one scene is told by what contradicts in them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from zellig.breakers.strategies.one_scene import denied, unfit
from zellig.breakers.strategies.strategy import codes_for
from zellig.items import Item
from zellig.notices import Notice, hearing
from zellig.tasks import get_task

DENIED = ["No cook is frying an egg.", "The cook isn't frying an egg.", "Nobody fries an egg ."]
OTHERS = ["A waiter is frying an egg.", "A little girl fries an egg without oil.", "The cook is asleep."]


def items(hypotheses: list[str], number: int) -> list[Item]:
    fields = [
        {"premise": "A cook is frying an egg.", "hypothesis": hypotheses[place % len(hypotheses)]}
        for place in range(number)
    ]
    return [Item(str(place), each, ("contradiction",)) for place, each in enumerate(fields)]


def found(
    hypotheses: list[str], number: int, codes: Sequence[str], *named: str
) -> tuple[frozenset[str], list[str]]:
    told: list[Notice] = []
    with hearing(told.append):
        left = unfit(codes, named, items(hypotheses, number), get_task("nli"))
    return left, [each.sentence for each in told]


@pytest.mark.parametrize(("hypotheses", "share"), [(DENIED, 1.0), (OTHERS, 0.0), (DENIED + OTHERS, 0.5)])
def test_contradictions_that_deny(hypotheses: list[str], share: float) -> None:
    assert denied(items(hypotheses, 60)) == pytest.approx(share)
    assert denied(items(hypotheses, 19)) is None  # too few to say anything


def test_who_takes_two_people_for_one_is_left_out_unless_named() -> None:
    codes = list(codes_for("nli"))
    left, (note,) = found(DENIED, 30, codes, "strategies")
    assert left == {"number", "gender", "co-hyponym"}
    assert note.startswith("100% of the contradictions in these data deny")
    assert note.endswith("number, gender, co-hyponym are left out")
    left, (warning,) = found(DENIED, 30, ["gender", "nobody"], "gender", "nobody")
    assert left == frozenset()
    assert "what gender promises (a man, a woman) may be neutral" in warning


def test_nothing_is_left_out_where_one_scene_is_meant_or_nobody_knows() -> None:
    codes = list(codes_for("nli"))
    for nothing in (found(OTHERS, 30, codes), found(DENIED, 10, codes), found(DENIED, 30, ["nobody"])):
        assert nothing == (frozenset(), [])
