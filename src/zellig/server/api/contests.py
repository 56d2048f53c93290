"""Contests over HTTP: begun, ruled, opened, joined."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post, put
from litestar.params import JSONBody
from sqlalchemy import Connection

from zellig.games.contest import events
from zellig.games.contest.phases import open_window
from zellig.games.contest.rules import Phase, Role, Rules
from zellig.server.accounts import Account, names_of
from zellig.server.api.cursors import InPart, part_of
from zellig.server.contests import (
    append,
    create_contest,
    extend_phase,
    found_team,
    give_rules,
    open_contest,
    organise,
    read_events,
    take_role,
)
from zellig.server.etags import known_by, refuse_stale
from zellig.server.gathering import rules_of
from zellig.server.given import By, InHouse, Invited, Moment, Name
from zellig.server.invitations import invite
from zellig.server.problems import ForbiddenError
from zellig.server.state import House
from zellig.server.transactions import turn
from zellig.server.views.contests import ContestShown, TeamShown, known_contests, shown, visible

Short = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=5000)]


class NewContest(msgspec.Struct, forbid_unknown_fields=True):
    """A contest that is begun."""

    contest: Annotated[str, msgspec.Meta(min_length=1, max_length=50)]
    title: Short


class Extension(msgspec.Struct, forbid_unknown_fields=True):
    """A phase that closes later."""

    phase: Phase
    closes: Moment
    reason: Text
    round: int = 1


class NewTeam(msgspec.Struct, forbid_unknown_fields=True):
    """A team that is founded."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


class NewInvitation(msgspec.Struct, forbid_unknown_fields=True):
    """Roles for whoever opens the link."""

    roles: Annotated[list[Role], msgspec.Meta(min_length=1, max_length=5)]
    team: str | None = None


class OneRole(msgspec.Struct, forbid_unknown_fields=True):
    """A role of somebody who takes part."""

    account: Short
    role: Role


class PersonShown(msgspec.Struct):
    """Somebody who takes part in a contest."""

    account: str
    name: str
    roles: list[Role]
    team: str | None  # its id


class EventShown(msgspec.Struct):
    """An event with who and when."""

    number: int
    at: datetime
    actor: str | None
    event: events.Event


@get("/contests", sync_to_thread=True)
def show_contests(
    request: Request[Any, Any, Any], house: InHouse, caller: By, part: InPart
) -> Response[list[ContestShown]]:
    """All contests that have been opened, and those that the caller has a role in, by name."""
    found = known_contests(house, caller)
    me = caller.signed_in.id if caller.signed_in else None
    known_by(request, me, [msgspec.structs.replace(each, now=None) for each in found])
    return part_of(part, str, found, lambda each: each.contest)


@post("/contests", sync_to_thread=True)
def create(data: JSONBody[NewContest], house: InHouse, caller: By) -> ContestShown:
    """Begin a contest."""
    with turn(house.database) as connection:
        create_contest(connection, house.clock(), caller.account, data.contest, data.title)
        return _again(connection, house, data.contest, caller.account)


@get("/contests/{contest:str}", sync_to_thread=True)
def show_contest(contest: Name, request: Request[Any, Any, Any], house: InHouse, caller: By) -> ContestShown:
    """A contest: its timeline, what is open, and what the caller is in it."""
    with house.database.reading() as connection:
        standing = visible(house.standings.of(connection, contest), caller.signed_in)
    me = caller.signed_in.id if caller.signed_in else None
    known_by(request, me, standing.last, open_window(standing.timeline, house.clock()))  # all but `now`
    return shown(house, contest, standing, caller.signed_in)


@get("/contests/{contest:str}/rules", sync_to_thread=True)
def show_rules(contest: Name, house: InHouse, caller: By) -> Rules:
    """The rules of a contest."""
    with house.database.reading() as connection:
        return rules_of(visible(house.standings.of(connection, contest), caller.signed_in))


@put("/contests/{contest:str}/rules", sync_to_thread=True)
def put_rules(
    contest: Name, data: JSONBody[Rules], request: Request[Any, Any, Any], house: InHouse, caller: By
) -> ContestShown:
    """Write the rules of a contest that has not been opened. With If-Match only in place of those that have
    the ETag, with If-None-Match: * only the first ones."""
    with turn(house.database) as connection:
        standing = house.standings.held(connection, contest)
        organise(standing, caller.account)
        refuse_stale(request, standing.rules)
        give_rules(connection, house.clock(), contest, standing, caller.account, data)
        return _again(connection, house, contest, caller.account)


