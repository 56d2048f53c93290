"""Matched sets: the same number of every category on both sides, mixed."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.errors import ZelligError
from zellig.games.match.designs import matched
from zellig.items import Item

CATEGORIES = ("Art", "Birds", "Cooking")


def _items(side: str, counts: list[int]) -> list[Item]:
    return [
        Item(f"{side}-{category}-{number}", {"text": "What is it?"}, ("it",), {"category": category})
        for category, many in zip(CATEGORIES, counts, strict=True)
        for number in range(many)
    ]


@given(
    st.lists(st.integers(0, 6), min_size=3, max_size=3),
    st.lists(st.integers(0, 6), min_size=3, max_size=3),
    st.integers(0, 9),
)
def test_both_sides_have_the_same_categories(control: list[int], challenge: list[int], seed: int) -> None:
    room = sum(map(min, control, challenge))
    if not room:
        return
    design = matched(_items("c", control), _items("h", challenge), room, seed=seed)
    counts = {
        side: Counter(each.metadata["category"] for each in design.questions if design.sides[each.id] == side)
        for side in ("control", "challenge")
    }
    assert counts["control"] == counts["challenge"]
    assert design.number("control") == design.number("challenge") == room


def test_few_questions_keep_the_distribution_of_the_challenge_questions() -> None:
    design = matched(_items("c", [50, 50, 50]), _items("h", [40, 20, 20]), 8)
    chosen = Counter(each.metadata["category"] for each in design.questions)
    assert chosen == {"Art": 8, "Birds": 4, "Cooking": 4}


def test_the_sides_are_mixed_and_no_question_says_which_it_is_of() -> None:
    design = matched(_items("c", [20, 0, 0]), _items("h", [20, 0, 0]), 20, seed=3)
    order = [design.sides[each.id] for each in design.questions]
    assert order != sorted(order)
    assert all(set(each.metadata) == {"category"} for each in design.questions)


def test_what_cannot_be_matched_is_refused() -> None:
    with pytest.raises(ZelligError, match="have 2 of the same categories"):
        matched(_items("c", [2, 5, 0]), _items("h", [5, 0, 5]), 3)
    with pytest.raises(ZelligError, match="on both sides"):
        matched(_items("c", [1, 0, 0]), _items("c", [1, 0, 0]), 1)
