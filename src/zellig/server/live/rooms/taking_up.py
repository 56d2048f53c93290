"""A match after no server was there: it stays where it was until its players are back, or for a while.

A process that is new cannot know whether others have looked after a match: it waits until it sees a sign of
one, or until there has been none for so long that there is none.
"""

from __future__ import annotations

from typing import Literal

from sqlalchemy import Connection, select

from zellig.games.match.events import Paused
from zellig.games.match.playing import Match, taken_up
from zellig.games.match.reading import Moment
from zellig.server.live.rooms.matches import AWAY, FRESH, seen_of
from zellig.server.problems import ConflictError
from zellig.store.database.tables.rooms import ROOM_LINES

WAIT = 10_000  # milliseconds for players to come back

Found = Literal["looked after", "not known yet", "waits", "may go on"]


def looked_after(seen_at: Moment | None, begun: Moment, now: Moment) -> bool:
    """Was a server there without a break, as far as a process can know that looks since `begun`? Of a match
    that is not played nothing is missed."""
    return seen_at is None or (seen_at > begun and now - seen_at <= AWAY)


def waits_for_players() -> ConflictError:
    """Nothing is done in a match before it is known that it goes on."""
    return ConflictError(
        "the server has just come back, and the match waits for its players", remedy="Wait a few seconds."
    )


def refuse_left_alone(connection: Connection, room: str, begun: Moment | None, now: Moment) -> None:
    """Refuse what would let a match go on that waits."""
    if begun is None or not looked_after(seen_of(connection, room), begun, now):
        raise waits_for_players()


class TakingUp:
    """What one process knows of whether a match was looked after."""

    def __init__(self, begun: Moment) -> None:
        """`begun`: since when this process looks."""
        self._begun = begun
        self._noticed: Moment | None = None  # that nobody was there

    def find(self, connection: Connection, room: str, now: Moment) -> Found:
        """How it is with a match that is played."""
        seen_at = seen_of(connection, room)
        if seen_at is None or looked_after(seen_at, self._begun, now):
            return "looked after"
        if now - seen_at <= AWAY:
            return "not known yet"
        if self._noticed is None:
            self._noticed = now
        lines = ROOM_LINES.c
        missing = select(lines.player).where(
            lines.room == room, lines.seen_at > seen_at - FRESH, lines.seen_at <= self._noticed
        )
        waits = now - self._noticed < WAIT and connection.execute(missing.limit(1)).first() is not None
        return "waits" if waits else "may go on"


def as_it_was(match: Match, seen_at: Moment | None) -> Match:
    """The match as it is shown until it goes on: paused where it was when a server was last there."""
    if seen_at is None:
        return match
    return match.with_events(each for each in taken_up(match, seen_at, seen_at) if isinstance(each, Paused))
