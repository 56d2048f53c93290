"""Accounts: made by whoever is let in, and known by a name that nobody else has."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Connection, select, update
from sqlalchemy.exc import IntegrityError

from zellig.errors import ZelligError
from zellig.server.secrets import hash_password, new_id
from zellig.store.database.tables.accounts import ACCOUNTS
from zellig.texts import comparable

LONGEST_NAME = 60
CLOSED = "closed account"  # what an account is called that was closed
# What pages call those who are no account any more, or never were one.
NOBODY = (CLOSED, "somebody who has left", "the platform", "nobody", "Zellig")
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")


class Account(msgspec.Struct, frozen=True):
    """Somebody who is known here."""

    id: str
    name: str
    email: str | None
    operator: bool
    created_at: datetime
    reminders: bool = True  # by mail, before a phase closes


def make_account(
    connection: Connection,
    now: datetime,
    name: str,
    password: str | None,
    *,
    email: str | None = None,
    operator: bool = False,
) -> Account:
    """A new account; refuses a name that is taken, also in another spelling, or that cannot be read."""
    shown = " ".join(name.split())
    folded = folded_name(shown)  # of few characters it may make many
    if not shown or max(len(shown), len(folded)) > LONGEST_NAME or not shown.isprintable():
        raise ZelligError(
            f"a name has 1 to {LONGEST_NAME} characters that can be seen",
            field="name",
            remedy="Choose another.",
        )
    if folded in map(folded_name, NOBODY):
        raise _taken()
    account = Account(new_id(), shown, checked_address(email), operator, now)
    row = {
        **msgspec.structs.asdict(account),
        "folded": folded,
        "password": None if password is None else hash_password(password),
    }
    try:
        with connection.begin_nested():
            connection.execute(ACCOUNTS.insert().values(row))
    except IntegrityError:
        raise _taken() from None
    return account


def _taken() -> ZelligError:
    return ZelligError("this name is taken", field="name", remedy="Choose another.")


def folded_name(name: str) -> str:
    """A name as it is compared."""
    return comparable(name)


def checked_address(email: str | None) -> str | None:
    """An address that a mail can be sent to, or none; refuses anything else."""
    if not email:
        return None
    if not _ADDRESS.fullmatch(email) or len(email) > 320:
        raise ZelligError(
            "this is no address that a mail can be sent to",
            field="email",
            remedy="Write it as name@example.org, or leave it out.",
        )
    return email


def find_account(connection: Connection, account: str) -> Account | None:
    """The account with this id, unless it was closed."""
    query = select(ACCOUNTS).where(ACCOUNTS.c.id == account, ACCOUNTS.c.closed_at.is_(None))
    row = connection.execute(query).mappings().first()
    return None if row is None else account_of(row)


def find_by_name(connection: Connection, name: str) -> Account | None:
    """The account of this name, in any spelling, unless it was closed."""
    query = select(ACCOUNTS).where(ACCOUNTS.c.folded == folded_name(name), ACCOUNTS.c.closed_at.is_(None))
    row = connection.execute(query).mappings().first()
    return None if row is None else account_of(row)


def names_of(connection: Connection, accounts: Iterable[str]) -> dict[str, str]:
    """What accounts are called, by id."""
    query = select(ACCOUNTS.c.id, ACCOUNTS.c.name).where(ACCOUNTS.c.id.in_(set(accounts)))
    return {row.id: row.name for row in connection.execute(query)}


def change_account(connection: Connection, account: str, email: str | None, reminders: bool) -> None:
    """Another address for mails, or none, and whether reminders go there."""
    connection.execute(
        update(ACCOUNTS)
        .where(ACCOUNTS.c.id == account)
        .values(email=checked_address(email), reminders=reminders)
    )


def account_of(row: Any) -> Account:
    """An account from its row."""
    return msgspec.convert({key: row[key] for key in Account.__struct_fields__}, Account)
