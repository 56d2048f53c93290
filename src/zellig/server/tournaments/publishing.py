"""The end of a tournament is published: from then on nothing changes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import Connection, update

from zellig.games.match.rooms import TournamentPublished
from zellig.games.tournament.events import Published
from zellig.games.tournament.standing import Standing
from zellig.server.accounts import Account
from zellig.server.problems import ConflictError
from zellig.server.rooms import ROOM, forget_tokens, wake_others
from zellig.server.tournaments.keeping import TOURNAMENT, allow, refuse_published, refuse_waiting
from zellig.store.database.tables.tournaments import TOURNAMENT_PROGRAMS

if TYPE_CHECKING:
    from zellig.server.state import House


def publish(
    house: House, connection: Connection, name: str, standing: Standing, account: Account
) -> list[str]:
    """End a tournament, after the last round or an earlier one: from now on everybody may know the sides, and
    nobody protests or rules in its rooms. Refuses while protests wait for a ruling. Gives the rooms."""
    allow(standing, account, "organise")
    refuse_published(standing)
    rooms = sorted(room for made in standing.rounds for room in made.rooms)
    for room in rooms:  # no protest comes between the look at them and the end
        ROOM.lock(connection, room)
    played = house.playing.of(connection, name, standing)
    if not played.tournament.rounds:
        raise ConflictError("nothing has been played", remedy="Make the first round.")
    refuse_waiting(played.tournament)
    if undecided := played.undecided:
        raise ConflictError(
            f"a protest in the room {undecided[0]} is not decided",
            remedy="Its moderator, or where there is none its host, rules on it there, or an operator.",
        )
    now = house.clock()
    for room in rooms:
        ROOM.append(connection, now, room, None, TournamentPublished())
        wake_others(connection, room)
    own = TOURNAMENT_PROGRAMS.c.tournament == name
    connection.execute(update(TOURNAMENT_PROGRAMS).where(own).values(token=None))
    forget_tokens(connection, *rooms)  # of games that were forfeited
    TOURNAMENT.append(connection, now, name, account.id, Published())
    return rooms
