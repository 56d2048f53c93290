"""Rooms for matches: their events, packets, programs that the server asks, and the lines of players."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    Table,
    Text,
)

from zellig.store.database.tables.columns import TABLES, Moment, Words, name, number, refers

# A row is written once but for the last three, which say who looks after a match that is played.
ROOMS = Table(
    "rooms",
    TABLES,
    name(),  # as it stands in addresses
    Column("created_at", Moment, nullable=False),
    Column("seen_at", BigInteger),  # when a server last looked at a match that is played, in milliseconds
    Column("asker", Words(64), nullable=False, default=""),  # the process that asks the programs
    Column("asks_until", BigInteger, nullable=False, default=0),  # in milliseconds
    Index(None, "seen_at"),
)

ROOM_EVENTS = Table(
    "room_events",
    TABLES,
    number(),
    refers("room", "rooms"),
    Column("at", Moment, nullable=False),
    refers("actor", "accounts", optional=True),
    Column("body", Text, nullable=False),  # JSON, see games/match/rooms.py
    Index(None, "room", "number"),
)

# What is read in a room. A row is written once.
ROOM_PACKETS = Table(
    "room_packets",
    TABLES,
    Column("room", Words(64), ForeignKey("rooms.id"), primary_key=True),
    Column("content", LargeBinary, nullable=False),  # JSON, see server/room_packets.py
)

# Where a program is that the server asks; its token goes there and nowhere else.
ROOM_PROGRAMS = Table(
    "room_programs",
    TABLES,
    refers("room", "rooms"),
    Column("player", Words(64), nullable=False),
    Column("system", Words(64), nullable=False, default=""),
    Column("address", Words(500), nullable=False, default=""),
    Column("token", Words(500)),
    PrimaryKeyConstraint("room", "player"),
)

# Who is connected, and how long the line is; changed as it is measured.
ROOM_LINES = Table(
    "room_lines",
    TABLES,
    refers("room", "rooms"),
    Column("player", Words(64), nullable=False),
    Column("allowance", Integer, nullable=False),
    Column("how", Words(20), nullable=False),
    Column("seen_at", BigInteger, nullable=False),  # in milliseconds
    PrimaryKeyConstraint("room", "player"),
)
