"""Tournaments: events, questions, programs, rooms."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

MOMENT = sa.BigInteger()
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Write the tables."""
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
    )
    op.create_table(
        "tournament_events",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        sa.Column("tournament", sa.String(length=64), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("actor", sa.String(length=64), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournaments.id"], name="fk_tournament_events_tournament_tournaments"
        ),
        sa.ForeignKeyConstraint(["actor"], ["accounts.id"], name="fk_tournament_events_actor_accounts"),
        sa.PrimaryKeyConstraint("number", name="pk_tournament_events"),
    )
    op.create_index("ix_tournament_events_tournament_number", "tournament_events", ["tournament", "number"])
    op.create_table(
        "tournament_pools",
        sa.Column("tournament", sa.String(length=64), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournaments.id"], name="fk_tournament_pools_tournament_tournaments"
        ),
        sa.PrimaryKeyConstraint("tournament", name="pk_tournament_pools"),
    )
    op.create_table(
        "tournament_programs",
        sa.Column("tournament", sa.String(length=64), nullable=False),
        sa.Column("player", sa.String(length=64), nullable=False),
        sa.Column("system", sa.String(length=64), nullable=False),
        sa.Column("address", sa.String(length=500), nullable=False),
        sa.Column("token", sa.String(length=500), nullable=True),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournaments.id"], name="fk_tournament_programs_tournament_tournaments"
        ),
        sa.PrimaryKeyConstraint("tournament", "player", name="pk_tournament_programs"),
    )
    op.create_table(
        "tournament_rooms",
        sa.Column("room", sa.String(length=64), nullable=False),
        sa.Column("tournament", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="fk_tournament_rooms_room_rooms"),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournaments.id"], name="fk_tournament_rooms_tournament_tournaments"
        ),
        sa.PrimaryKeyConstraint("room", name="pk_tournament_rooms"),
    )
