"""Which questions are in a set, and in which of its packets: as many of its places as possible are filled.

An integer programme. A variable says that a question stands in a packet, in a slot that takes it. A question
has one place at most; a slot of a packet has as many as the distribution says; of the questions of one answer
a packet has one at most. Filled places count first. Among the ways to fill as many, an answer that is asked
twice counts against one, and so does a place for any question that a place for a certain kind could have had.

Without pins nothing but the numbers of questions is in the way: edges between answers and slots can be
coloured with as many colours as there are packets (König), so what the set can hold, its packets can.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from random import Random
from typing import NamedTuple

import numpy as np

from zellig.games.writing.distribution import Kind, Slot
from zellig.games.writing.programme import Row, least_cost

# What counts beside a filled place, each for all questions together.
_REPEATED, _INEXACT, _CHANCE = 0.4, 0.3, 0.1


class Known(NamedTuple):
    """What counts about a question while a place is found for it."""

    kind: Kind
    answer: str
    author: str


class Chosen(NamedTuple):
    """Where a question stands: the numbers of a packet and of a slot, from 0."""

    packet: int
    slot: int


def fill(
    questions: Sequence[Known], slots: Sequence[Slot], packets: int, pins: Mapping[int, int], chance: Random
) -> dict[int, Chosen]:
    """The places of questions, by their numbers; one that is pinned to a packet stands there or nowhere."""
    every = range(len(questions))
    # The whole set as one packet: many questions are few variables, and what it takes is the most there is.
    whole = [slot._replace(number=slot.number * packets) for slot in slots]
    taken = sorted(_filled(every, questions, whole, 1, dict.fromkeys(pins, 0), chance, same=packets))
    found = _filled(taken, questions, slots, packets, pins, chance)
    if len(found) < len(taken):  # some pins are in one another's way, and other questions may do better
        return _filled(every, questions, slots, packets, pins, chance)
    return found


def _filled(
    numbers: Sequence[int],
    questions: Sequence[Known],
    slots: Sequence[Slot],
    packets: int,
    pins: Mapping[int, int],
    chance: Random,
    same: int = 1,
) -> dict[int, Chosen]:
    """The places of some of the questions, with so many of the same answer at most in a packet."""
    ways = [
        (number, Chosen(packet, slot))
        for number in numbers
        for slot, each in enumerate(slots)
        if each.takes(questions[number].kind)
        for packet in ([pins[number]] if number in pins else range(packets))
    ]
    if not ways:
        return {}
    asked = Counter(questions[number].answer for number in numbers)
    repeated = [answer for answer, number in asked.items() if number > 1]
    # Every further question of an answer is counted by a variable of its own, behind those of the ways.
    behind = {answer: len(ways) + place for place, answer in enumerate(repeated)}
    sums: defaultdict[Hashable, list[int]] = defaultdict(list)
    for column, (number, at) in enumerate(ways):
        sums[number].append(column)
        sums[at].append(column)
        if (answer := questions[number].answer) in behind:
            sums[answer, at.packet].append(column)
            sums[answer].append(column)
    rows = [
        Row(
            dict.fromkeys(columns, 1.0) | ({behind[of]: -1.0} if isinstance(of, str) else {}),
            -np.inf,
            slots[of.slot].number if isinstance(of, Chosen) else same if isinstance(of, tuple) else 1,
        )
        for of, columns in sums.items()
    ]
    share = 1 / len(numbers)
    gains = [
        1.0
        + (len(numbers) if number in pins else 0)
        - share * (_INEXACT * (2 - slots[at.slot].exact) / 2 + _CHANCE * chance.random())
        for number, at in ways
    ]
    cost = [-gain for gain in gains] + [share * _REPEATED] * len(behind)
    bounds = [(0.0, 1.0)] * len(ways) + [(0.0, np.inf)] * len(behind)
    taken = least_cost(cost, rows, bounds, whole=len(ways))
    return {number: at for (number, at), here in zip(ways, taken, strict=True) if here}
