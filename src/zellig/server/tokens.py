"""Tokens: what programs show in place of a session."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

import msgspec
from sqlalchemy import Connection, select, update

from zellig.errors import ZelligError
from zellig.server.accounts import Account, account_of
from zellig.server.credentials import token_holds
from zellig.server.limits import spend
from zellig.server.problems import ForbiddenError
from zellig.server.secrets import key_of, new_id, new_secret
from zellig.store.database.tables.accounts import ACCOUNTS, TOKENS

Scope = Literal["read", "write", "perform"]  # the last: to speak for one's performers, and nothing else


class Pass(msgspec.Struct, frozen=True):
    """A token, as its owner sees it; the secret is shown once."""

    id: str
    title: str
    contest: str | None
    scope: Scope
    created_at: datetime
    expires_at: datetime
    revoked_at: datetime | None = None
    secret: str | None = None


def give_token(
    connection: Connection,
    now: datetime,
    account: Account,
    title: str,
    *,
    scope: Scope = "write",
    contest: str | None = None,
    days: int = 90,
) -> Pass:
    """A token for programs; what it is for cannot be widened later."""
    if not 1 <= days <= 366:
        raise ZelligError("a token is good for 1 to 366 days", field="days", remedy="Choose fewer or more.")
    spend(connection, now, "token", account.id)
    given = Pass(new_id(), title[:100], contest, scope, now, now + timedelta(days=days), secret=new_secret())
    row = {key: value for key, value in msgspec.structs.asdict(given).items() if key != "secret"}
    connection.execute(
        TOKENS.insert().values({**row, "account": account.id, "key": key_of(given.secret or "")})
    )
    return given


def tokens_of(connection: Connection, account: str) -> list[Pass]:
    """The tokens of an account, the newest first, without their secrets."""
    query = select(TOKENS).where(TOKENS.c.account == account).order_by(TOKENS.c.created_at.desc())
    return [_pass(row) for row in connection.execute(query).mappings()]


def revoke_token(connection: Connection, now: datetime, account: str, token: str) -> None:
    """A token that is good for nothing any more; one's own only."""
    done = connection.execute(
        update(TOKENS)
        .where(TOKENS.c.id == token, TOKENS.c.account == account, TOKENS.c.revoked_at.is_(None))
        .values(revoked_at=now)
    )
    if not done.rowcount:
        raise ForbiddenError("this is not a token of yours that is still good", remedy="Look at your tokens.")


def revoke_tokens(connection: Connection, now: datetime, account: str) -> None:
    """All tokens of an account are good for nothing any more."""
    connection.execute(
        update(TOKENS)
        .where(TOKENS.c.account == account, TOKENS.c.revoked_at.is_(None))
        .values(revoked_at=now)
    )


def find_token(connection: Connection, now: datetime, secret: str) -> tuple[Account, Pass] | None:
    """The account and the token that a program shows, if it is good."""
    token = [column.label(f"token_{column.name}") for column in TOKENS.c]
    query = (
        select(ACCOUNTS, *token)
        .join(TOKENS, TOKENS.c.account == ACCOUNTS.c.id)
        .where(
            TOKENS.c.key == key_of(secret),
            token_holds(now),
        )
    )
    row = connection.execute(query).mappings().first()
    if row is None:
        return None
    return account_of(row), _pass(
        {name.removeprefix("token_"): value for name, value in row.items() if name.startswith("token_")}
    )


def _pass(row: object) -> Pass:
    return msgspec.convert({key: row[key] for key in Pass.__struct_fields__ if key in row}, Pass)  # type: ignore[index, operator]
