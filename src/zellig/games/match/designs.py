"""Matched sets: as many control as challenge questions of every category, mixed, and nobody is told which.

So Wallace et al. (2018) compared their questions with ordinary ones: the same players, the same categories.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from typing import Literal

import msgspec

from zellig.errors import ZelligError
from zellig.items import Item

CATEGORY = "category"
NONE = "no category"

Side = Literal["control", "challenge"]


class Design(msgspec.Struct, frozen=True):
    """Questions in the order in which they are read, and which side each is of: for those who evaluate."""

    questions: tuple[Item, ...]
    sides: dict[str, Side]  # by question

    def number(self, side: Side) -> int:
        return sum(each == side for each in self.sides.values())


def matched(control: Sequence[Item], challenge: Sequence[Item], number: int, *, seed: int = 0) -> Design:
    """`number` questions of each side, with the same number of each category, as near as can be to the
    challenge questions' own distribution; refuses what both sides together cannot give."""
    pools = {
        "control": _by_category(control, seed, "control"),
        "challenge": _by_category(challenge, seed, "challenge"),
    }
    room = {
        each: min(len(pools["control"].get(each, ())), len(pools["challenge"][each]))
        for each in pools["challenge"]
    }
    if sum(room.values()) < number or number < 1:
        raise ZelligError(
            f"{number:,} questions of each side were asked for, and the two sides have "
            f"{sum(room.values()):,} of the same categories",
            remedy="Ask for fewer, or bring control questions of the categories that lack them.",
        )
    shares = _shares({each: len(pools["challenge"][each]) for each in room}, room, number)
    chosen: list[Item] = []
    sides: dict[str, Side] = {}
    for side in ("control", "challenge"):
        for category, many in shares.items():
            for item in pools[side].get(category, [])[:many]:
                if item.id in sides:
                    raise ZelligError(
                        f"the question {item.id!r} is on both sides", remedy="Give it an id of its own."
                    )
                sides[item.id] = side
                chosen.append(item)
    random.Random(seed).shuffle(chosen)  # noqa: S311  (an order, not a secret)
    return Design(tuple(chosen), sides)


def _by_category(items: Sequence[Item], seed: int, side: str) -> dict[str, list[Item]]:
    """The questions of each category, in an order drawn by lot."""
    found: defaultdict[str, list[Item]] = defaultdict(list)
    for item in items:
        found[str(item.metadata.get(CATEGORY) or NONE)].append(item)
    for category, group in found.items():
        random.Random(f"{seed} {side} {category}").shuffle(group)  # noqa: S311  (a lot, not a secret)
    return dict(found)


def _shares(wanted: dict[str, int], room: dict[str, int], number: int) -> dict[str, int]:
    """So many of each category: one question after the other goes to the category that lacks most of its
    share, as long as there is room."""
    total = sum(wanted.values())
    given = dict.fromkeys(wanted, 0)
    for _ in range(number):
        open_ = [each for each in wanted if given[each] < room[each]]
        best = max(open_, key=lambda each: (number * wanted[each] / total - given[each], each))
        given[best] += 1
    return given
