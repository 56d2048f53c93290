"""Tournaments as somebody may know them: nothing of their questions, and no sides before the end."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Literal

import msgspec
from sqlalchemy import Connection

from zellig.games.match.rules import Rules
from zellig.games.match.setting import Kind
from zellig.games.tournament.events import About
from zellig.games.tournament.figures import PlayFigures, blinded
from zellig.games.tournament.plan import Phase
from zellig.games.tournament.results import Result
from zellig.games.tournament.standing import Right, Standing, rights
from zellig.games.tournament.tournament import Game
from zellig.report.tournament import StandingRow, standing_rows, tournament_in_words
from zellig.server.accounts import Account, names_of
from zellig.server.caller import Caller
from zellig.server.state import House
from zellig.server.tournaments.keeping import allow, known_tournaments
from zellig.server.tournaments.playing import Played

TournamentState = Literal["entering", "playing", "over", "published"]
GameState = Literal["waiting", "playing", "over", "forfeited", "unfit"]


class TournamentListed(msgspec.Struct, frozen=True):
    """A tournament in the list."""

    tournament: str
    title: str
    state: TournamentState
    teams: int
    made: int  # rounds
    planned: int
    team: str  # for which the caller plays; empty: none
    organises: bool


class MemberShown(msgspec.Struct, frozen=True):
    """A player."""

    name: str
    kind: Kind


class TeamShown(msgspec.Struct, frozen=True):
    """A team, and who plays for it."""

    name: str
    group: str
    players: list[MemberShown]


class GameShown(msgspec.Struct, frozen=True):
    """A game; `unfit` is one whose match cannot be taken, and `words` say why, or why it was forfeited."""

    game: int
    teams: tuple[str, ...]
    state: GameState
    points: list[int]  # of the teams, in their order; none before the end
    tossups: int
    words: str
    room: str  # for who may come in


class RoundShown(msgspec.Struct, frozen=True):
    """A round."""

    round: int
    phase: str
    games: list[GameShown]
    rests: tuple[str, ...]


class TournamentShown(msgspec.Struct, frozen=True):
    """A tournament as the caller sees it."""

    tournament: str
    title: str
    founded: datetime | None
    organiser: str  # by name
    state: TournamentState
    rules: Rules
    about: About
    phases: tuple[Phase, ...]
    matched: bool  # are packets drawn of control and challenge questions, as many of both?
    planned: int  # rounds
    teams: list[TeamShown]
    rounds: list[RoundShown]
    standings: list[StandingRow]
    words: list[str]  # how far it is, and what the data say
    you: tuple[Right, ...]
    team: str  # for which the caller plays; empty: none
    player: str  # by what name


def tournaments_seen(house: House, caller: Caller) -> list[TournamentListed]:
    """All tournaments that the caller may see, by name."""
    account, found = caller.account, []
    with house.database.reading() as connection:
        for name in known_tournaments(connection):
            standing = house.tournaments.of(connection, name)
            allowed = rights(standing, account.id, operator=account.operator)
            if "see" not in allowed:
                continue
            person = standing.person(account.id)
            goes_on = standing.rounds and not standing.published
            played = house.playing.of(connection, name, standing) if goes_on else None
            found.append(
                TournamentListed(
                    name,
                    standing.title,
                    _state(standing, played),
                    len(standing.teams),
                    len(standing.rounds),
                    standing.plan.rounds,
                    person.team if person else "",
                    "organise" in allowed,
                )
            )
    return found


def visible_tournament(
    house: House, connection: Connection, name: str, account: Account, right: Right = "see"
) -> Standing:
    """A tournament in which somebody may do this; refuses others."""
    standing = house.tournaments.of(connection, name)
    allow(standing, account, right)
    return standing


def shown_tournament(house: House, connection: Connection, name: str, account: Account) -> TournamentShown:
    """A tournament as an account sees it."""
    standing = visible_tournament(house, connection, name, account)
    played = house.playing.of(connection, name, standing)
    found, figures = played.tournament, figures_shown(house, name, standing, played)
    allowed = rights(standing, account.id, operator=account.operator)
    person = standing.person(account.id)
    plan = standing.plan
    return TournamentShown(
        name,
        standing.title,
        standing.at,
        names_of(connection, {standing.organiser}).get(standing.organiser, ""),
        _state(standing, played),
        standing.rules,
        standing.about,
        plan.phases,
        not plan.questions.packets,
        plan.rounds,
        [
            TeamShown(
                team.name,
                team.group,
                [MemberShown(each.name, "program" if each.program else "person") for each in team.players],
            )
            for team in plan.teams
        ],
        list(_rounds(standing, played, account, allowed)),
        standing_rows(found, figures),
        [*tournament_in_words(found, figures), *_misses_in_words(played)] if found.rounds else [],
        tuple(sorted(allowed)),
        person.team if person else "",
        person.name if person else "",
    )


def _misses_in_words(played: Played) -> Iterator[str]:
    """Programs that are beaten, or win, without having said much."""
    for name, missed in played.misses.items():
        tossups = f"{missed} tossup{'s' if missed > 1 else ''}"
        yield f"{name} said nothing that counts to {tossups}: it was late, garbled or not there."


def figures_shown(house: House, name: str, standing: Standing, played: Played) -> PlayFigures:
    """How everybody played; what tells the two sides apart only when the end is published."""
    figures = house.playing.figures(name, played)
    return figures if standing.published else blinded(figures)


def _state(standing: Standing, played: Played | None) -> TournamentState:
    """Where its games are matters only while it goes on."""
    if standing.published:
        return "published"
    if not standing.rounds:
        return "entering"
    return "over" if played and played.tournament.over else "playing"


def _rounds(
    standing: Standing, played: Played, account: Account, allowed: frozenset[Right]
) -> Iterator[RoundShown]:
    phases, found = standing.plan.phases, played.tournament
    results = {(each.round, each.game): each for each in found.results}
    person = standing.person(account.id)
    for made in found.rounds:
        phase = phases[made.phase]
        games = []
        for game in (each for each in found.games if each.round == made.number):
            enters = "organise" in allowed or (person is not None and person.team in game.teams)
            result = results.get((game.round, game.number))
            games.append(_game(standing, played, game, result, enters=enters))
        yield RoundShown(made.number, phase.name or phase.pairing, games, made.rests)


def _game(
    standing: Standing, played: Played, game: Game, result: Result | None, *, enters: bool
) -> GameShown:
    key = (game.round, game.number)
    room, unfit = played.rooms[key], played.unfit.get(key, "")
    gone = [each for each in standing.forfeits if each.round == game.round and each.team in game.teams]
    state: GameState = "forfeited" if gone else "over" if result else "unfit" if unfit else room.state
    points = {each.team: each.points for each in result.sides} if result and not gone else {}
    return GameShown(
        game.number,
        game.teams,
        state,
        [points[team] for team in game.teams] if points else [],
        result.tossups if result else 0,
        "; ".join(f"{each.team}: {each.reason}" for each in gone) or unfit,
        room.room if enters else "",
    )
