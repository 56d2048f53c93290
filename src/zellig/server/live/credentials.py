"""What somebody came in by over a connection: the cookie of a session, or a token. When it ends, so does the
connection."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Literal, NamedTuple

from sqlalchemy import Connection, select

from zellig.server.accounts import Account, account_of
from zellig.server.problems import UnauthorisedError
from zellig.store.database.tables.accounts import ACCOUNTS, SESSIONS, TOKENS


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
    held = select(ACCOUNTS).where(ACCOUNTS.c.closed_at.is_(None))
    if sessions:
        query = held.add_columns(SESSIONS.c.key).join(SESSIONS, SESSIONS.c.account == ACCOUNTS.c.id)
        query = query.where(SESSIONS.c.key.in_(sessions), SESSIONS.c.expires_at > now)
        rows = connection.execute(query).mappings()
        found |= {Credential("session", row["key"]): account_of(row) for row in rows}
    if tokens:
        query = held.add_columns(TOKENS.c.key).join(TOKENS, TOKENS.c.account == ACCOUNTS.c.id)
        query = query.where(
            TOKENS.c.key.in_(tokens), TOKENS.c.expires_at > now, TOKENS.c.revoked_at.is_(None)
        )
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
