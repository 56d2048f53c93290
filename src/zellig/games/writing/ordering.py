"""The order of a packet: neighbours are of different categories wherever that is possible.

An integer programme over categories and places, so that it holds with questions that are pinned, too.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from itertools import product
from random import Random
from typing import TypeVar

import numpy as np

from zellig.games.writing.programme import Row, least_cost

T = TypeVar("T")

_CHANCE = 0.3  # of two neighbours of one category: what the random order may weigh in all


def ordered(
    items: Sequence[T], categories: Sequence[Hashable], pins: Mapping[int, int], chance: Random
) -> list[T]:
    """The items in a random order in which as few neighbours as possible are of one category.

    `pins` are numbers of items with their places, both from 0.
    """
    waiting: defaultdict[Hashable, list[int]] = defaultdict(list)
    for number in chance.sample(range(len(items)), len(items)):
        if number not in pins:
            waiting[categories[number]].append(number)
    pinned = {place: number for number, place in pins.items()}
    fixed = {place: categories[number] for place, number in pinned.items()}
    order = _order(Counter(categories), fixed, chance)
    return [
        items[pinned[place] if place in pinned else waiting[category].pop()]
        for place, category in enumerate(order)
    ]


def _order(numbers: Mapping[Hashable, int], fixed: Mapping[int, Hashable], chance: Random) -> list[Hashable]:
    """The category of each place."""
    length = sum(numbers.values())
    there = {key: column for column, key in enumerate(product(numbers, range(length)))}
    # Behind these variables, one that says whether the next place is of the same category.
    again = {key: len(there) + column for column, key in enumerate(product(numbers, range(length - 1)))}
    rows = [Row({there[kind, place]: 1 for kind in numbers}, 1, 1) for place in range(length)]
    rows += [Row({there[kind, place]: 1 for place in range(length)}, n, n) for kind, n in numbers.items()]
    rows += [
        Row({there[kind, place]: 1, there[kind, place + 1]: 1, column: -1}, -np.inf, 1)
        for (kind, place), column in again.items()
    ]
    bounds = [
        (float(fixed[place] == kind),) * 2 if place in fixed else (0.0, 1.0) for kind, place in there
    ] + [(0.0, 1.0)] * len(again)
    cost = [_CHANCE / length * chance.random() for _ in there] + [1.0] * len(again)
    found = least_cost(cost, rows, bounds, whole=len(there))
    chosen = {place: kind for (kind, place), column in there.items() if found[column]}
    return [chosen[place] for place in range(length)]
