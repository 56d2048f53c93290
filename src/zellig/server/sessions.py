"""Sessions of browsers; who signs in, chooses a password or gains a right gets a new one."""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec
from sqlalchemy import Connection, bindparam, select, update

from zellig.server.accounts import LONGEST_NAME, Account, account_of, folded_name
from zellig.server.credentials import session_holds
from zellig.server.limits import forget_tries, note_try, refuse_tries
from zellig.server.problems import UnauthorisedError
from zellig.server.secrets import is_password, key_of, new_secret
from zellig.store.database.tables.accounts import ACCOUNTS, SESSIONS

LONGEST = timedelta(days=30)  # whatever happens, it ends then
IDLE = timedelta(days=7)  # without a request
_WORTH = timedelta(hours=1)  # by so much later it has to end for that to be written: not with every request

# Every request asks for its session: the query is made once.
_FOUND = (
    select(
        *(ACCOUNTS.c[name] for name in Account.__struct_fields__),
        SESSIONS.c.csrf,
        SESSIONS.c.created_at.label("begun_at"),
        SESSIONS.c.expires_at,
    )
    .join(SESSIONS, SESSIONS.c.account == ACCOUNTS.c.id)
    .where(
        SESSIONS.c.key == bindparam("secret"),
        session_holds(bindparam("now")),
    )
)


class Session(msgspec.Struct, frozen=True):
    """A browser that has signed in; `secret` is for its cookie, and `csrf` for the forms it shows."""

    account: Account
    csrf: str
    secret: str | None = None
    later: datetime | None = None  # until when it goes on, where that should be written


def sign_in(connection: Connection, now: datetime, name: str, password: str, address: str) -> Session:
    """A new session; refuses wrong names and passwords alike, which is written down, and too many of them."""
    account = check_password(connection, now, name, password, address)
    forget_tries(connection, now)
    return begin_session(connection, now, account)


def check_password(connection: Connection, now: datetime, name: str, password: str, address: str) -> Account:
    """The account of a name and its password; refuses as for signing in."""
    folded = folded_name(name)[:LONGEST_NAME]
    refuse_tries(connection, now, "sign-in", folded, address)
    query = select(ACCOUNTS).where(ACCOUNTS.c.folded == folded, ACCOUNTS.c.closed_at.is_(None))
    row = connection.execute(query).mappings().first()
    right = is_password(password, row["password"] if row else None)
    note_try(connection, now, "sign-in", folded, address, right)
    if row is None or not right:
        raise UnauthorisedError(
            "this name and this password do not go together", remedy="Try again.", noted=True
        )
    return account_of(row)


def begin_session(connection: Connection, now: datetime, account: Account) -> Session:
    """A session with secrets that nobody has seen before."""
    session = Session(account, new_secret(), new_secret())
    connection.execute(SESSIONS.delete().where(SESSIONS.c.expires_at < now))
    connection.execute(
        SESSIONS.insert().values(
            key=key_of(session.secret or ""),
            account=account.id,
            csrf=session.csrf,
            created_at=now,
            expires_at=now + IDLE,
        )
    )
    return session


def find_session(connection: Connection, now: datetime, secret: str) -> Session | None:
    """The session of a cookie, if it has not run out and its account is open."""
    row = connection.execute(_FOUND, {"secret": key_of(secret), "now": now}).mappings().first()
    if row is None:
        return None
    later = min(row["begun_at"] + LONGEST, now + IDLE)
    worth = later - row["expires_at"] >= _WORTH
    return Session(account_of(row), row["csrf"], later=later if worth else None)


def prolong_session(connection: Connection, secret: str, later: datetime) -> None:
    """Let a session that is used go on."""
    connection.execute(update(SESSIONS).where(SESSIONS.c.key == key_of(secret)).values(expires_at=later))


def end_session(connection: Connection, secret: str) -> None:
    """Sign out."""
    connection.execute(SESSIONS.delete().where(SESSIONS.c.key == key_of(secret)))


def end_sessions(connection: Connection, account: str) -> None:
    """Sign out everywhere."""
    connection.execute(SESSIONS.delete().where(SESSIONS.c.account == account))
