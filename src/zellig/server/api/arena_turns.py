"""People in the arena over HTTP: they sit down, are asked, and move; no more is handed over than they may
know."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import JSONBody

from zellig.games.arena.rounds import LONG
from zellig.performers import Role, Which
from zellig.server.arena.jobs import gone_for_people
from zellig.server.arena.keeping import season_of
from zellig.server.arena.people import (
    Moving,
    Said,
    Turn,
    break_text,
    choose,
    find_sitting,
    look_at,
    pick,
    turn_of,
)
from zellig.server.arena.sitting_down import sit_down
from zellig.server.caller import Caller
from zellig.server.given import By, InHouse, Name
from zellig.server.state import House
from zellig.server.transactions import turn

PATH = "/arenas/{arena:str}/seasons/{season:str}/sittings"
Number = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Written = Annotated[str, msgspec.Meta(max_length=10 * LONG)]


class NewSitting(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody wants to be."""

    role: Role


class Fake(msgspec.Struct, forbid_unknown_fields=True):
    """Which of the two texts is the fake."""

    round: Number
    fake: Which


class FakeText(msgspec.Struct, forbid_unknown_fields=True):
    """A fake that a breaker gives."""

    round: Number
    text: Written


class Draft(msgspec.Struct, forbid_unknown_fields=True):
    """A fake that a breaker thinks of."""

    text: Written


class RealText(msgspec.Struct, forbid_unknown_fields=True):
    """A text that a curator picks, with metadata and why."""

    round: Number
    place: Number
    metadata: Annotated[dict[str, str], msgspec.Meta(max_length=8)] = {}
    why: Annotated[str, msgspec.Meta(max_length=500)] = ""


@post(PATH, sync_to_thread=True)
def post_sitting(arena: Name, season: Name, data: JSONBody[NewSitting], house: InHouse, caller: By) -> Turn:
    """Sit down to a game of one's own in a role, or come back to it."""
    with house.database.reading() as connection:  # what takes a while is not done in a writer's turn
        before = season_of(house.arenas.of(connection, arena), season)
        gone = gone_for_people(before, house.scores.of(connection, arena, before))
    with turn(house.database) as connection:
        standing = house.arenas.held(connection, arena)
        sitting = sit_down(
            connection, house.clock(), arena, standing, caller.account, season, data.role, gone
        )
        found = season_of(house.arenas.of(connection, arena), season)
        return turn_of(connection, found, sitting, data.role)


@get(PATH + "/{game:str}", sync_to_thread=True)
def show_turn(arena: Name, season: Name, game: Name, house: InHouse, caller: By) -> Turn:
    """What one is asked now in a game of one's own."""
    with house.database.reading() as connection:
        found = season_of(house.arenas.of(connection, arena), season)
        sitting, entrant = find_sitting(found, caller.account, game)
        return turn_of(connection, found, sitting, entrant.role)


@post(PATH + "/{game:str}/choice", sync_to_thread=True)
def post_choice(
    arena: Name, season: Name, game: Name, data: JSONBody[Fake], house: InHouse, caller: By
) -> Turn:
    """Name the fake; gives what is asked next."""
    with _moving(house, caller, arena, season, game, data.round) as at:
        choose(at, data.fake)
        return _next(at)


@post(PATH + "/{game:str}/fake", sync_to_thread=True)
def post_fake(
    arena: Name, season: Name, game: Name, data: JSONBody[FakeText], house: InHouse, caller: By
) -> Turn:
    """Give a fake of the text; gives what is asked next."""
    with _moving(house, caller, arena, season, game, data.round) as at:
        break_text(at, data.text)
        return _next(at)


@post(PATH + "/{game:str}/look", sync_to_thread=True)
def post_look(
    arena: Name, season: Name, game: Name, data: JSONBody[Draft], house: InHouse, caller: By
) -> list[Said]:
    """What the guards say about a fake, before it is given."""
    with house.database.reading() as connection:
        found = season_of(house.arenas.of(connection, arena), season)
        return look_at(connection, found, caller.account, game, data.text)


@post(PATH + "/{game:str}/pick", sync_to_thread=True)
def post_pick(
    arena: Name, season: Name, game: Name, data: JSONBody[RealText], house: InHouse, caller: By
) -> Turn:
    """Pick a text, say what it shows, and why; gives what is asked next."""
    with _moving(house, caller, arena, season, game, data.round) as at:
        pick(at, data.place, data.metadata, data.why)
        return _next(at)


@contextmanager
def _moving(house: House, caller: Caller, arena: str, season: str, game: str, n: int) -> Iterator[Moving]:
    """One moves at a time, in one transaction."""
    with turn(house.database) as connection:
        found = season_of(house.arenas.held(connection, arena), season)
        yield Moving(connection, house.clock(), found, caller.account, game, n)


def _next(at: Moving) -> Turn:
    sitting, entrant = find_sitting(at.season, at.account, at.game)
    return turn_of(at.connection, at.season, sitting, entrant.role)


HANDLERS = [post_sitting, show_turn, post_choice, post_fake, post_look, post_pick]
