"""Live endpoints: where teams' systems answer, and the times that they were asked for a round."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Index, Integer, LargeBinary, Table, Text, UniqueConstraint

from zellig.store.database.tables.columns import TABLES, Moment, Words, name, number, refers

# Of a team the newest one counts, until it is removed. It is tried out once, by whoever leases it.
ENDPOINTS = Table(
    "endpoints",
    TABLES,
    name(),
    refers("contest", "contests"),
    Column("team", Words(64), nullable=False),
    refers("account", "accounts"),  # who registered it, and in whose name its answers are brought
    Column("address", Words(500), nullable=False),
    Column("token", Words(500)),  # that is sent to it and shown to nobody; gone when it is removed
    Column("registered_at", Moment, nullable=False),
    Column("removed_at", Moment),
    Column("tried_at", Moment),
    Column("works", Boolean),
    Column("words", Text),  # what came of trying it out
    Column("leased_until", Moment),
    Index(None, "contest", "team"),
    Index(None, "removed_at", "tried_at"),
)

# One time that an endpoint is asked for a round: a job with a lease, which ends once.
ASKINGS = Table(
    "askings",
    TABLES,
    name(),
    refers("endpoint", "endpoints", index=True),
    refers("contest", "contests"),
    Column("team", Words(64), nullable=False),
    Column("round", Integer, nullable=False),
    Column("key", Words(100), nullable=False),  # empty: the one that is done without being asked for
    refers("account", "accounts", optional=True),  # who asked for it
    Column("wanted_at", Moment, nullable=False),
    Column("asked", Integer),  # how many items there are, once that is known
    Column("system", Text),  # JSON: who answers there, as it says
    Column("leased_by", Words(64)),
    Column("leased_until", Moment),  # without who leased it: it is not taken up before
    Column("tries", Integer, nullable=False, default=0),  # in a row that the platform spoilt
    Column("faults", Integer, nullable=False, default=0),  # of the endpoint
    Column("words", Text, nullable=False),  # how it stands
    Column("ended_at", Moment, index=True),
    Column("end_state", Words(20)),
    refers("submission", "submissions", optional=True),
    UniqueConstraint("contest", "team", "round", "key"),
)

# What an endpoint has answered so far, batch by batch, so that whoever takes it up goes on from there.
ANSWERS = Table(
    "answers",
    TABLES,
    number(),
    refers("asking", "askings", index=True),
    Column("answered", Integer, nullable=False),
    Column("content", LargeBinary, nullable=False),  # lines of predictions
)
