"""Who may come in: accounts, sessions, tokens, one-time links, and what was tried of late.

Secrets are kept as hashes: whoever reads the database cannot sign in with what is in it.
"""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Index, Table, Text, true

from zellig.store.database.tables.columns import TABLES, Moment, Words, name, number, refers

ACCOUNTS = Table(
    "accounts",
    TABLES,
    name(),
    Column("name", Words(100), nullable=False),  # as it is shown
    Column("folded", Words(100), nullable=False, unique=True),  # as it is compared
    Column("email", Words(320)),
    Column("password", Words(200)),  # hash by argon2; none: signs in by a link only
    Column("operator", Boolean, nullable=False, default=False),  # may begin contests
    Column("created_at", Moment, nullable=False),
    Column("closed_at", Moment),  # from then on it is nobody's, and has no name
    Column("reminders", Boolean, nullable=False, default=True, server_default=true()),  # by mail
)

SESSIONS = Table(
    "sessions",
    TABLES,
    name(of="key"),  # hash of the cookie
    refers("account", "accounts", index=True),
    Column("csrf", Words(64), nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("expires_at", Moment, nullable=False, index=True),
)

TOKENS = Table(
    "tokens",
    TABLES,
    name(),
    Column("key", Words(64), nullable=False, unique=True),  # hash of the token
    refers("account", "accounts", index=True),
    Column("title", Words(100), nullable=False),
    Column("contest", Words(64)),  # the only one it is for
    Column("scope", Words(20), nullable=False),  # read, write, or perform
    Column("created_at", Moment, nullable=False),
    Column("expires_at", Moment, nullable=False),
    Column("revoked_at", Moment),
)

LINKS = Table(
    "links",
    TABLES,
    name(of="key"),  # hash of what the link ends in
    Column("purpose", Words(20), nullable=False),
    Column("body", Text, nullable=False),  # JSON: what it gives to whoever opens it
    refers("made_by", "accounts", optional=True),
    Column("created_at", Moment, nullable=False),
    Column("expires_at", Moment, nullable=False),
    Column("used_at", Moment),
    refers("used_by", "accounts", optional=True),
)

ATTEMPTS = Table(
    "attempts",
    TABLES,
    number(),
    Column("what", Words(20), nullable=False),  # e.g. sign-in
    Column("folded", Words(100), nullable=False),  # the name that was given, or the account that did it
    Column("address", Words(100), nullable=False),
    Column("at", Moment, nullable=False, index=True),
    Column("succeeded", Boolean, nullable=False),
    Index(None, "what", "folded", "at"),
    Index(None, "what", "address", "at"),
)
