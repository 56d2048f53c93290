"""Tournaments: their events, what is read in them, and where their programs and games are."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, LargeBinary, PrimaryKeyConstraint, Table, Text

from zellig.store.database.tables.columns import TABLES, Moment, Words, name, number, refers

TOURNAMENTS = Table(
    "tournaments",
    TABLES,
    name(),  # as it stands in addresses
    Column("created_at", Moment, nullable=False),
)

TOURNAMENT_EVENTS = Table(
    "tournament_events",
    TABLES,
    number(),
    refers("tournament", "tournaments"),
    Column("at", Moment, nullable=False),
    refers("actor", "accounts", optional=True),
    Column("body", Text, nullable=False),  # JSON, see games/tournament/events.py
    Index(None, "tournament", "number"),
)

# The questions, and which side each is of: for nobody before the end. A row is written once.
TOURNAMENT_POOLS = Table(
    "tournament_pools",
    TABLES,
    Column("tournament", Words(64), ForeignKey("tournaments.id"), primary_key=True),
    Column("content", LargeBinary, nullable=False),  # JSON, see games/tournament/questions.py
)

# Where a program is that the server asks; its token goes there and nowhere else.
TOURNAMENT_PROGRAMS = Table(
    "tournament_programs",
    TABLES,
    refers("tournament", "tournaments"),
    Column("player", Words(64), nullable=False),  # its name
    Column("system", Words(64), nullable=False, default=""),
    Column("address", Words(500), nullable=False, default=""),
    Column("token", Words(500)),
    PrimaryKeyConstraint("tournament", "player"),
)

# The rooms of games: in whose events they stand. A row is written once.
TOURNAMENT_ROOMS = Table(
    "tournament_rooms",
    TABLES,
    Column("room", Words(64), ForeignKey("rooms.id"), primary_key=True),
    refers("tournament", "tournaments"),
)
