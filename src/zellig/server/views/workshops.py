"""Workshops and drafts as somebody may know them."""

from __future__ import annotations

from datetime import datetime

import msgspec
from sqlalchemy import Connection, select

from zellig.games.writing.rules import Role, WorkshopRules
from zellig.games.writing.standing import Standing
from zellig.games.writing.strokes import Draft, replayed
from zellig.server.accounts import Account, names_of
from zellig.server.caller import Caller
from zellig.server.problems import ForbiddenError
from zellig.server.state import House
from zellig.server.workshops import (
    drafts_of,
    rules_of,
    strokes_of,
)
from zellig.store.database.tables.writing import WORKSHOPS


class SystemShown(msgspec.Struct):
    """A system that a workshop writes against."""

    name: str
    title: str
    registered: bool  # if not, nothing can be written against it


class WorkshopShown(msgspec.Struct):
    """A workshop as the caller sees it."""

    workshop: str
    title: str
    rules: WorkshopRules
    systems: list[SystemShown]
    roles: list[Role]
    consented: bool


class DraftShown(msgspec.Struct):
    """A draft of one's own."""

    draft: str
    at: datetime
    strokes: int
    content: Draft


class PersonShown(msgspec.Struct):
    """Somebody who was given a role."""

    name: str
    roles: list[Role]
    consented: bool


def known_workshops(house: House, caller: Caller) -> list[WorkshopShown]:
    """All workshops in which the caller has a role, by name."""
    with house.database.reading() as connection:
        names = connection.execute(select(WORKSHOPS.c.id).order_by(WORKSHOPS.c.id)).scalars().all()
        found = [(name, house.workshops.of(connection, name)) for name in names]
    account = caller.signed_in
    return [
        shown(house, name, standing, account)
        for name, standing in found
        if account and standing.roles_of(account.id)
    ]


def people_in(connection: Connection, standing: Standing) -> list[PersonShown]:
    """Who was given a role in a workshop, by name."""
    licence = rules_of(standing).licence
    found = [
        PersonShown(name, sorted(standing.roles[account]), licence in standing.consents.get(account, ()))
        for account, name in names_of(connection, standing.roles).items()
        if standing.roles[account]
    ]
    return sorted(found, key=lambda each: each.name)


def own_drafts(house: House, caller: Caller, workshop: str) -> list[DraftShown]:
    """Drafts of the caller, the newest first."""
    with house.database.reading() as connection:
        visible(house, connection, workshop, caller.account)
        rows = drafts_of(connection, workshop, caller.account)
        found = [(row, strokes_of(connection, row.id)) for row in rows]
    return [DraftShown(row.id, row.created_at, len(strokes), replayed(strokes)) for row, strokes in found]


def visible(house: House, connection: Connection, workshop: str, account: Account) -> Standing:
    """A workshop in which somebody has a role; refuses others."""
    standing = house.workshops.of(connection, workshop)
    if not standing.roles_of(account.id):
        raise ForbiddenError("you take no part in this workshop", remedy="Ask its editor for an invitation.")
    return standing


def shown(house: House, workshop: str, standing: Standing, account: Account | None) -> WorkshopShown:
    """A workshop as an account sees it."""
    me = account.id if account else ""
    rules = rules_of(standing)
    return WorkshopShown(
        workshop,
        standing.title,
        rules,
        systems_in(house, rules),
        sorted(standing.roles_of(me)),
        rules.licence in standing.consents.get(me, ()),
    )


def systems_in(house: House, rules: WorkshopRules) -> list[SystemShown]:
    """The systems of a workshop, also those that are not registered any more."""
    known = house.systems
    return [SystemShown(name, known.title(name), name in known) for name in rules.systems]
