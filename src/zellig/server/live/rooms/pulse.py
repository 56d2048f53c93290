"""What a process says twice a second of the rooms that it looks after, and hears of the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, and_, or_, select, update

from zellig.games.match.reading import Moment
from zellig.server.live.rooms.matches import AWAY, FRESH
from zellig.server.live.rooms.messages import LineOf
from zellig.server.live.rooms.room import PlayersLine
from zellig.store.database import Database
from zellig.store.database.tables.rooms import ROOM_LINES, ROOMS

LEASE = 3000  # milliseconds for which the programs of a room are asked by one process


class Measured(NamedTuple):
    """The line of a player who is connected here."""

    room: str
    player: str
    allowance: int
    how: LineOf


class Pulse(NamedTuple):
    """What a process hears."""

    playing: list[str]  # all rooms in which a match is played
    stale: list[str]  # of its own, those that no server has looked after for a while
    asked_here: list[str]  # whose programs it asks
    lines: dict[str, dict[str, PlayersLine]]  # by room and player


def beat(
    database: Database,
    process: str,
    now: Moment,
    playing: Sequence[str],
    asking: Sequence[str],
    measured: Sequence[Measured],
    looked_at: Sequence[str],
) -> Pulse:
    """Say what there is to say, and hear the rest."""
    if playing or measured:
        with database.writing() as connection:
            _say(connection, process, now, playing, asking, measured)
    rooms = ROOMS.c
    with database.reading() as connection:
        found = connection.execute(
            select(rooms.id, rooms.seen_at, rooms.asker, rooms.asks_until).where(rooms.seen_at.is_not(None))
        ).all()
        lines = lines_in(connection, now, looked_at)
    return Pulse(
        [row.id for row in found],
        [row.id for row in found if row.id in playing and row.seen_at < now - AWAY],
        [row.id for row in found if row.asker == process and row.asks_until > now],
        lines,
    )


def _say(
    connection: Connection,
    process: str,
    now: Moment,
    playing: Sequence[str],
    asking: Sequence[str],
    measured: Sequence[Measured],
) -> None:
    rooms = ROOMS.c
    # A room that nobody has looked after for a while is taken up first: nobody was read anything meanwhile.
    fresh = and_(rooms.id.in_(playing), rooms.seen_at.is_not(None), rooms.seen_at.between(now - AWAY, now))
    free = and_(rooms.id.in_(asking), or_(rooms.asker == process, rooms.asks_until < now))
    # In one order everywhere: two processes write these rows at once.
    held = select(rooms.id).where(rooms.id.in_([*playing, *asking])).order_by(rooms.id).with_for_update()
    connection.execute(held)
    if playing:
        connection.execute(update(ROOMS).where(fresh).values(seen_at=now))
    if asking:
        connection.execute(update(ROOMS).where(free).values(asker=process, asks_until=now + LEASE))
    for each in sorted(measured):
        known = and_(ROOM_LINES.c.room == each.room, ROOM_LINES.c.player == each.player)
        row = {"allowance": each.allowance, "how": each.how, "seen_at": now}
        if not connection.execute(update(ROOM_LINES).where(known).values(row)).rowcount:
            connection.execute(ROOM_LINES.insert().values(row | {"room": each.room, "player": each.player}))


def lines_in(connection: Connection, now: Moment, rooms: Sequence[str]) -> dict[str, dict[str, PlayersLine]]:
    """By room and player, the lines of who is connected, to whichever process."""
    lines = ROOM_LINES.c
    query = select(ROOM_LINES).where(lines.room.in_(rooms), lines.seen_at > now - FRESH)
    found: dict[str, dict[str, PlayersLine]] = {}
    for row in connection.execute(query.order_by(lines.player)) if rooms else ():
        found.setdefault(row.room, {})[row.player] = PlayersLine(row.allowance, row.how)
    return found


def forget_line(database: Database, room: str, player: str) -> None:
    """Somebody is not connected any more."""
    gone = and_(ROOM_LINES.c.room == room, ROOM_LINES.c.player == player)
    with database.writing() as connection:
        connection.execute(ROOM_LINES.delete().where(gone))
