"""Matches of rooms as far as they are written, and what is done in them: each thing in one transaction.

No process owns a match. Whoever does something holds the room, folds what was written until then, lets pass
what has happened by itself, and writes what comes of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from threading import Lock

from msgspec.structs import replace
from sqlalchemy import Connection, select, update

from zellig.errors import ZelligError
from zellig.games.match.events import Buzzed, Ended
from zellig.games.match.events import Event as MatchEvent
from zellig.games.match.playing import Lines, Match, passing, taken_up
from zellig.games.match.reading import Moment
from zellig.games.match.rooms import Standing
from zellig.server.room_packets import packet_of
from zellig.server.rooms import ROOM, forget_tokens, setting_of, wake_others
from zellig.store.database.connecting import writes
from zellig.store.database.tables.rooms import ROOM_LINES, ROOMS

AWAY = 3000  # milliseconds without a sign of any server: then nobody was read anything
FRESH = 5000  # milliseconds for which a line is known after it was measured
KEPT = 200  # matches that a process remembers

Doing = Callable[[Match, Moment, Lines], Sequence[MatchEvent]]


class Matches:
    """What the matches are, kept by each process up to the last event that it has read."""

    def __init__(self) -> None:
        self._kept: dict[str, Match] = {}
        self._lock = Lock()

    def of(self, connection: Connection, room: str, standing: Standing) -> Match:
        """The match of a room in this transaction; refuses one that has not begun."""
        kept = self._kept.get(room)
        players = tuple(each.player for each in standing.places)  # somebody may be nobody by now
        if kept is None or len(kept.events) > len(standing.events) or kept.setting.players != players:
            kept = Match(setting_of(standing, packet_of(connection, room)))
        match = kept.with_events(standing.events[len(kept.events) :])
        if not writes(connection):
            with self._lock:
                self._kept.pop(room, None)
                self._kept[room] = match
                while len(self._kept) > KEPT:
                    self._kept.pop(next(iter(self._kept)))
        return match


def lines_of(connection: Connection, room: str, now: Moment) -> dict[str, int]:
    """By player, what the line of who is connected is allowed."""
    lines = ROOM_LINES.c
    query = select(lines.player, lines.allowance).where(lines.room == room, lines.seen_at > now - FRESH)
    return {row.player: row.allowance for row in connection.execute(query)}


def seen_of(connection: Connection, room: str) -> Moment | None:
    """When a server last looked at a match; None if it is not played."""
    return connection.execute(select(ROOMS.c.seen_at).where(ROOMS.c.id == room)).scalar()


def act(
    connection: Connection,
    matches: Matches,
    room: str,
    standing: Standing,
    clock: datetime,
    at: Moment,
    actor: str | None,
    doing: Doing,
) -> ZelligError | None:
    """Do something at this moment in a match that is held, after all that has happened by itself. What is
    refused is given back, for what happened before it is written all the same."""
    before = matches.of(connection, room, standing)
    seen_at = seen_of(connection, room)
    lines = lines_of(connection, room, at)
    passed = passed_by(before, seen_at, at, lines)
    match, refused = before.with_events(passed), None
    done: list[MatchEvent] = []
    try:
        done = [_in_order(each, match) for each in doing(match, at, lines)]
    except ZelligError as error:
        refused = error
    ROOM.append(connection, clock, room, None, *passed)
    ROOM.append(connection, clock, room, actor, *done)
    if any(isinstance(each, Ended) for each in (*passed, *done)):
        connection.execute(update(ROOMS).where(ROOMS.c.id == room).values(seen_at=None))
        forget_tokens(connection, room)
    elif seen_at is not None and seen_at < at:
        connection.execute(update(ROOMS).where(ROOMS.c.id == room).values(seen_at=at))
    if passed or done:
        wake_others(connection, room)
    return refused


def let_pass(match: Match, moment: Moment, lines: Lines) -> Sequence[MatchEvent]:
    """Nothing but what happens by itself."""
    return ()


def passed_by(match: Match, seen_at: Moment | None, at: Moment, lines: Lines) -> list[MatchEvent]:
    """What has happened by itself by this moment, and that no server was there, if none was."""
    found: list[MatchEvent] = []
    if seen_at is not None and at - seen_at > AWAY:
        found += taken_up(match, seen_at, at)
    while more := passing(match.with_events(found), at, lines):
        found += more
    return found


def _in_order(event: MatchEvent, match: Match) -> MatchEvent:
    """An event after those that others have written meanwhile. A buzz that was received before one that is
    written already is late by that much: pressed was its button when it was."""
    late = match.events[-1].at - event.at if match.events else 0
    if late <= 0:
        return event
    if isinstance(event, Buzzed):
        return replace(event, at=event.at + late, allowance=event.allowance + late)
    return replace(event, at=event.at + late)
