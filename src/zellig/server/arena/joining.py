"""Performers that come by themselves: which seat is theirs, what they are, and that they are there."""

from __future__ import annotations

from sqlalchemy import Connection

from zellig.messages import Status
from zellig.server.accounts import Account
from zellig.server.arena.entrants import SeatRow, own_entrant, seat_of
from zellig.server.arena.keeping import Arenas, season_of
from zellig.server.arena.mailbox import hear, introduce, is_fresh
from zellig.server.problems import ConflictError
from zellig.server.state import House
from zellig.server.transactions import turn


def own_seat(
    connection: Connection, arenas: Arenas, account: Account, arena: str, season: str, entrant: str
) -> SeatRow:
    """The seat of an entrant of one's own that comes by itself and was not withdrawn; refuses any other."""
    standing = arenas.of(connection, arena)
    found = own_entrant(standing, season_of(standing, season), account, entrant)
    if found.entrant.owner != account.id or found.entrant.kind != "joined":
        raise ConflictError("this entrant does not come for its messages", remedy="Look at its kind.")
    if season_of(standing, season).ended:
        raise ConflictError("the season has ended", remedy="Look at its ladder.")
    if found.state in ("withdrawn", "refused"):
        raise ConflictError(f"it plays no more: {found.words}", remedy="Register it again.")
    return seat_of(connection, arena, season, entrant)


def introduce_own(
    house: House, account: Account, arena: str, season: str, entrant: str, status: Status
) -> None:
    """A performer says what it is; refuses another role than was registered."""
    with turn(house.database) as connection:
        row = own_seat(connection, house.arenas, account, arena, season, entrant)
        role = house.arenas.of(connection, arena).seasons[season].entered[entrant].entrant.role
        if status.role != role:
            raise ConflictError(f"this is a {status.role}, and a {role} was registered", remedy="Check it.")
        introduce(connection, row.id, status)


def heard(house: House, account: Account, arena: str, season: str, entrant: str, wait: float) -> SeatRow:
    """The seat of somebody who is there, which is noted, and still plays."""
    with house.database.reading() as connection:
        row = own_seat(connection, house.arenas, account, arena, season, entrant)
    if not is_fresh(row.heard_at, wait):
        with turn(house.database) as connection:
            hear(connection, row.id, wait)
    return row