@post("/contests/{contest:str}/open", sync_to_thread=True)
def post_open(contest: Name, house: InHouse, caller: By) -> ContestShown:
    """Open a contest: from now on its rules hold."""
    with turn(house.database) as connection:
        standing = house.standings.held(connection, contest)
        open_contest(connection, house.clock(), contest, standing, caller.account)
        return _again(connection, house, contest, caller.account)


@post("/contests/{contest:str}/extensions", sync_to_thread=True)
def post_extension(contest: Name, data: JSONBody[Extension], house: InHouse, caller: By) -> ContestShown:
    """Let a phase close later."""
    with turn(house.database) as connection:
        standing = house.standings.held(connection, contest)
        extend_phase(
            connection,
            house.clock(),
            contest,
            standing,
            caller.account,
            data.phase,
            data.round,
            data.closes,
            data.reason,
        )
        return _again(connection, house, contest, caller.account)


@post("/contests/{contest:str}/teams", sync_to_thread=True)
def post_team(contest: Name, data: JSONBody[NewTeam], house: InHouse, caller: By) -> TeamShown:
    """Found a team."""
    with turn(house.database) as connection:
        standing = house.standings.held(connection, contest)
        organise(standing, caller.account)
        team = found_team(connection, house.clock(), contest, standing, caller.account.id, data.name)
    return TeamShown(team, data.name, False, 0)


@post("/contests/{contest:str}/invitations", sync_to_thread=True)
def post_invitation(contest: Name, data: JSONBody[NewInvitation], house: InHouse, caller: By) -> Invited:
    """A link that gives roles to one person."""
    with turn(house.database) as connection:
        standing = house.standings.held(connection, contest)
        link = invite(connection, house.clock(), contest, standing, caller.account, data.roles, data.team)
    return Invited(link, f"{house.settings.address}/join/{link}")


@post("/contests/{contest:str}/roles/taken", sync_to_thread=True, status_code=204)
def post_taken_role(contest: Name, data: JSONBody[OneRole], house: InHouse, caller: By) -> None:
    """Take a role from somebody; what they brought and said stays."""
    with turn(house.database) as connection:
        standing = house.standings.held(connection, contest)
        take_role(connection, house.clock(), contest, standing, caller.account, data.account, data.role)


@put("/contests/{contest:str}/consent", sync_to_thread=True)
def put_consent(contest: Name, house: InHouse, caller: By) -> ContestShown:
    """Agree that what one brings may be published under the contest's licence."""
    with turn(house.database) as connection:
        standing = house.standings.held(connection, contest)
        if not standing.roles_of(caller.account.id):
            raise ForbiddenError("you take no part in this contest", remedy="Ask for an invitation.")
        licence = rules_of(standing).licence
        if licence not in standing.consents.get(caller.account.id, ()):
            append(connection, house.clock(), contest, caller.account.id, events.Consented(licence))
        return _again(connection, house, contest, caller.account)


@get("/contests/{contest:str}/people", sync_to_thread=True)
def show_people(contest: Name, house: InHouse, caller: By, part: InPart) -> Response[list[PersonShown]]:
    """Who takes part, for the organisers."""
    with house.database.reading() as connection:
        standing = house.standings.of(connection, contest)
        organise(standing, caller.account)
        names = names_of(connection, standing.roles)
    teams = {account: standing.team_of(account) for account in standing.roles}
    found = [
        PersonShown(account, names[account], sorted(roles), team.id if (team := teams[account]) else None)
        for account, roles in standing.roles.items()
        if roles
    ]
    return part_of(part, str, found, lambda each: each.account)


@get("/contests/{contest:str}/events", sync_to_thread=True)
def show_events(contest: Name, house: InHouse, caller: By, part: InPart) -> Response[list[EventShown]]:
    """Everything that happened, for the organisers."""
    with house.database.reading() as connection:
        organise(house.standings.of(connection, contest), caller.account)
        happened = read_events(connection, contest, part.after(int) or 0, part.limit + 1)
    found = [EventShown(each.number, each.at, each.actor, each.event) for each in happened]
    return part_of(part, int, found, lambda each: each.number)


def _again(connection: Connection, house: House, contest: str, account: Account) -> ContestShown:
    """The contest as it is after what this transaction wrote."""
    return shown(house, contest, house.standings.of(connection, contest), account)


HANDLERS = [
    show_contests,
    create,
    show_contest,
    show_rules,
    put_rules,
    post_open,
    post_extension,
    post_team,
    post_invitation,
    post_taken_role,
    put_consent,
    show_people,
    show_events,
]
