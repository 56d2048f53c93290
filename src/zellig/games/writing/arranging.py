"""From questions to a set: which are in it, in which packet, and in which order.

Three steps, each in a file of its own: the places are filled, the questions are spread over the packets, and
each packet is put in order. The same questions, distribution, pins and seed give the same set.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple

from zellig.errors import ZelligError
from zellig.games.writing.distribution import Distribution, kind_in_words, kind_of
from zellig.games.writing.filling import Chosen, Known, fill
from zellig.games.writing.ordering import ordered
from zellig.games.writing.packets import Missing, Packet, QuestionSet
from zellig.games.writing.repeats import Repeat, answer_names, find_repeats
from zellig.games.writing.spreading import spread
from zellig.items import Item


class Place(NamedTuple):
    """Where an editor wants a question: in a packet, and there at a number, if that matters; both from 1."""

    packet: int
    number: int | None = None


def arrange(
    items: Sequence[Item],
    distribution: Distribution,
    packets: int,
    seed: int,
    *,
    name: str = "Set",
    pins: Mapping[str, Place] | None = None,
) -> QuestionSet:
    """A set of packets that meet the distribution, or come as near to it as these questions allow.

    Refuses pins that cannot be kept, and so few questions that a packet would be empty.
    """
    known = [
        Known(kind_of(item), answer, str(item.metadata.get("author") or ""))
        for item, answer in zip(items, answer_names(items), strict=True)
    ]
    pinned = _pinned(items, known, distribution, packets, pins or {})
    chance = Random(seed)  # noqa: S311  (an order, no secret)
    filled = fill(
        known, distribution.slots, packets, {number: at.packet - 1 for number, at in pinned.items()}, chance
    )
    _refuse_unkept(items, filled, pinned, distribution)
    _refuse_empty(items, filled, distribution, packets)
    inside = sorted(filled)
    repeats = find_repeats([items[each] for each in inside], [known[each].answer for each in inside])
    filled = spread(
        filled, known, distribution.slots, packets, _pairs(repeats, items), frozenset(pinned), chance
    )
    names = tuple(f"Packet {number}" for number in range(1, packets + 1))
    found = tuple(
        Packet(each, tuple(_in_order(items, known, filled, pinned, number, chance)))
        for number, each in enumerate(names)
    )
    used = {items[number].id for number in filled}
    return QuestionSet(
        name,
        found,
        distribution.title,
        tuple(_missing(filled, distribution, names)),
        tuple(repeats),
        tuple(item for item in items if item.id not in used),
    )


def _in_order(
    items: Sequence[Item],
    known: Sequence[Known],
    filled: Mapping[int, Chosen],
    pinned: Mapping[int, Place],
    packet: int,
    chance: Random,
) -> list[Item]:
    here = sorted(number for number, at in filled.items() if at.packet == packet)
    fixed = {
        place: at.number - 1
        for place, number in enumerate(here)
        if (at := pinned.get(number)) is not None and at.number is not None
    }
    for place, number in fixed.items():
        if number >= len(here):
            item = items[here[place]]
            raise ZelligError(
                f"{item.id!r} is pinned to number {number + 1} of packet {packet + 1}, which has only "
                f"{len(here)} tossups",
                remedy="Pin it to an earlier number, or write what is missing.",
            )
    categories = [known[number].kind.category for number in here]
    return ordered([items[number] for number in here], categories, fixed, chance)


# -- what is missing, and what repeats


def _missing(
    filled: Mapping[int, Chosen], distribution: Distribution, names: Sequence[str]
) -> Iterator[Missing]:
    taken = Counter(filled.values())
    for place, slot in enumerate(distribution.slots):
        lacking = {name: slot.number - taken[Chosen(number, place)] for number, name in enumerate(names)}
        if any(lacking.values()):
            yield Missing(slot.name, sum(lacking.values()), tuple(Counter(lacking).elements()))


def _pairs(repeats: Sequence[Repeat], items: Sequence[Item]) -> set[tuple[int, int]]:
    """Any two questions that have something in common."""
    numbers = {item.id: number for number, item in enumerate(items)}
    return {
        (one, other)
        for repeat in repeats
        for one, other in combinations(sorted(numbers[each] for each in repeat.questions), 2)
    }


# -- what cannot be done


def _pinned(
    items: Sequence[Item],
    known: Sequence[Known],
    distribution: Distribution,
    packets: int,
    pins: Mapping[str, Place],
) -> dict[int, Place]:
    """The pins by the numbers of their questions; refuses those that no set can keep."""
    numbers = {item.id: number for number, item in enumerate(items)}
    found: dict[int, Place] = {}
    answers: defaultdict[tuple[str, int], list[str]] = defaultdict(list)
    places: defaultdict[Place, list[str]] = defaultdict(list)
    for name, at in pins.items():
        if name not in numbers:
            raise ZelligError(f"there is no question {name!r} to pin", remedy="Pin questions by their ids.")
        if not 1 <= at.packet <= packets:
            raise ZelligError(
                f"{name!r} is pinned to packet {at.packet}", remedy=f"There are packets 1 to {packets}."
            )
        if at.number is not None and not 1 <= at.number <= distribution.size:
            raise ZelligError(
                f"{name!r} is pinned to number {at.number}", remedy=f"A packet has 1 to {distribution.size}."
            )
        found[numbers[name]] = at
        answers[known[numbers[name]].answer, at.packet].append(name)
        if at.number is not None:
            places[at].append(name)
    for at, here in places.items():
        if len(here) > 1:
            raise ZelligError(
                f"{' and '.join(map(repr, here[:2]))} are pinned to number {at.number} of packet {at.packet}",
                remedy="Pin one of them elsewhere.",
            )
    for (answer, packet), same in answers.items():
        if len(same) > 1:
            raise ZelligError(
                f"{' and '.join(map(repr, same[:2]))} are pinned to packet {packet} and have the same "
                f"answer, {answer}",
                remedy="Pin one of them to another packet.",
            )
    return found


def _refuse_unkept(
    items: Sequence[Item],
    filled: Mapping[int, Chosen],
    pinned: Mapping[int, Place],
    distribution: Distribution,
) -> None:
    for number, at in pinned.items():
        if number not in filled:
            raise ZelligError(
                f"{items[number].id!r} ({kind_in_words(items[number])}) is pinned to packet {at.packet}, "
                f"where {distribution.title!r} has no place left for it",
                remedy="Pin fewer questions of its kind to this packet, or change the distribution.",
            )


def _refuse_empty(
    items: Sequence[Item], filled: Mapping[int, Chosen], distribution: Distribution, packets: int
) -> None:
    if not filled:
        there = list(dict.fromkeys(map(kind_in_words, items)))
        raise ZelligError(
            f"no question is of a category that {distribution.title!r} asks for",
            remedy=f"The questions are of: {', '.join(there[:8])}{' ...' if there[8:] else ''}. "
            f"It asks for: {', '.join(slot.name for slot in distribution.slots[:8])}.",
        )
    if len(filled) < packets:
        raise ZelligError(
            f"{len(filled):,} questions fit {distribution.title!r}, too few for {packets:,} packets",
            remedy="Ask for fewer packets, or bring more questions.",
        )
