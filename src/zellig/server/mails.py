"""Mails in the database: made once, taken up by one process at a time, sent or given up with a reason."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

import msgspec
from sqlalchemy import Connection, and_, func, literal, or_, select

from zellig.server.secrets import new_id
from zellig.store.database.tables.accounts import ACCOUNTS
from zellig.store.database.tables.mails import MAILS, SENDINGS

Kind = Literal["password", "reminder"]
State = Literal["begun", "sent", "failed", "given-up"]

LEASE = timedelta(minutes=5)  # after which another process takes up what one has not come back for
TRIES = 5
WAIT = timedelta(minutes=1)  # after the first try; five times as long after each further one
OLDEST = timedelta(days=7)  # what has not been sent by then is not sent any more


class Mail(msgspec.Struct, frozen=True):
    """A mail that is to be sent."""

    id: str
    account: str
    kind: Kind
    body: str
    tries: int  # this one among them


def ask_for_password(connection: Connection, now: datetime, folded: str) -> None:
    """A mail with a link for whoever has this name and an address; one statement, whether there is one or
    not, so that it takes as long."""
    mail = new_id()
    row = {"id": mail, "kind": "password", "key": f"password/{mail}", "body": "{}", "at": now}
    there = select(
        *(literal(value, MAILS.c[name].type) for name, value in row.items()), ACCOUNTS.c.id.label("account")
    ).where(ACCOUNTS.c.folded == folded, ACCOUNTS.c.closed_at.is_(None), ACCOUNTS.c.email.is_not(None))
    connection.execute(MAILS.insert().from_select([*row, "account"], there))


def take_mail(connection: Connection, now: datetime) -> Mail | None:
    """The oldest mail that waits, for whoever sends it next; None if none does."""
    newest = (
        select(func.max(SENDINGS.c.number)).where(SENDINGS.c.mail == MAILS.c.id).correlate(MAILS)
    ).scalar_subquery()
    query = (
        select(MAILS)
        .outerjoin(SENDINGS, SENDINGS.c.number == newest)
        .where(
            MAILS.c.at > now - OLDEST,
            or_(
                SENDINGS.c.number.is_(None),
                and_(SENDINGS.c.state.in_(("begun", "failed")), SENDINGS.c.again_at <= now),
            ),
        )
        .order_by(MAILS.c.at, MAILS.c.id)
        .limit(1)
        .with_for_update(of=MAILS, skip_locked=True)
    )
    row = connection.execute(query).mappings().first()
    if row is None:
        return None
    # Another process may have taken it just before it was locked: in PostgreSQL the query has not seen that.
    tried = select(SENDINGS.c.state, SENDINGS.c.again_at).where(SENDINGS.c.mail == row["id"])
    before = connection.execute(tried.order_by(SENDINGS.c.number)).all()
    if before and (before[-1].again_at is None or before[-1].again_at > now):
        return take_mail(connection, now)
    tries = sum(each.state == "begun" for each in before) + 1
    if tries > TRIES:  # whoever took it up never came back
        note_sending(connection, now, row["id"], "given-up", "nobody could say whether it was sent")
        return take_mail(connection, now)
    note_sending(connection, now, row["id"], "begun", again_at=now + LEASE)
    return Mail(row["id"], row["account"], row["kind"], row["body"], tries)


def note_sending(
    connection: Connection,
    now: datetime,
    mail: str,
    state: State,
    reason: str = "",
    *,
    again_at: datetime | None = None,
) -> None:
    """Write what has become of a mail."""
    connection.execute(
        SENDINGS.insert().values(mail=mail, state=state, at=now, again_at=again_at, reason=reason)
    )


def forget_mails(connection: Connection, account: str) -> None:
    """Delete all mails to an account, sent or not."""
    mine = select(MAILS.c.id).where(MAILS.c.account == account)
    connection.execute(SENDINGS.delete().where(SENDINGS.c.mail.in_(mine)))
    connection.execute(MAILS.delete().where(MAILS.c.account == account))
