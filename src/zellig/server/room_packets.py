"""What is read in a room: a packet that was uploaded, or one of a set of a workshop; kept as it was then."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from zellig.corpora import open_corpus
from zellig.errors import ZelligError
from zellig.games.match.packet import Packet, bonuses_in
from zellig.games.match.rules import SETS, Rules, rule_set
from zellig.games.writing.packets import placed
from zellig.server.accounts import Account
from zellig.server.problems import NotFoundError
from zellig.server.question_sets import set_as_it_is
from zellig.server.workshops import Workshops, only_for
from zellig.store.database.tables.rooms import ROOM_PACKETS

LARGEST = 4 * 2**20  # bytes of a request that founds a room


class OfSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A packet of a set of a workshop."""

    workshop: str
    set: str
    number: int  # of the packet, from 1


def packet_in(given: dict[str, Any], name: str = "packet") -> Packet:
    """A packet as it was uploaded, read as `packets:` files are; refuses what is none. Questions without an
    id of their own are called after the packet."""
    with TemporaryDirectory(prefix="zellig-room-") as folder:
        path = Path(folder, f"{name}.json")
        path.write_bytes(msgspec.json.encode(given))
        try:
            corpus = open_corpus(f"packets:{path}")
            found = Packet(tuple(corpus), bonuses_in(path))
        except ZelligError as error:
            raise ZelligError(error.what, field=error.field or "packet", remedy=error.remedy) from None
    return _checked(found)


def packet_of_set(connection: Connection, workshops: Workshops, account: Account, given: OfSet) -> Packet:
    """A packet of a set as its editors have put it; editors of the workshop only."""
    standing = workshops.of(connection, given.workshop)
    only_for(standing, account, "editor")
    packets = set_as_it_is(connection, standing, given.set).packets
    if not 1 <= given.number <= len(packets):
        raise NotFoundError(f"the set has no packet {given.number}", remedy=f"It has 1 to {len(packets)}.")
    return _checked(Packet(tuple(placed(packets[given.number - 1]))))


def rules_given(rules: str | Rules) -> Rules:
    """A set of rules by its name, or one's own; no file of this server is one."""
    if not isinstance(rules, str):
        return rules
    if rules not in SETS:
        raise ZelligError(
            f"there are no rules called {rules!r}",
            field="rules",
            remedy=f"Give one of {', '.join(SETS)}, or all keys of your own.",
        )
    return rule_set(rules)


def keep_packet(connection: Connection, room: str, packet: Packet) -> None:
    """Keep what is read in a new room."""
    connection.execute(ROOM_PACKETS.insert().values(room=room, content=msgspec.json.encode(packet)))


def packet_of(connection: Connection, room: str) -> Packet:
    """What is read in a room."""
    query = select(ROOM_PACKETS.c.content).where(ROOM_PACKETS.c.room == room)
    content = connection.execute(query).scalar()
    if content is None:
        raise NotFoundError(f"there is no room {room!r}", remedy="Look at the list of rooms.")
    return msgspec.json.decode(content, type=Packet)


def _checked(packet: Packet) -> Packet:
    if not packet.tossups:
        raise ZelligError(
            "there is no tossup in the packet", field="packet", remedy='Send {"tossups": [...]}.'
        )
    if twice := [name for name, times in Counter(each.id for each in packet.tossups).items() if times > 1]:
        raise ZelligError(
            f"the question {twice[0]!r} is there twice", field="packet", remedy="Leave one out."
        )
    return packet
