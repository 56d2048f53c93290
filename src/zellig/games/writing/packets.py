"""A set of packets of tossups, and what was found out while it was made."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from zellig.games.writing.repeats import Repeat
from zellig.items import Item

PACKET, NUMBER = "packet", "number"  # in the metadata of a question: where it stands


class Packet(msgspec.Struct, frozen=True):
    """Tossups in the order in which they are read."""

    name: str
    tossups: tuple[Item, ...]


class Missing(msgspec.Struct, frozen=True):
    """Questions of a kind that the distribution asks for, and nobody has written."""

    kind: str  # "Science > Chemistry"
    number: int
    packets: tuple[str, ...]  # that go without, one name for each question

    def __str__(self) -> str:
        return f"{self.number:,} more {self.kind} needed"


class QuestionSet(msgspec.Struct, frozen=True):
    """Packets that come as near to a distribution as their questions allow."""

    name: str
    packets: tuple[Packet, ...]
    distribution: str
    missing: tuple[Missing, ...] = ()
    repeats: tuple[Repeat, ...] = ()  # among the questions that are in it
    left_over: tuple[Item, ...] = ()  # for which there was no place
    licence: str = ""  # under which its questions may be used; empty: nobody says

    def places(self) -> dict[str, tuple[str, int]]:
        """The packet and the number of each question, by its id."""
        return {
            item.id: (packet.name, number)
            for packet in self.packets
            for number, item in enumerate(packet.tossups, start=1)
        }


def placed(packet: Packet) -> Iterator[Item]:
    """The questions of a packet, whose metadata say where they stand."""
    for number, item in enumerate(packet.tossups, start=1):
        where = {PACKET: packet.name, NUMBER: number}
        yield msgspec.structs.replace(item, metadata={**item.metadata, **where})
