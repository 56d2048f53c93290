"""Rooms for matches: events, packets, programs, lines."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007b"

MOMENT = sa.BigInteger()
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Write the tables."""
    op.create_table(
        "rooms",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=True),
        sa.Column("asker", sa.String(length=64), nullable=False),
        sa.Column("asks_until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_rooms"),
    )
    op.create_index("ix_rooms_seen_at", "rooms", ["seen_at"])
    op.create_table(
        "room_events",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        sa.Column("room", sa.String(length=64), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("actor", sa.String(length=64), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="fk_room_events_room_rooms"),
        sa.ForeignKeyConstraint(["actor"], ["accounts.id"], name="fk_room_events_actor_accounts"),
        sa.PrimaryKeyConstraint("number", name="pk_room_events"),
    )
    op.create_index("ix_room_events_room_number", "room_events", ["room", "number"])
    op.create_table(
        "room_packets",
        sa.Column("room", sa.String(length=64), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="fk_room_packets_room_rooms"),
        sa.PrimaryKeyConstraint("room", name="pk_room_packets"),
    )
    op.create_table(
        "room_programs",
        sa.Column("room", sa.String(length=64), nullable=False),
        sa.Column("player", sa.String(length=64), nullable=False),
        sa.Column("system", sa.String(length=64), nullable=False),
        sa.Column("address", sa.String(length=500), nullable=False),
        sa.Column("token", sa.String(length=500), nullable=True),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="fk_room_programs_room_rooms"),
        sa.PrimaryKeyConstraint("room", "player", name="pk_room_programs"),
    )
    op.create_table(
        "room_lines",
        sa.Column("room", sa.String(length=64), nullable=False),
        sa.Column("player", sa.String(length=64), nullable=False),
        sa.Column("allowance", sa.Integer(), nullable=False),
        sa.Column("how", sa.String(length=20), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="fk_room_lines_room_rooms"),
        sa.PrimaryKeyConstraint("room", "player", name="pk_room_lines"),
    )
