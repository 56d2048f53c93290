"""Live endpoints: a team says where its system answers, and may have it asked for the pairs of a round.

An address is kept with what came of trying it out. A token goes to the endpoint and nowhere else: nothing
that is shown, logged or written down as an event holds it.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import Connection, func, select, update

from zellig.games.contest import events
from zellig.games.contest.standing import Standing
from zellig.server.accounts import Account
from zellig.server.askings import Asking, askings_of, begin_asking
from zellig.server.contests import allow, append, lock
from zellig.server.problems import ForbiddenError, NotFoundError, TooManyError
from zellig.server.receiving import admit, playing
from zellig.server.secrets import new_id
from zellig.server.submissions import refuse_unfinished
from zellig.store.database.tables.endpoints import ENDPOINTS

AN_HOUR, MOST = timedelta(hours=1), 20  # registrations of a team in an hour: each makes us send requests
TRYING = timedelta(minutes=2)  # in which trying one out is over


class Endpoint(msgspec.Struct, frozen=True):
    """Where a team's system answers, as the team sees it."""

    id: str
    address: str
    token: bool  # is one sent to it?
    registered_at: datetime
    tried_at: datetime | None
    works: bool | None
    words: str  # what came of trying it out
    askings: list[Asking] = []


class ToTry(msgspec.Struct, frozen=True):
    """An endpoint that is to be tried out."""

    id: str
    contest: str
    address: str
    token: str | None


def register(
    connection: Connection,
    now: datetime,
    contest: str,
    standing: Standing,
    account: Account,
    number: int,
    address: str,
    token: str | None,
) -> Endpoint:
    """Say where the system of one's team answers, in place of what was said before. It is tried out soon."""
    allow(connection, now, contest, standing, account, "put-endpoint", number)
    team = playing(standing, account).id
    recent = select(func.count()).where(
        ENDPOINTS.c.contest == contest, ENDPOINTS.c.team == team, ENDPOINTS.c.registered_at > now - AN_HOUR
    )
    if connection.execute(recent).scalar_one() >= MOST:
        raise TooManyError(
            f"the team has registered {MOST} endpoints within an hour", remedy="Wait a while.", after=AN_HOUR
        )
    _take_away(connection, now, contest, team)
    name = new_id()
    row = {
        "id": name,
        "contest": contest,
        "team": team,
        "account": account.id,
        "address": address,
        "token": token,
        "registered_at": now,
    }
    connection.execute(ENDPOINTS.insert().values(row))
    append(connection, now, contest, account.id, events.EndpointRegistered(team, name, address))
    return find_endpoint(connection, contest, team)


def remove(connection: Connection, now: datetime, contest: str, standing: Standing, account: Account) -> None:
    """Forget where the system of one's team answers, and the token; it is not asked any more."""
    team = team_of(standing, account)
    lock(connection, contest)
    found = find_endpoint(connection, contest, team)
    _take_away(connection, now, contest, team)
    append(connection, now, contest, account.id, events.EndpointRemoved(team, found.id))


def find_endpoint(connection: Connection, contest: str, team: str) -> Endpoint:
    """A team's endpoint with all that came of asking it; refuses a team that has none."""
    row = connection.execute(_current(contest, team)).mappings().first()
    if row is None:
        raise NotFoundError("your team has no endpoint", remedy="Register one, with PUT.")
    given = {key: row[key] for key in ("id", "address", "registered_at", "tried_at", "works")}
    words = row["words"] or "It will be tried out in a moment."
    return Endpoint(
        **given, token=row["token"] is not None, words=words, askings=askings_of(connection, contest, team)
    )


def ask_now(
    connection: Connection,
    now: datetime,
    contest: str,
    standing: Standing,
    account: Account,
    number: int,
    key: str,
) -> Asking:
    """Have the own team's endpoint asked for the pairs of a round; the same key gives the same asking.
    Refuses when answers could not be brought, or while it is being asked."""
    lock(connection, contest)
    team = team_of(standing, account)
    for found in askings_of(connection, contest, team, number, key):
        return found
    admit(connection, now, contest, standing, account, "predictions", number, 0)
    endpoint = find_endpoint(connection, contest, team)
    refuse_unfinished(connection, contest, number, "pairs")
    return begin_asking(connection, now, contest, team, endpoint.id, number, key, account.id)


def team_of(standing: Standing, account: Account) -> str:
    """The team whose endpoint somebody may see; refuses who builds for none."""
    team = standing.team_of(account.id)
    if team is None or "builder" not in standing.roles_of(account.id):
        raise ForbiddenError("only a team that builds a system has an endpoint", remedy="Join one first.")
    return team.id


def lease_untried(connection: Connection, now: datetime) -> ToTry | None:
    """An endpoint that nobody has tried out, or is trying out; None if there is none."""
    query = _untried(now).limit(1).with_for_update(skip_locked=True)
    row = connection.execute(query).mappings().first()
    if row is None:
        return None
    connection.execute(update(ENDPOINTS).where(ENDPOINTS.c.id == row["id"]).values(leased_until=now + TRYING))
    return ToTry(**{key: row[key] for key in ToTry.__struct_fields__})


def is_untried(connection: Connection, now: datetime) -> bool:
    """Does an endpoint wait to be tried out?"""
    return connection.execute(_untried(now).limit(1)).first() is not None


def note_tried(connection: Connection, now: datetime, endpoint: str, works: bool, words: str) -> None:
    """Write down what came of trying an endpoint out."""
    connection.execute(
        update(ENDPOINTS)
        .where(ENDPOINTS.c.id == endpoint)
        .values(tried_at=now, works=works, words=words.replace("\0", "\\0"), leased_until=None)
    )


def endpoints_now(connection: Connection) -> dict[str, dict[str, str]]:
    """By contest and team, all endpoints that were not removed."""
    query = select(ENDPOINTS.c.contest, ENDPOINTS.c.team, ENDPOINTS.c.id).where(
        ENDPOINTS.c.removed_at.is_(None)
    )
    found: dict[str, dict[str, str]] = {}
    for row in connection.execute(query):
        found.setdefault(row.contest, {})[row.team] = row.id
    return found


def _current(contest: str, team: str) -> Any:
    return select(ENDPOINTS).where(
        ENDPOINTS.c.contest == contest, ENDPOINTS.c.team == team, ENDPOINTS.c.removed_at.is_(None)
    )


def _untried(now: datetime) -> Any:
    return select(ENDPOINTS).where(
        ENDPOINTS.c.removed_at.is_(None),
        ENDPOINTS.c.tried_at.is_(None),
        (ENDPOINTS.c.leased_until.is_(None)) | (ENDPOINTS.c.leased_until < now),
    )


def _take_away(connection: Connection, now: datetime, contest: str, team: str) -> None:
    connection.execute(
        update(ENDPOINTS)
        .where(ENDPOINTS.c.contest == contest, ENDPOINTS.c.team == team, ENDPOINTS.c.removed_at.is_(None))
        .values(removed_at=now, token=None)
    )
