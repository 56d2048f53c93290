"""Many writers in one workshop, put into a database before it is served."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from zellig.games.writing.rules import usual_rules
from zellig.server.accounts import Account, make_account
from zellig.server.caller import COOKIE, CSRF_HEADER
from zellig.server.live.systems import read_systems
from zellig.server.sessions import begin_session
from zellig.server.workshops import Workshops, begin_draft, found_workshop
from zellig.store.database import open_database
from zellig.store.database.migrating import migrate
from zellig.tasks import get_task

WORKSHOP = "crowd"


class Seat(NamedTuple):
    """Somebody who has signed in, and a draft that they have begun."""

    account: Account
    cookie: str
    csrf: str
    draft: str

    def headers(self, address: str) -> dict[str, str]:
        """Those of a page of the server at an address."""
        return {"Cookie": f"{COOKIE}={self.cookie}", CSRF_HEADER: self.csrf, "Origin": address}


def draft_address(server: str, draft: str) -> str:
    """Where a draft is."""
    return f"{server}/api/v1/workshops/{WORKSHOP}/drafts/{draft}"


def seat_writers(where: Path | str, systems: Path, many: int) -> list[Seat]:
    """A workshop for everybody in a new database, against all systems of a table, and its writers."""
    now, found = datetime.now(UTC), read_systems(systems)
    rules = replace(usual_rules(get_task("quiz"), tuple(found)), everybody=True)
    database = open_database(where)
    migrate(database)
    try:
        with database.writing() as connection:
            founder = make_account(connection, now, "Olga", None, operator=True)
            found_workshop(connection, now, founder, WORKSHOP, "Crowd", rules, found)
            standing = Workshops().of(connection, WORKSHOP)
            seats = []
            for number in range(many):
                account = make_account(connection, now, f"Writer {number}", None)
                session = begin_session(connection, now, account)
                draft = begin_draft(connection, now, WORKSHOP, standing, account, None)
                seats.append(Seat(account, session.secret or "", session.csrf, draft))
            return seats
    finally:
        database.close()
