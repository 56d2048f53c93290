"""Tournaments over HTTP: founded, joined, round after round, published; their games are played in rooms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody
from sqlalchemy import Connection

from zellig.games.tournament.figures import PlayFigures
from zellig.games.tournament.standing import Standing
from zellig.server.accounts import Account
from zellig.server.api.cursors import InPart, part_of
from zellig.server.given import By, InHouse, Invited, Name
from zellig.server.limits import spend
from zellig.server.live.rooms.messages import Reason
from zellig.server.state import House
from zellig.server.tournaments.files import download
from zellig.server.tournaments.founding import Called, NewTournament, read_plan
from zellig.server.tournaments.keeping import (
    forfeit,
    found_tournament,
    invite_to_team,
    leave_team,
    withdraw_team,
)
from zellig.server.tournaments.publishing import publish
from zellig.server.tournaments.questions import LARGEST
from zellig.server.tournaments.rounds import make_round
from zellig.server.transactions import turn
from zellig.server.views.tournaments import (
    TournamentListed,
    TournamentShown,
    figures_shown,
    shown_tournament,
    tournaments_seen,
    visible_tournament,
)

ANY_FILE = "application/octet-stream"


class TeamNamed(msgspec.Struct, forbid_unknown_fields=True):
    """A team of the tournament."""

    team: Called


class PlayerNamed(msgspec.Struct, forbid_unknown_fields=True):
    """A person who plays."""

    player: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class NewForfeit(msgspec.Struct, forbid_unknown_fields=True):
    """A team that does not play, and why."""

    team: Called
    reason: Reason


@get("/tournaments", sync_to_thread=True)
def show_tournaments(house: InHouse, caller: By, part: InPart) -> Response[list[TournamentListed]]:
    """All tournaments that the caller may see."""
    return part_of(part, str, tournaments_seen(house, caller), lambda each: each.tournament)


@post("/tournaments", sync_to_thread=True, request_max_body_size=LARGEST)
def post_tournament(data: JSONBody[NewTournament], house: InHouse, caller: By) -> TournamentShown:
    """Found a tournament: who may found rooms, with questions that they may bring to a room."""
    account, now, name = caller.account, house.clock(), data.tournament
    ready = read_plan(house, now, account, data)
    with turn(house.database) as connection:
        spend(connection, now, "room", account.id)
        found_tournament(connection, now, account, name, *ready)
        return shown_tournament(house, connection, name, account)


@get("/tournaments/{tournament:str}", sync_to_thread=True)
def show_tournament(tournament: Name, house: InHouse, caller: By) -> TournamentShown:
    """A tournament: teams, rounds with their games, standings, and what the caller may do."""
    with house.database.reading() as connection:
        return shown_tournament(house, connection, tournament, caller.account)


@get("/tournaments/{tournament:str}/statistics", sync_to_thread=True)
def show_statistics(tournament: Name, house: InHouse, caller: By) -> PlayFigures:
    """How everybody played; challenge against control questions when the end is published."""
    with house.database.reading() as connection:
        standing = visible_tournament(house, connection, tournament, caller.account)
        played = house.playing.of(connection, tournament, standing)
    return figures_shown(house, tournament, standing, played)


@post("/tournaments/{tournament:str}/invitations", sync_to_thread=True)
def post_team_invitation(tournament: Name, data: JSONBody[TeamNamed], house: InHouse, caller: By) -> Invited:
    """A link by which one person joins a team, who need not have an account yet; the organiser only."""
    with turn(house.database) as connection:
        standing = house.tournaments.held(connection, tournament)
        link = invite_to_team(connection, house.clock(), tournament, standing, caller.account, data.team)
    return Invited(link, f"{house.settings.address}/join/{link}")


@post("/tournaments/{tournament:str}/leaving", sync_to_thread=True, status_code=204)
def post_team_leaving(tournament: Name, data: JSONBody[PlayerNamed], house: InHouse, caller: By) -> None:
    """Leave before the first round, or as the organiser let somebody leave."""
    with turn(house.database) as connection:
        standing = house.tournaments.held(connection, tournament)
        leave_team(connection, house.clock(), tournament, standing, caller.account, data.player)


@post("/tournaments/{tournament:str}/withdrawals", sync_to_thread=True)
def post_withdrawal(
    tournament: Name, data: JSONBody[TeamNamed], house: InHouse, caller: By
) -> TournamentShown:
    """Take a team off the plan before the first round; the organiser only."""
    account, now = caller.account, house.clock()
    return _changed(
        house,
        tournament,
        account,
        lambda connection, standing: withdraw_team(connection, now, tournament, standing, account, data.team),
    )


@post("/tournaments/{tournament:str}/rounds", sync_to_thread=True)
def post_round(tournament: Name, house: InHouse, caller: By) -> TournamentShown:
    """Make the next round, with a room for each game; the organiser only, when all games are over."""
    return _changed_with_rooms(house, tournament, caller.account, make_round)


@post("/tournaments/{tournament:str}/forfeits", sync_to_thread=True)
def post_forfeit(tournament: Name, data: JSONBody[NewForfeit], house: InHouse, caller: By) -> TournamentShown:
    """Say that a team does not play the game that waits for it; the organiser only."""
    account, now = caller.account, house.clock()

    def give_up(connection: Connection, standing: Standing) -> None:
        found = house.playing.of(connection, tournament, standing).tournament
        forfeit(connection, now, tournament, standing, account, found, data.team, data.reason)

    return _changed(house, tournament, account, give_up)


@post("/tournaments/{tournament:str}/publication", sync_to_thread=True)
def post_end(tournament: Name, house: InHouse, caller: By) -> TournamentShown:
    """Publish the end, when all games are over: sides, questions and files are for everybody who may see the
    tournament. The organiser only."""
    return _changed_with_rooms(house, tournament, caller.account, publish)


@get("/tournaments/{tournament:str}/files/{what:str}", sync_to_thread=True, media_type=ANY_FILE)
def get_tournament_file(tournament: Name, what: Name, house: InHouse, caller: By) -> Response[bytes]:
    """qbj, buzzes (CSV), datasets or folder (both packed), when the end is published."""
    with house.database.reading() as connection:
        standing = visible_tournament(house, connection, tournament, caller.account, "download")
        found = house.playing.of(connection, tournament, standing).tournament
    file = download(what)
    headers = {"Content-Disposition": f'attachment; filename="{tournament}-{file.filename}"'}
    return Response(file.made(found), media_type=ANY_FILE, headers=headers)


def _changed_with_rooms(
    house: House,
    tournament: str,
    account: Account,
    doing: Callable[[House, Connection, str, Standing, Account], list[str]],
) -> TournamentShown:
    """Do something that is written in rooms, too: those that it gives."""
    rooms: list[str] = []
    found = _changed(
        house,
        tournament,
        account,
        lambda connection, standing: rooms.extend(doing(house, connection, tournament, standing, account)),
    )
    for room in rooms:
        house.bell.ring(room)
    return found


def _changed(
    house: House, tournament: str, account: Account, doing: Callable[[Connection, Standing], None]
) -> TournamentShown:
    """Do something, and give what the tournament is then. What takes long is computed before and after it:
    whoever buzzes meanwhile waits for who writes."""
    with house.database.reading() as connection:
        house.playing.of(connection, tournament, house.tournaments.of(connection, tournament))
    with turn(house.database) as connection:
        doing(connection, house.tournaments.held(connection, tournament))
    with house.database.reading() as connection:
        return shown_tournament(house, connection, tournament, account)


HANDLERS = [
    show_tournaments,
    post_tournament,
    show_tournament,
    show_statistics,
    post_team_invitation,
    post_team_leaving,
    post_withdrawal,
    post_round,
    post_forfeit,
    post_end,
    get_tournament_file,
]
