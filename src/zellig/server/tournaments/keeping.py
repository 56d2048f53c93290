"""Tournaments in the database: founded, joined and left, forfeited."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, select, update

from zellig.games.match.rooms import MOST_PLAYERS
from zellig.games.tournament.events import (
    Event,
    Forfeited,
    Forgotten,
    Founded,
    Joined,
    Left,
    Withdrawn,
    decode,
    encode,
)
from zellig.games.tournament.plan import check_plan
from zellig.games.tournament.questions import Pool
from zellig.games.tournament.standing import Right, Standing, rights, stand
from zellig.games.tournament.tournament import Tournament, forfeit_of
from zellig.server.accounts import CLOSED, Account
from zellig.server.limits import spend
from zellig.server.links import Gift, make_link
from zellig.server.logbook import Kind, Logbook
from zellig.server.problems import ConflictError, ForbiddenError, NotFoundError
from zellig.store.database.tables.tournaments import (
    TOURNAMENT_EVENTS,
    TOURNAMENT_POOLS,
    TOURNAMENT_PROGRAMS,
    TOURNAMENT_ROOMS,
    TOURNAMENTS,
)

TOURNAMENT: Kind[Event, Standing] = Kind(
    "tournament", TOURNAMENTS, TOURNAMENT_EVENTS, encode=encode, decode=decode, stand=stand
)

MOST_OF_TEAM = MOST_PLAYERS // 2  # two teams have to find room in a room
_REMEDIES: dict[Right, str] = {
    "see": "Ask its organiser for an invitation.",
    "join": "Who organises it does not play, nobody joins after the beginning, and nobody joins twice.",
    "leave": "Nobody leaves after the beginning; a team that does not play forfeits.",
    "organise": "Ask who founded it.",
    "download": "Files are there when the end is published.",
}


class AskedProgram(NamedTuple):
    """Where a program of a tournament is."""

    player: str  # its name
    system: str
    address: str
    token: str | None


class Tournaments(Logbook[Event, Standing]):
    """What the tournaments are."""

    def __init__(self) -> None:
        super().__init__(TOURNAMENT)


def allow(standing: Standing, account: Account, right: Right) -> None:
    """Refuse who may not do this in a tournament."""
    if right not in rights(standing, account.id, operator=account.operator):
        raise ForbiddenError(f"you may not {right} here", remedy=_REMEDIES[right])


def known_tournaments(connection: Connection) -> list[str]:
    """The names of all tournaments."""
    return list(connection.execute(select(TOURNAMENTS.c.id).order_by(TOURNAMENTS.c.id)).scalars())


def found_tournament(
    connection: Connection,
    now: datetime,
    account: Account,
    name: str,
    founded: Founded,
    pool: Pool,
    programs: Sequence[AskedProgram],
) -> None:
    """Found a tournament; who does organises it. Whether they may is for who has the questions to say."""
    TOURNAMENT.begin(connection, now, name, account.id, founded)
    content = msgspec.json.encode(pool)
    connection.execute(TOURNAMENT_POOLS.insert().values(tournament=name, content=content))
    for each in programs:
        connection.execute(TOURNAMENT_PROGRAMS.insert().values({"tournament": name, **each._asdict()}))


def pool_of(connection: Connection, name: str) -> Pool:
    """What is read in a tournament."""
    query = select(TOURNAMENT_POOLS.c.content).where(TOURNAMENT_POOLS.c.tournament == name)
    return msgspec.json.decode(connection.execute(query).scalar_one(), type=Pool)


def programs_of(connection: Connection, name: str) -> dict[str, AskedProgram]:
    """The programs of a tournament by their names."""
    columns = TOURNAMENT_PROGRAMS.c
    query = select(columns.player, columns.system, columns.address, columns.token)
    rows = connection.execute(query.where(columns.tournament == name))
    return {row.player: AskedProgram(*row) for row in rows}


def invite_to_team(
    connection: Connection, now: datetime, name: str, standing: Standing, account: Account, team: str
) -> str:
    """The end of a link by which one person joins a team; the organiser only."""
    allow(standing, account, "organise")
    _refuse_begun(standing)
    _refuse_no_team(standing, team)
    spend(connection, now, "invitation", account.id)
    return make_link(connection, now, Gift("invitation", tournament=name, team=team), account.id)


def join_team(connection: Connection, now: datetime, name: str, account: Account, team: str) -> None:
    """What an invitation gives: a place in a team, until the first round is made."""
    standing = Tournaments().held(connection, name)
    allow(standing, account, "join")
    _refuse_no_team(standing, team)
    entrants = standing.plan.teams
    if any(each.name == team and len(each.players) >= MOST_OF_TEAM for each in entrants):
        raise ConflictError("the team is full", remedy="Ask the organiser for a place in another one.")
    taken = {*standing.teams, *(each.name for every in entrants for each in every.players)}
    shown = account.name
    called = next(each for each in (shown, *(f"{shown} #{n}" for n in range(2, 1000))) if each not in taken)
    TOURNAMENT.append(connection, now, name, account.id, Joined(account.id, team, called))


def leave_team(
    connection: Connection, now: datetime, name: str, standing: Standing, account: Account, player: str
) -> None:
    """Give up a place before the first round: one's own, or as the organiser anybody's."""
    own = standing.person(account.id)
    allow(standing, account, "leave" if own and own.name == player else "organise")
    person = next((each for each in standing.people if each.name == player), None)
    if person is None:
        raise NotFoundError(f"nobody called {player!r} has joined", remedy="Look at the teams.")
    _refuse_begun(standing)
    TOURNAMENT.append(connection, now, name, account.id, Left(person.account))


def withdraw_team(
    connection: Connection, now: datetime, name: str, standing: Standing, account: Account, team: str
) -> None:
    """Take a team off the plan before the first round; the organiser only. Refuses where what is left cannot
    be played."""
    allow(standing, account, "organise")
    _refuse_begun(standing)
    _refuse_no_team(standing, team)
    check_plan(replace(standing, withdrawn=standing.withdrawn | {team}).plan)
    TOURNAMENT.append(connection, now, name, account.id, Withdrawn(team))


def forfeit(
    connection: Connection,
    now: datetime,
    name: str,
    standing: Standing,
    account: Account,
    found: Tournament,
    team: str,
    reason: str,
) -> None:
    """Write down that a team does not play the game that waits for it; the organiser only."""
    allow(standing, account, "organise")
    refuse_published(standing)
    given = forfeit_of(found, team, reason)
    TOURNAMENT.append(connection, now, name, account.id, Forfeited(given.round, given.team, given.reason))


def refuse_published(standing: Standing) -> None:
    """Refuse to go on with what is over."""
    if standing.published:
        raise ConflictError("the tournament is over, and its end published", remedy="Found another one.")


def refuse_waiting(found: Tournament) -> None:
    """Refuse to go on while somebody plays."""
    if found.waiting:
        game = found.waiting[0]
        raise ConflictError(
            f"{len(found.waiting)} of the games are not over, among them {' against '.join(game.teams)}",
            remedy="Wait for their ends; a team that does not play forfeits.",
        )


def tournament_of(connection: Connection, room: str) -> str | None:
    """The tournament of which a room has a game."""
    query = select(TOURNAMENT_ROOMS.c.tournament).where(TOURNAMENT_ROOMS.c.room == room)
    return connection.execute(query).scalar()


def refuse_players(connection: Connection, room: str, account: Account) -> None:
    """Refuse to let somebody into the room of a game who plays in the same tournament: they may be read the
    same questions later. Who plays this game needs no link."""
    name = tournament_of(connection, room)
    if name is not None and Tournaments().of(connection, name).person(account.id) is not None:
        raise ForbiddenError(
            "you play in this tournament, and may not come to its other games",
            remedy="Give the link to somebody who does not play.",
        )


def _refuse_begun(standing: Standing) -> None:
    if standing.begun:
        raise ConflictError(
            "the tournament has begun", remedy="Teams stay as they are from the first round on."
        )


def _refuse_no_team(standing: Standing, team: str) -> None:
    if team not in standing.teams:
        raise NotFoundError(f"there is no team {team!r}", field="team", remedy="Name one of the teams.")


def forget_players(connection: Connection, now: datetime, account: str) -> None:
    """The name of somebody who closes the account is nobody's, and every process is told so; what they played
    stays. Programs of theirs are not asked any more where that needs a token."""
    events = TOURNAMENT_EVENTS.c
    query = select(events.number, events.tournament, events.body).where(events.actor == account)
    for number, name, body in connection.execute(query).all():
        event = decode(body)
        if isinstance(event, Joined):
            called = f"{CLOSED} ({number})"
            kept = encode(replace(event, name=called)).decode()
            connection.execute(update(TOURNAMENT_EVENTS).where(events.number == number).values(body=kept))
            TOURNAMENT.append(connection, now, name, account, Forgotten(account, called))
        elif isinstance(event, Founded):
            own = TOURNAMENT_PROGRAMS.c.tournament == name
            connection.execute(update(TOURNAMENT_PROGRAMS).where(own).values(token=None))
