"""Invitations: links that give roles in a contest, a workshop or a room, a place in a tournament, or make the
first operator."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from msgspec.structs import replace
from sqlalchemy import Connection, func, select, update

from zellig.errors import ZelligError
from zellig.games.contest.rules import Role
from zellig.games.contest.standing import Standing
from zellig.games.writing.events import RoleGiven
from zellig.games.writing.rules import Role as WorkshopRole
from zellig.games.writing.standing import Standing as WorkshopStanding
from zellig.server.accounts import Account
from zellig.server.contests import Standings, give_roles, organise
from zellig.server.limits import spend
from zellig.server.links import Gift, make_link, use_link
from zellig.server.problems import ForbiddenError
from zellig.server.rooms import give_room_role
from zellig.server.tournaments.keeping import join_team, refuse_players
from zellig.server.workshops import WORKSHOP, only_for
from zellig.store.database.tables.accounts import ACCOUNTS, LINKS


def invite(
    connection: Connection,
    now: datetime,
    contest: str,
    standing: Standing,
    account: Account,
    roles: Sequence[Role],
    team: str | None,
) -> str:
    """The end of a link that gives roles in a contest to one person."""
    organise(standing, account)
    spend(connection, now, "invitation", account.id)
    if not roles:
        raise ZelligError("an invitation gives a role", field="roles", remedy="Name at least one.")
    if team is not None and team not in standing.teams:
        raise ZelligError("there is no such team", field="team", remedy="Found it first.")
    if team is None and {"builder", "breaker"} & set(roles):
        raise ZelligError("builders and breakers play for a team", field="team", remedy="Name the team.")
    return make_link(
        connection, now, Gift("invitation", contest=contest, roles=tuple(roles), team=team), account.id
    )


def invite_to_workshop(
    connection: Connection,
    now: datetime,
    workshop: str,
    standing: WorkshopStanding,
    account: Account,
    role: WorkshopRole,
) -> str:
    """The end of a link that gives a role in a workshop to one person; editors only."""
    only_for(standing, account, "editor")
    spend(connection, now, "invitation", account.id)
    return make_link(connection, now, Gift("invitation", workshop=workshop, role=role), account.id)


def accept(
    connection: Connection, now: datetime, standings: Standings, secret: str, account: Account
) -> Account:
    """Take what an invitation gives."""
    gift = use_link(connection, now, secret, account.id)
    if gift.purpose == "operator":
        connection.execute(update(ACCOUNTS).where(ACCOUNTS.c.id == account.id).values(operator=True))
        return replace(account, operator=True)
    if gift.purpose != "invitation":
        raise ForbiddenError("this link is no invitation", remedy="Ask for another one.")
    if gift.role is not None:
        given = RoleGiven(account.id, gift.role)
        WORKSHOP.append(connection, now, gift.workshop, account.id, given)
        return account
    if gift.room_role is not None:
        refuse_players(connection, gift.room, account)
        give_room_role(connection, now, gift.room, account, gift.room_role)
        return account
    if gift.tournament and gift.team is not None:
        join_team(connection, now, gift.tournament, account, gift.team)
        return account
    standing = standings.held(connection, gift.contest)
    give_roles(connection, now, gift.contest, standing, account.id, account.id, gift.roles, gift.team)
    return account


def operator_link(connection: Connection, now: datetime, account: Account) -> str:
    """The end of a link by which somebody becomes an operator, from one who is."""
    if not account.operator:
        raise ForbiddenError("this is for operators", remedy="Ask one of them.")
    spend(connection, now, "invitation", account.id)
    return make_link(connection, now, Gift("operator"), account.id)


def first_link(connection: Connection, now: datetime) -> str | None:
    """The end of a link for the first operator; None if there is one. Earlier links are no good any more."""
    operators = select(func.count()).where(ACCOUNTS.c.operator.is_(True), ACCOUNTS.c.closed_at.is_(None))
    if connection.execute(operators).scalar_one():
        return None
    connection.execute(LINKS.delete().where(LINKS.c.purpose == "operator", LINKS.c.used_at.is_(None)))
    return make_link(connection, now, Gift("operator"), None)
