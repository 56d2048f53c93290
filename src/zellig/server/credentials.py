"""What somebody comes in by: the cookie of a session, or a token, and as long as which of them holds. When it
ends, so does a connection that was opened by it."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any, Literal, NamedTuple

from sqlalchemy import BindParameter, ColumnElement, Connection, and_, select

from zellig.server.accounts import Account, account_of
from zellig.server.problems import UnauthorisedError
from zellig.store.database.tables.accounts import ACCOUNTS, SESSIONS, TOKENS

Moment = datetime | BindParameter[Any]

_OPEN = ACCOUNTS.c.closed_at.is_(None)


def session_holds(now: Moment) -> ColumnElement[bool]:
    """Of a session beside its account: may who has it come in?"""
    return and_(SESSIONS.c.expires_at > now, _OPEN)


def token_holds(now: Moment) -> ColumnElement[bool]:
    """Of a token beside its account: may who has it come in?"""
    return and_(TOKENS.c.expires_at > now, TOKENS.c.revoked_at.is_(None), _OPEN)


class Credential(NamedTuple):
    """A session or a token, by the hash of its secret."""

    kind: Literal["session", "token"]
    key: str


def accounts_by(
    connection: Connection, now: datetime, credentials: Collection[Credential]
) -> dict[Credential, Account]:
    """The accounts of those that still hold, in one question for each kind, however many look."""
    found: dict[Credential, Account] = {}
    sessions = [each.key for each in credentials if each.kind == "session"]
    tokens = [each.key for each in credentials if each.kind == "token"]
    if sessions:
        query = select(ACCOUNTS, SESSIONS.c.key).join(SESSIONS, SESSIONS.c.account == ACCOUNTS.c.id)
        query = query.where(SESSIONS.c.key.in_(sessions), session_holds(now))
        rows = connection.execute(query).mappings()
        found |= {Credential("session", row["key"]): account_of(row) for row in rows}
    if tokens:
        query = select(ACCOUNTS, TOKENS.c.key).join(TOKENS, TOKENS.c.account == ACCOUNTS.c.id)
        query = query.where(TOKENS.c.key.in_(tokens), token_holds(now))
        rows = connection.execute(query).mappings()
        found |= {Credential("token", row["key"]): account_of(row) for row in rows}
    return found


def refuse_ended(connection: Connection, now: datetime, credential: Credential) -> None:
    """Refuse who has signed out since, or whose token or account is gone."""
    if credential not in accounts_by(connection, now, [credential]):
        raise ended()


def ended() -> UnauthorisedError:
    """What is said to whose session, token or account is over."""
    return UnauthorisedError("you are not signed in any more", remedy="Sign in again.")
