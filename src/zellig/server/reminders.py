"""Reminders by mail that a phase closes: one for each account and phase, whoever looks, and how often."""

from __future__ import annotations

from datetime import datetime

import msgspec
from sqlalchemy import Connection, select

from zellig.games.contest.reminders import Due, Reminder, due, reminded
from zellig.games.contest.rules import name_of
from zellig.games.contest.standing import Standing
from zellig.server.contests import Standings, lock
from zellig.server.secrets import new_id
from zellig.server.submissions import newest_accepted, submissions_of
from zellig.store.database import Database
from zellig.store.database.tables.accounts import ACCOUNTS
from zellig.store.database.tables.contests import CONTESTS
from zellig.store.database.tables.mails import MAILS


def remind(database: Database, now: datetime, standings: Standings) -> None:
    """Make the mails that are due, of all contests."""
    with database.reading() as connection:
        names = connection.execute(select(CONTESTS.c.id)).scalars().all()
        near = [name for name in names if any(due(standings.of(connection, name), now))]
    for contest in near:
        with database.writing() as connection:
            lock(connection, contest)  # two processes that look at once make no mail twice
            standing = standings.of(connection, contest)
            for each in due(standing, now):
                _make(connection, now, contest, standing, each)


def _make(connection: Connection, now: datetime, contest: str, standing: Standing, each: Due) -> None:
    number = each.window.round
    brought = newest_accepted(submissions_of(connection, contest, kind=each.kind, number=number))
    people = reminded(standing, each, frozenset(brought))
    wanted = select(ACCOUNTS.c.id).where(
        ACCOUNTS.c.id.in_(people),
        ACCOUNTS.c.closed_at.is_(None),
        ACCOUNTS.c.reminders.is_(True),
        ACCOUNTS.c.email.is_not(None),
    )
    keys = {
        f"reminder/{contest}/{name_of(each.window)}/{account}": account
        for account in connection.execute(wanted).scalars()
    }
    made = set(connection.execute(select(MAILS.c.key).where(MAILS.c.key.in_(keys))).scalars())
    body = msgspec.json.encode(Reminder(contest, each.window.phase, number, each.what)).decode()
    rows = [
        {"id": new_id(), "account": account, "kind": "reminder", "key": key, "body": body, "at": now}
        for key, account in keys.items()
        if key not in made
    ]
    if rows:
        connection.execute(MAILS.insert(), rows)
