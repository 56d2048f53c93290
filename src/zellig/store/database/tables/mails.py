"""Mails to people, and every try to send one: rows that are written once.

What a mail says is written when it is sent: a link to choose a password is never kept.
"""

from __future__ import annotations

from sqlalchemy import Column, Table, Text

from zellig.store.database.tables.columns import TABLES, Moment, Words, name, number, refers

MAILS = Table(
    "mails",
    TABLES,
    name(),
    refers("account", "accounts", index=True),
    Column("kind", Words(20), nullable=False),
    Column("key", Words(200), nullable=False, unique=True),  # by which the same mail is made once
    Column("body", Text, nullable=False),  # JSON: what it is about
    Column("at", Moment, nullable=False, index=True),
)

SENDINGS = Table(
    "sendings",
    TABLES,
    number(),
    refers("mail", "mails", index=True),
    Column("state", Words(20), nullable=False),  # begun, sent, failed, given-up
    Column("at", Moment, nullable=False),
    Column("again_at", Moment),  # when it is tried again; none: never
    Column("reason", Text, nullable=False),
)
