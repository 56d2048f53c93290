"""How often something may be tried or done: counted in rows, so that it holds for all processes, and after a
restart. Only what is guessed at or costs much is counted; rows older than a day are forgotten.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from sqlalchemy import Connection, func, select

from zellig.server.problems import TooManyError
from zellig.store.database.tables.accounts import ATTEMPTS

LOCKED = timedelta(minutes=15)  # in which so many wrong attempts are
TRIES_OF_NAME, TRIES_OF_ADDRESS = 10, 50
KEPT = timedelta(days=1)

Tried = Literal["sign-in", "link"]
Done = Literal[
    "upload",
    "check",
    "invitation",
    "token",
    "export",
    "appeal",
    "password-link",
    "forgotten",
    "forgotten-from",
    "register",
    "name",
    "refused",
    "room",
    "line",
    "entrant",
    "turn",
]


class Limit(NamedTuple):
    """So often within so long."""

    number: int
    within: timedelta


_HOUR = timedelta(hours=1)
LIMITS: dict[Done, Limit] = {
    "upload": Limit(3000, timedelta(minutes=10)),
    "check": Limit(600, timedelta(minutes=10)),
    "invitation": Limit(600, _HOUR),
    "token": Limit(60, _HOUR),
    "export": Limit(10, _HOUR),
    "appeal": Limit(300, _HOUR),
    "password-link": Limit(60, _HOUR),
    "forgotten": Limit(3, _HOUR),  # mails for one name
    "forgotten-from": Limit(30, _HOUR),  # names from one address
    "name": Limit(30, _HOUR),  # of an endpoint, looked up
    "refused": Limit(60, _HOUR),  # too early, too late or too much, that are written down
    "room": Limit(100, _HOUR),  # that are founded
    "line": Limit(20, timedelta(minutes=1)),  # of a chat
    "entrant": Limit(60, _HOUR),  # performers that are registered: each makes us send requests
    "turn": Limit(6000, timedelta(minutes=10)),  # what a person does in the arena
    "register": Limit(60, _HOUR),  # accounts from one address, where anybody may make one
}


def spend(connection: Connection, now: datetime, what: Done, who: str) -> None:
    """Count what somebody does, who is an account, a name or an address; refuses what is too much."""
    if not counted(connection, now, what, who):
        limit = LIMITS[what]
        minutes = int(limit.within.total_seconds()) // 60
        raise TooManyError(
            f"this was done {limit.number} times in {minutes} minutes, and not more is allowed",
            remedy=f"Try again in {minutes} minutes.",
            after=limit.within,
        )


def counted(connection: Connection, now: datetime, what: Done, who: str) -> bool:
    """Count what somebody does; says no, and counts nothing, if it is too much."""
    limit = LIMITS[what]
    done = select(func.count()).where(
        ATTEMPTS.c.what == what, ATTEMPTS.c.folded == who, ATTEMPTS.c.at > now - limit.within
    )
    if connection.execute(done).scalar_one() >= limit.number:
        return False
    _note(connection, now, what, who, "", True)
    return True


def refuse_tries(connection: Connection, now: datetime, what: Tried, folded: str, address: str) -> None:
    """Refuse a name or an address that was wrong too often of late; of a link there is no name."""
    wrong = select(func.count()).where(
        ATTEMPTS.c.what == what, ATTEMPTS.c.at > now - LOCKED, ATTEMPTS.c.succeeded.is_(False)
    )
    of_name = connection.execute(wrong.where(ATTEMPTS.c.folded == folded)).scalar_one() if folded else 0
    of_address = connection.execute(wrong.where(ATTEMPTS.c.address == address)).scalar_one()
    if of_name >= TRIES_OF_NAME or of_address >= TRIES_OF_ADDRESS:
        minutes = int(LOCKED.total_seconds()) // 60
        raise TooManyError(
            "there were too many attempts", remedy=f"Try again in {minutes} minutes.", after=LOCKED
        )


def note_try(
    connection: Connection, now: datetime, what: Tried, folded: str, address: str, succeeded: bool
) -> None:
    """Write down an attempt."""
    _note(connection, now, what, folded, address, succeeded)


def forget_tries(connection: Connection, now: datetime) -> None:
    """Delete what is of no more use."""
    connection.execute(ATTEMPTS.delete().where(ATTEMPTS.c.at < now - KEPT))


def _note(connection: Connection, now: datetime, what: str, who: str, address: str, succeeded: bool) -> None:
    connection.execute(
        ATTEMPTS.insert().values(what=what, folded=who, address=address, at=now, succeeded=succeeded)
    )
