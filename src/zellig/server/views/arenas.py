"""Arenas and their seasons as somebody may know them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec
from sqlalchemy import Connection, select

from zellig.games.arena.season.accounts import Account as Rounds
from zellig.games.arena.season.accounts import account, accounts, total
from zellig.games.arena.season.columns import columns
from zellig.games.arena.season.figures import Ladder
from zellig.games.arena.season.ladder import ladder
from zellig.games.arena.season.plan import plan
from zellig.games.arena.season.records import Kind as SeatKind
from zellig.games.arena.season.records import Planned, Property, Season
from zellig.games.arena.standing import ArenaStanding, SeasonStanding, State
from zellig.performers import Role
from zellig.server.accounts import Account, names_of
from zellig.server.arena.games import KeptGame, games_of, lines_of, rounds_in
from zellig.server.arena.jobs import Score, count, in_quarantine, of_people
from zellig.server.arena.keeping import organises, season_of
from zellig.server.caller import Caller
from zellig.server.problems import ForbiddenError, NotFoundError
from zellig.server.state import House
from zellig.store.database.tables.arenas import ARENAS

FEW = 1_999  # permutations of the test for collusion while a season goes on, and its ladder changes


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
    games: int
    planned: int  # rounds
    played: int


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
    rounds: Rounds


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
    sittings = len(season.sittings)
    return SeasonShown(
        name,
        "ended" if season.ended else "closed" if season.closed else "open",
        rules,
        season.people,
        standing.texts[season.texts].number,
        len(games) + sittings,
        len(games) * season.season.total + sittings * of_people(season).total,
        sum(each.played for each in began.values()),
    )


def entrants_shown(
    connection: Connection, house: House, arena: str, standing: ArenaStanding, name: str, caller: Caller
) -> list[EntrantShown]:
    """The entrants of a season, in the order in which they came."""
    season = season_of(standing, name)
    me = caller.signed_in.id if caller.signed_in else None
    every = organises(standing, caller.signed_in)
    owners = names_of(connection, {each.entrant.owner for each in season.entered.values()})
    quarantine = season.quarantined or _quarantine(connection, house, arena, season)
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
    score = _score(connection, house, arena, season, began)
    return [
        GameShown(began[planned].id if planned in began else "", *planned, rounds=rounds)
        for planned, rounds in _accounts(season, score).items()
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


def ladder_of(house: House, connection: Connection, arena: str, season: SeasonStanding) -> Ladder:
    """The ladder of all games that are complete; of the others nothing is told before the season has ended,
    so that nobody learns what came of a round."""
    began = games_of(connection, arena, season.season.name)
    told = {planned: kept for planned, kept in _in_order(season, began) if _is_told(season, planned, kept)}
    states = tuple((name, each.state) for name, each in season.entered.items())
    key = (arena, season.season.name, season.ended, states, sum(k.played for k in told.values()))
    found: Ladder | None = house.ladders.get(key)
    if found is None:
        owners = names_of(connection, {each.entrant.owner for each in season.entered.values()})
        every = [
            msgspec.structs.replace(each, name=each.name or owners.get(each.owner, ""))
            for each in [*season.performers, *season.people_in]
        ]
        score = _score(connection, house, arena, season, began)
        few = season.season if season.ended else msgspec.structs.replace(season.season, permutations=FEW)
        found = ladder(
            few,
            every,
            columns(
                every,
                ((planned, rounds_in(lines_of(connection, kept.id))) for planned, kept in told.items()),
                season.season.guards,
            ),
            total(_accounts(season, score).values()),
            in_quarantine(season, score),
        )
        house.ladders[key] = found
    return found


def _in_order(season: SeasonStanding, began: dict[Planned, KeptGame]) -> Iterator[tuple[Planned, KeptGame]]:
    """The games that have begun, in the order of the plan."""
    sittings = [each.planned for each in season.sittings.values()]
    for planned in [*plan(season.season, season.performers), *sittings]:
        if planned in began:
            yield planned, began[planned]


def _is_told(season: SeasonStanding, planned: Planned, kept: KeptGame) -> bool:
    people = any(each.id in planned for each in season.people_in)
    return season.ended or kept.played >= (of_people(season) if people else season.season).total


def _score(
    connection: Connection,
    house: House,
    arena: str,
    season: SeasonStanding,
    began: dict[Planned, KeptGame],
) -> Score:
    """The accounts of a season, of which a process remembers those of games that have not come on."""
    key = (arena, season.season.name, "accounts")
    before: Score = house.ladders.get(key) or Score()
    score = Score(dict(before.accounts))  # another thread may look at the one that is kept
    count(connection, season, began, score)
    house.ladders[key] = score
    return score


def _quarantine(connection: Connection, house: House, arena: str, season: SeasonStanding) -> set[str]:
    began = games_of(connection, arena, season.season.name)
    return in_quarantine(season, _score(connection, house, arena, season, began))


def _accounts(season: SeasonStanding, score: Score) -> dict[Planned, Rounds]:
    """What became of all rounds that were planned."""
    gone = in_quarantine(season, score)
    planned = plan(season.season, season.performers)
    found = accounts(season.season, planned, {}, season.withdrawn, gone)
    for game in planned:
        if game in score.accounts:
            found[game] = _with_rest(score.accounts[game][1], found[game])
    for sitting in season.sittings.values():
        rest = account(of_people(season), sitting.planned, (), "withdrawn" if season.closed else "open")
        kept = score.accounts.get(sitting.planned)
        found[sitting.planned] = _with_rest(kept[1], rest) if kept else rest
    return found


def _with_rest(played: Rounds, planned: Rounds) -> Rounds:
    """The account of a game of which nobody plays the rest any more."""
    (rest,) = planned.outcomes  # nothing of it was counted there
    outcomes = dict(played.outcomes)
    if left := outcomes.pop("open", 0):
        outcomes[rest] = outcomes.get(rest, 0) + left
    return msgspec.structs.replace(played, outcomes=outcomes)
