"""The questions that an organiser brings to a tournament: packets of their own, or of sets of workshops."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from sqlalchemy import Connection

from zellig.errors import ZelligError
from zellig.games.match.packet import Packet
from zellig.games.match.rules import Rules
from zellig.games.tournament.plan import Plan
from zellig.games.tournament.questions import Pool, brought_pool, design_pool
from zellig.items import Item
from zellig.server.accounts import Account
from zellig.server.problems import ForbiddenError
from zellig.server.room_packets import OfSet, packet_in, packet_of_set

if TYPE_CHECKING:
    from zellig.server.state import House

LARGEST = 20 * 2**20  # bytes of a request that founds a tournament
MOST = 200  # packets, of each kind


class Brought(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A packet: JSON as in files of packets, or one of a set of a workshop."""

    packet: dict[str, Any] | None = None
    of_set: OfSet | None = None


Packets = Annotated[tuple[Brought, ...], msgspec.Meta(max_length=MOST)]


class BroughtQuestions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One packet a round, and a reserve; or control and challenge questions, of which packets are drawn."""

    packets: Packets = ()
    reserve: Packets = ()
    control: Packets = ()
    challenge: Packets = ()
    spares: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0

    def every(self) -> Iterable[Brought]:
        return (*self.packets, *self.reserve, *self.control, *self.challenge)


def may_bring_any(house: House, account: Account) -> bool:
    """May somebody found rooms and tournaments with questions of their own?"""
    return account.operator or house.settings.rooms


def refuse_brought(house: House, account: Account, given: BroughtQuestions) -> None:
    """Refuse who may not bring these: operators bring any, editors of a workshop what is in its sets. Refuses
    no questions at all, too."""
    brought = list(given.every())
    if not may_bring_any(house, account) and (not brought or any(each.of_set is None for each in brought)):
        raise ForbiddenError(
            "you may not found tournaments with questions of your own here",
            remedy="Ask the operator, or take sets of a workshop that you edit.",
        )
    if not brought:
        raise ZelligError(
            "there are no packets",
            field="questions",
            remedy="Send packets, one a round, or control and challenge questions.",
        )


def read_questions(
    house: House, connection: Connection, account: Account, given: BroughtQuestions, plan: Plan, rules: Rules
) -> Pool:
    """The questions of a plan; refuses what is no packet, and what cannot be drawn."""

    def read(kind: str, every: Iterable[Brought]) -> list[Packet]:
        return [
            _packet(house, connection, account, each, f"{kind}-{number}")
            for number, each in enumerate(every, start=1)
        ]

    if given.packets:
        packets = read("packet", given.packets)
        return brought_pool(packets, _tossups(read("reserve", given.reserve)))
    control, challenge = (
        _tossups(read(kind, every))
        for kind, every in (("control", given.control), ("challenge", given.challenge))
    )
    return design_pool(plan, control, challenge, rules.tossups)


def _packet(house: House, connection: Connection, account: Account, given: Brought, name: str) -> Packet:
    if (given.packet is None) == (given.of_set is None):
        raise ZelligError(
            "questions are a packet, or one of a set", field="questions", remedy="Send packet or of_set."
        )
    if given.of_set is not None:
        return packet_of_set(connection, house.workshops, account, given.of_set)
    return packet_in(given.packet or {}, name)


def _tossups(packets: Iterable[Packet]) -> list[Item]:
    return [item for packet in packets for item in packet.tossups]
