"""The order of a packet."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from zellig.games.writing.ordering import ordered


def neighbours(order: str) -> int:
    return sum(one == other for one, other in pairwise(order))


@given(st.text("abcd", min_size=1, max_size=12), st.integers(0, 5))
def test_as_few_neighbours_of_a_category_as_possible(categories: str, seed: int) -> None:
    order = "".join(ordered(categories, categories, {}, Random(seed)))
    assert Counter(order) == Counter(categories)
    most = max(Counter(categories).values())
    assert neighbours(order) == max(0, most - (len(categories) - most) - 1)  # all others stand between them


def test_pins_are_kept_and_the_others_make_the_best_of_it() -> None:
    items = ["a1", "a2", "b1", "b2", "c1"]
    found = ordered(items, [each[0] for each in items], {0: 0, 1: 1}, Random(1))
    assert found[:2] == ["a1", "a2"]
    assert neighbours("".join(each[0] for each in found)) == 1
    assert sorted(found) == items


def test_the_seed_decides() -> None:
    items = "aabbccddee"
    orders = {"".join(ordered(items, items, {}, Random(seed))) for seed in (1, 1, 2, 3)}
    assert len(orders) == 3
