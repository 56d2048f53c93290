"""Uploads that come in parts, until they are submissions or have expired."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Integer, LargeBinary, Table, UniqueConstraint

from zellig.store.database.tables.columns import NUMBER, TABLES, Moment, Words, name, refers

UPLOADS = Table(
    "uploads",
    TABLES,
    name(),
    refers("contest", "contests"),
    refers("account", "accounts"),
    Column("key", Words(100), nullable=False),  # by which its owner goes on; then that of the submission
    Column("kind", Words(20), nullable=False),
    Column("round", Integer, nullable=False),
    Column("filename", Words(200), nullable=False),
    Column("bytes", NUMBER, nullable=False),  # that were announced
    Column("sha256", Words(64), nullable=False),
    Column("begun_at", Moment, nullable=False),
    Column("expires_at", Moment, nullable=False, index=True),
    UniqueConstraint("contest", "account", "key"),
)

# Each begins where the one before ends.
PARTS = Table(
    "parts",
    TABLES,
    Column("upload", Words(64), ForeignKey("uploads.id", ondelete="CASCADE"), primary_key=True),
    Column("start", NUMBER, primary_key=True, autoincrement=False),
    Column("content", LargeBinary, nullable=False),
)
