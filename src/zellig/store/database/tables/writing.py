"""Writing: workshops and their events, drafts, every stroke of them, and what was shown to their writers."""

from __future__ import annotations

from sqlalchemy import Column, Index, Integer, LargeBinary, Table, Text, UniqueConstraint

from zellig.store.database.tables.columns import TABLES, Moment, Words, name, number, refers

WORKSHOPS = Table(
    "workshops",
    TABLES,
    name(),  # as it stands in addresses
    Column("created_at", Moment, nullable=False),
)

WORKSHOP_EVENTS = Table(
    "workshop_events",
    TABLES,
    number(),
    refers("workshop", "workshops"),
    Column("at", Moment, nullable=False),
    refers("actor", "accounts", optional=True),
    Column("body", Text, nullable=False),  # JSON, see games/writing/events.py
    Index(None, "workshop", "number"),
)

# What an editor brought: items to change, or questions to rewrite. A row is written once.
MATERIALS = Table(
    "materials",
    TABLES,
    name(),
    refers("workshop", "workshops", index=True),
    refers("account", "accounts"),
    Column("filename", Words(200), nullable=False),
    Column("content", LargeBinary, nullable=False),
    Column("at", Moment, nullable=False),
)

# A row is written once but for its pen: the tab that holds it writes, and the others look on.
DRAFTS = Table(
    "drafts",
    TABLES,
    name(),
    refers("workshop", "workshops"),
    refers("account", "accounts"),
    Column("pen", Words(64), nullable=False, default=""),
    Column("copy_of", Words(64)),  # strokes of a tab that had lost its pen are kept in a draft of their own
    Column("created_at", Moment, nullable=False),
    Index(None, "workshop", "account"),
)

STROKES = Table(
    "strokes",
    TABLES,
    number(),
    refers("draft", "drafts"),
    Column("tab", Words(64), nullable=False),
    Column("sequence", Integer, nullable=False),  # among those of its tab
    Column("at", Moment, nullable=False),
    Column("body", Text, nullable=False),  # JSON, see games/writing/strokes.py
    UniqueConstraint("draft", "tab", "sequence"),
    Index(None, "draft", "number"),
)

LOOKS = Table(
    "looks",
    TABLES,
    number(),
    refers("draft", "drafts"),
    Column("tab", Words(64), nullable=False),
    Column("sequence", Integer, nullable=False),  # the stroke after which this was shown
    Column("at", Moment, nullable=False),
    Column("body", LargeBinary, nullable=False),  # JSON, compressed: see games/writing/looks.py
    Index(None, "draft", "number"),
)
