"""Where a text stands in the sets of its workshop: that much its writer is told of them."""

from __future__ import annotations

import msgspec

from zellig.games.writing.standing import Standing


class InSet(msgspec.Struct, frozen=True):
    """A place in a set; packets and numbers count from 1."""

    title: str
    packet: int
    number: int


def places_in_sets(standing: Standing, text: str) -> list[InSet]:
    """The places of a text, in the order in which the sets were made."""
    return [
        InSet(each.title, number, packet.index(text) + 1)
        for each in standing.sets.values()
        for number, packet in enumerate(each.packets, start=1)
        if text in packet
    ]
