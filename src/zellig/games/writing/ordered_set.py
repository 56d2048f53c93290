"""A set whose questions an editor has put where they are: what its distribution lacks there, what repeats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from zellig.games.writing.distribution import Distribution, Slot, kind_of
from zellig.games.writing.packets import Missing, Packet, QuestionSet
from zellig.games.writing.repeats import find_repeats
from zellig.items import Item


def as_ordered(
    items: Mapping[str, Item], packets: Sequence[Sequence[str]], distribution: Distribution, name: str
) -> QuestionSet:
    """The set of these packets, each the names of its questions in order; the others are left over."""
    found = tuple(
        Packet(f"Packet {number}", tuple(items[each] for each in packet))
        for number, packet in enumerate(packets, start=1)
    )
    inside = [item for packet in found for item in packet.tossups]
    used = {item.id for item in inside}
    return QuestionSet(
        name,
        found,
        distribution.title,
        tuple(_missing(found, distribution)),
        tuple(find_repeats(inside)) if inside else (),
        tuple(item for item in items.values() if item.id not in used),
    )


def _missing(packets: Sequence[Packet], distribution: Distribution) -> Iterator[Missing]:
    lacking: Counter[tuple[str, str]] = Counter()
    for packet in packets:
        for slot, number in _empty(packet, distribution):
            lacking[slot.name, packet.name] += number
    for slot in distribution.slots:
        here = {packet.name: lacking[slot.name, packet.name] for packet in packets}
        if any(here.values()):
            yield Missing(slot.name, sum(here.values()), tuple(Counter(here).elements()))


def _empty(packet: Packet, distribution: Distribution) -> Iterator[tuple[Slot, int]]:
    """The places that nobody fills. Kinds lie within each other, so who asks for most chooses first."""
    waiting = [kind_of(item) for item in packet.tossups]
    for slot in sorted(distribution.slots, key=lambda slot: -slot.exact):
        number = slot.number
        for kind in [kind for kind in waiting if slot.takes(kind)][:number]:
            waiting.remove(kind)
            number -= 1
        yield slot, number
