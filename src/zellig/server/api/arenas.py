"""Arenas over HTTP: founded, given texts; seasons that are opened, closed and looked at."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, get, post
from litestar.concurrency import sync_to_thread
from litestar.params import JSONBody, QueryParameter

from zellig.games.arena.rules import Canary, Guards, Shown, TieRule
from zellig.games.arena.season.records import Season
from zellig.performers import Role
from zellig.seats.schedule import Schedule
from zellig.server.api.cursors import InPart, part_of
from zellig.server.api.submissions import read_body
from zellig.server.arena.keeping import (
    LARGEST,
    bring_texts,
    close_season,
    found_arena,
    only_organisers,
    open_season,
    organises,
    read_texts,
    season_of,
)
from zellig.server.arena.ladders import LadderThen
from zellig.server.given import By, InHouse, Name
from zellig.server.limits import spend
from zellig.server.transactions import turn
from zellig.server.views.arena_bundle import bundle_of
from zellig.server.views.arenas import (
    ArenaShown,
    GameShown,
    SeasonShown,
    games_shown,
    known_arenas,
    ladder_of,
    season_shown,
    shown,
    transcript_of,
)

ZIP = "application/zip"


class NewArena(msgspec.Struct, forbid_unknown_fields=True):
    """An arena that is founded."""

    arena: Annotated[str, msgspec.Meta(min_length=1, max_length=50)]
    title: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class NewSeason(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A season that is opened: the rules of `arena.toml` that are for all its games, and its own."""

    season: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    texts: Annotated[str, msgspec.Meta(max_length=64)]
    rounds: Annotated[int, msgspec.Meta(ge=1, le=100_000)]  # of each game
    time_limit: Annotated[float, msgspec.Meta(gt=0, le=60)] = 5.0
    people: Annotated[int, msgspec.Meta(ge=0, le=200)] = 10  # rounds of a game of a person
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**53)] = 2012
    tie_rule: TieRule = "void"
    quarantine: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 100
    held_out: Annotated[float, msgspec.Meta(gt=0, le=1)] = 0.5
    candidates: Annotated[int, msgspec.Meta(ge=2, le=100)] = 8
    permutations: Annotated[int, msgspec.Meta(ge=1_000, le=99_999)] = 9_999
    collusion: tuple[Role, ...] = ()
    schedule: Schedule = Schedule()
    metadata: Shown = Shown()
    guards: Guards = Guards()
    canary: Canary = Canary()


class TextsShown(msgspec.Struct):
    """Texts that were brought."""

    texts: str
    number: int


@get("/arenas", sync_to_thread=True)
def show_arenas(house: InHouse, caller: By, part: InPart) -> Response[list[ArenaShown]]:
    """All arenas, by name."""
    return part_of(part, str, known_arenas(house, caller), lambda each: each.arena)


@post("/arenas", sync_to_thread=True)
def post_arena(data: JSONBody[NewArena], house: InHouse, caller: By) -> ArenaShown:
    """Found an arena; operators only."""
    with turn(house.database) as connection:
        found_arena(connection, house.clock(), caller.account, data.arena, data.title)
        standing = house.arenas.of(connection, data.arena)
        return shown(connection, data.arena, standing, caller.account)


@get("/arenas/{arena:str}", sync_to_thread=True)
def show_arena(arena: Name, house: InHouse, caller: By) -> ArenaShown:
    """An arena, and its seasons."""
    with house.database.reading() as connection:
        return shown(connection, arena, house.arenas.of(connection, arena), caller.signed_in)


@post("/arenas/{arena:str}/texts", request_max_body_size=LARGEST)
async def post_texts(
    arena: Name,
    request: Request[Any, Any, Any],
    house: InHouse,
    caller: By,
    filename: Annotated[str, QueryParameter(min_length=1, max_length=200)] = "texts.txt",
) -> TextsShown:
    """Bring texts to play on: one a line (.txt), or items of sentiment in any form that uploads have."""
    account = caller.account

    def allowed() -> None:
        with house.database.reading() as connection:
            only_organisers(house.arenas.of(connection, arena), account)

    await sync_to_thread(allowed)
    content = await read_body(request, LARGEST)

    def keep() -> TextsShown:
        number = len(read_texts(filename, content))
        with turn(house.database) as connection:
            standing = house.arenas.held(connection, arena)
            now = house.clock()
            name = bring_texts(connection, now, arena, standing, account, filename, content, number)
        return TextsShown(name, number)

    return await sync_to_thread(keep)


