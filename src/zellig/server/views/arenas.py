"""Arenas and their seasons as somebody may know them."""

from __future__ import annotations

from typing import Literal

import msgspec
from sqlalchemy import Connection, select

from zellig.games.arena.season.plan import plan
from zellig.games.arena.season.reckoning import Reckoning
from zellig.games.arena.season.records import Kind as SeatKind
from zellig.games.arena.season.records import Property, Season
from zellig.games.arena.standing import ArenaStanding, SeasonStanding, State
from zellig.performers import Role
from zellig.server.accounts import Account, names_of
from zellig.server.arena.games import games_of, lines_of
from zellig.server.arena.jobs import in_quarantine
from zellig.server.arena.keeping import organises, season_of
from zellig.server.arena.ladders import Asked, LadderThen, called, compute, reckonings_of, state_of
from zellig.server.caller import Caller
from zellig.server.problems import ForbiddenError, NotFoundError
from zellig.server.state import House
from zellig.store.database.tables.arenas import ARENAS


class EntrantShown(msgspec.Struct):
    """An entrant as the caller sees it."""

    entrant: str
    role: Role
    name: str
    kind: SeatKind
    state: State | Literal["quarantined"]
    owner: str  # the name of the account
    mine: bool
    words: str  # what came of trying it out; for its owner and for organisers
    resources: tuple[str, ...]
    properties: dict[str, Property]


class SeasonShown(msgspec.Struct):
    """A season as the caller sees it."""

    season: str
    state: Literal["open", "closed", "ended"]
    rules: Season  # without the secret, which is told when the season has ended
    people: int  # rounds of a game of a person; 0: people do not play
    texts: int
    games: int  # of performers, and their rounds
    planned: int
    accounted: int  # for, whatever became of them: they were played, missed, void or withdrawn
    games_of_people: int
    planned_of_people: int
    accounted_of_people: int


class ArenaShown(msgspec.Struct):
    """An arena as the caller sees it."""

    arena: str
    title: str
    organises: bool
    texts: dict[str, int]  # what was brought, by name, and how many they are; for organisers
    seasons: list[SeasonShown]  # the newest first


class GameShown(msgspec.Struct):
    """A game of a season, and what became of its rounds."""

    game: str
    curator: str
    breaker: str
    chooser: str
    rounds: Reckoning


def known_arenas(house: House, caller: Caller) -> list[ArenaShown]:
    """All arenas, by name."""
    with house.database.reading() as connection:
        names = connection.execute(select(ARENAS.c.id).order_by(ARENAS.c.id)).scalars().all()
        return [
            shown(connection, each, house.arenas.of(connection, each), caller.signed_in) for each in names
        ]


def shown(connection: Connection, arena: str, standing: ArenaStanding, account: Account | None) -> ArenaShown:
    """An arena as an account sees it."""
    mine = organises(standing, account)
    texts = {name: each.number for name, each in standing.texts.items()} if mine else {}
    seasons = [season_shown(connection, arena, standing, each) for each in reversed(standing.seasons)]
    return ArenaShown(arena, standing.title, mine, texts, seasons)


def season_shown(connection: Connection, arena: str, standing: ArenaStanding, name: str) -> SeasonShown:
    """A season as anybody sees it."""
    season = season_of(standing, name)
    rules = season.season if season.ended else msgspec.structs.replace(season.season, secret="")
    games = plan(season.season, season.performers)
    began = games_of(connection, arena, name)
    of_people = {each.planned for each in season.sittings.values()}
    planned, planned_of_people = len(games) * rules.total, len(of_people) * season.of_people.total
    kept_of_people = sum(each.played for game, each in began.items() if game in of_people)
    kept = sum(each.played for each in began.values()) - kept_of_people
    return SeasonShown(
        name,
        "ended" if season.ended else "closed" if season.closed else "open",
        rules,
        season.people,
        standing.texts[season.texts].number,
        len(games),
        planned,
        # Of what nobody plays any more it is known in the end what became of it.
        planned if season.ended else kept,
        len(of_people),
        planned_of_people,
        planned_of_people if season.ended else kept_of_people,
    )


def entrants_shown(
    connection: Connection, house: House, arena: str, standing: ArenaStanding, name: str, caller: Caller
) -> list[EntrantShown]:
    """The entrants of a season, in the order in which they came."""
    season = season_of(standing, name)
    me = caller.signed_in.id if caller.signed_in else None
    every = organises(standing, caller.signed_in)
    owners = names_of(connection, {each.entrant.owner for each in season.entered.values()})
    quarantine = season.quarantined or in_quarantine(season, house.scores.of(connection, arena, season))
    found = []
    for id, each in season.entered.items():
        entrant, mine = each.entrant, each.entrant.owner == me
        owner = owners.get(entrant.owner, "")
        found.append(
            EntrantShown(
                id,
                entrant.role,
                entrant.name or owner,
                entrant.kind,
                "quarantined" if id in quarantine and each.state == "plays" else each.state,
                owner,
                mine,
                each.words if mine or every else "",
                entrant.seating.resources,
                entrant.properties,
            )
        )
    return found


def games_shown(connection: Connection, house: House, arena: str, season: SeasonStanding) -> list[GameShown]:
    """All games of a season that were planned, with what became of their rounds; those of people behind."""
    began = games_of(connection, arena, season.season.name)
    score = house.scores.of(connection, arena, season)
    return [
        GameShown(began[planned].id if planned in began else "", *planned, rounds=rounds)
        for planned, rounds in reckonings_of(season, score).items()
    ]


def transcript_of(connection: Connection, arena: str, season: SeasonStanding, game: str) -> bytes:
    """The transcript of a game; refuses before the season has ended."""
    if not season.ended:
        raise ForbiddenError(
            "transcripts are public when the season has ended", remedy="Wait until all games are played."
        )
    for kept in games_of(connection, arena, season.season.name).values():
        if kept.id == game:
            return kept.head + b"\n" + lines_of(connection, game)
    raise NotFoundError("there is no such game", remedy="Look at the list of games.")


def ladder_of(house: House, arena: str, name: str, patience: float | None = None) -> LadderThen:
    """The ladder of all games that are complete, or of all when the season has ended.

    Raises TimeoutError if it is not computed after so many seconds; it is not asked for within a transaction.
    """
    with house.database.reading() as connection:
        season = season_of(house.arenas.of(connection, arena), name)
        state = state_of(season, games_of(connection, arena, name))
        names = names_of(connection, {each.owner for each in season.people_in})
    asked = Asked(house.database.where, arena, name)
    found = house.ladders.of(
        (arena, name), state, lambda: compute(house.database, house.clock(), asked, state.rounds), patience
    )
    return called(found, season, names)
