"""Contests: their events, what was uploaded to them, and what became of it."""

from __future__ import annotations

from sqlalchemy import Column, Index, Integer, LargeBinary, Table, Text, UniqueConstraint

from zellig.store.database.tables.columns import NUMBER, TABLES, Moment, Words, name, number, refers

CONTESTS = Table(
    "contests",
    TABLES,
    name(),  # as it stands in addresses
    Column("created_at", Moment, nullable=False),
)

EVENTS = Table(
    "events",
    TABLES,
    number(),
    refers("contest", "contests"),
    Column("at", Moment, nullable=False),
    refers("actor", "accounts", optional=True),  # nobody: the platform itself
    Column("body", Text, nullable=False),  # JSON, see games/contest/events.py
    Index(None, "contest", "number"),
)

# A row is written once but for its lease: a worker takes it up until then, and whoever comes later may again.
SUBMISSIONS = Table(
    "submissions",
    TABLES,
    name(),
    refers("contest", "contests"),
    refers("account", "accounts"),
    Column("team", Words(64)),  # none: the organiser's
    Column("kind", Words(20), nullable=False),
    Column("round", Integer, nullable=False),
    Column("key", Words(100), nullable=False),  # that makes a repeated upload the same one
    Column("filename", Words(200), nullable=False),
    Column("sha256", Words(64), nullable=False),
    Column("content", LargeBinary, nullable=False),
    Column("system", Text),  # JSON: who answered, as an endpoint says that Zellig asked itself
    Column("received_at", Moment, nullable=False),
    Column("due_at", Moment, nullable=False),  # by then it has ended
    Column("leased_by", Words(64)),
    Column("leased_until", Moment),
    Column("tries", Integer, nullable=False, default=0),
    UniqueConstraint("contest", "account", "key"),
    Index(None, "contest", "kind", "round", "team"),
)

STATES = Table(
    "states",
    TABLES,
    number(),
    refers("submission", "submissions", index=True),
    Column("state", Words(20), nullable=False),
    Column("at", Moment, nullable=False),
    refers("actor", "accounts", optional=True),
    Column("reason", Text, nullable=False),
    Column("findings", Text, nullable=False),  # JSON: a list, one for each line that something was found in
)

RESULTS = Table(
    "results",
    TABLES,
    name(),
    refers("contest", "contests", index=True),
    Column("round", Integer, nullable=False),
    Column("events", NUMBER, nullable=False),  # the last one that was counted
    Column("states", NUMBER, nullable=False),  # the newest one of a submission that was counted
    Column("at", Moment, nullable=False),
    Column("scores", LargeBinary, nullable=False),  # JSON, compressed
)