@post("/arenas/{arena:str}/seasons", sync_to_thread=True)
def post_season(arena: Name, data: JSONBody[NewSeason], house: InHouse, caller: By) -> SeasonShown:
    """Open a season to entrants."""
    own = ("season", "texts", "people")
    conditions = {key: getattr(data, key) for key in data.__struct_fields__ if key not in own}
    season = Season(name=data.season, corpus="", **conditions)
    with turn(house.database) as connection:
        standing = house.arenas.held(connection, arena)
        open_season(
            connection, house.clock(), arena, standing, caller.account, season, data.texts, data.people
        )
        return season_shown(connection, arena, house.arenas.of(connection, arena), data.season)


@post("/arenas/{arena:str}/seasons/{season:str}/close", sync_to_thread=True)
def post_close(arena: Name, season: Name, house: InHouse, caller: By) -> SeasonShown:
    """Let nobody enter any more; the season ends when all that is planned has been played."""
    with turn(house.database) as connection:
        standing = house.arenas.held(connection, arena)
        close_season(connection, house.clock(), arena, standing, caller.account, season)
        return season_shown(connection, arena, house.arenas.of(connection, arena), season)


@get("/arenas/{arena:str}/seasons/{season:str}", sync_to_thread=True)
def show_season(arena: Name, season: Name, house: InHouse) -> SeasonShown:
    """A season: its rules, and how far it is."""
    with house.database.reading() as connection:
        return season_shown(connection, arena, house.arenas.of(connection, arena), season)


@get("/arenas/{arena:str}/seasons/{season:str}/ladder", sync_to_thread=True)
def show_ladder(arena: Name, season: Name, house: InHouse, caller: By) -> LadderThen:
    """The ladder of all games that are complete, and when they were; findings of collusion are for
    organisers."""
    found = ladder_of(house, arena, season)
    with house.database.reading() as connection:
        standing = house.arenas.of(connection, arena)
    return found if organises(standing, caller.signed_in) else msgspec.structs.replace(found, collusion=())


@get("/arenas/{arena:str}/seasons/{season:str}/games", sync_to_thread=True)
def show_games(arena: Name, season: Name, house: InHouse, part: InPart) -> Response[list[GameShown]]:
    """All games of a season, and what became of their rounds, whether they were played or not."""
    with house.database.reading() as connection:
        standing = season_of(house.arenas.of(connection, arena), season)
        found = games_shown(connection, house, arena, standing)
    found.sort(key=lambda each: (each.curator, each.breaker, each.chooser))
    return part_of(part, tuple[str, str, str], found, lambda each: (each.curator, each.breaker, each.chooser))


@get(
    "/arenas/{arena:str}/seasons/{season:str}/games/{game:str}/transcript",
    sync_to_thread=True,
    media_type=MediaType.TEXT,
)
def show_transcript(arena: Name, season: Name, game: Name, house: InHouse) -> Response[str]:
    """The transcript of a game, when the season has ended: the rules, then a line for each round."""
    with house.database.reading() as connection:
        standing = season_of(house.arenas.of(connection, arena), season)
        content = transcript_of(connection, arena, standing, game)
    return Response(content.decode(), media_type=MediaType.TEXT)


@get("/arenas/{arena:str}/seasons/{season:str}/bundle", sync_to_thread=True, media_type=ZIP)
def show_bundle(arena: Name, season: Name, house: InHouse, caller: By) -> Response[bytes]:
    """All transcripts of a season that has ended, with its ladder, in a zip that `zellig arena replay` takes
    once it is unpacked."""
    who = caller.signed_in.id if caller.signed_in else caller.address
    with turn(house.database) as connection:
        spend(connection, house.clock(), "export", who)
    content = bundle_of(house, arena, season)
    headers = {"Content-Disposition": f'attachment; filename="{arena}-{season}.zip"'}
    return Response(content, media_type=ZIP, headers=headers)


HANDLERS = [
    show_arenas,
    post_arena,
    show_arena,
    post_texts,
    post_season,
    post_close,
    show_season,
    show_ladder,
    show_games,
    show_transcript,
    show_bundle,
]
