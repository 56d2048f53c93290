"""The arena: events, texts, seasons, seats, mail, games and their rounds, what people do in theirs."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

MOMENT = sa.BigInteger()
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _words(name: str, length: int = 64, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.String(length=length), nullable=nullable)


def _refers(table: str, column: str, other: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{other}.id"], name=f"fk_{table}_{column}_{other}")


def upgrade() -> None:
    """Write the tables."""
    op.create_table(
        "arenas",
        _words("id"),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_arenas"),
    )
    op.create_table(
        "arena_events",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        _words("arena"),
        sa.Column("at", MOMENT, nullable=False),
        _words("actor", nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        _refers("arena_events", "arena", "arenas"),
        _refers("arena_events", "actor", "accounts"),
        sa.PrimaryKeyConstraint("number", name="pk_arena_events"),
    )
    op.create_index("ix_arena_events_arena_number", "arena_events", ["arena", "number"])
    op.create_table(
        "arena_texts",
        _words("id"),
        _words("arena"),
        _words("account"),
        _words("filename", 200),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        _refers("arena_texts", "arena", "arenas"),
        _refers("arena_texts", "account", "accounts"),
        sa.PrimaryKeyConstraint("id", name="pk_arena_texts"),
    )
    op.create_index("ix_arena_texts_arena", "arena_texts", ["arena"])
    op.create_table(
        "arena_seasons",
        _words("id"),
        _words("arena"),
        _words("season"),
        _words("leased_by", nullable=True),
        sa.Column("leased_until", MOMENT, nullable=True),
        sa.Column("ended_at", MOMENT, nullable=True),
        _refers("arena_seasons", "arena", "arenas"),
        sa.PrimaryKeyConstraint("id", name="pk_arena_seasons"),
        sa.UniqueConstraint("arena", "season", name="uq_arena_seasons_arena_season"),
    )
    op.create_index("ix_arena_seasons_ended_at", "arena_seasons", ["ended_at"])
    op.create_table(
        "arena_seats",
        _words("id"),
        _words("arena"),
        _words("season"),
        _words("entrant"),
        _words("account"),
        _words("address", 500),
        _words("token", 500, nullable=True),
        sa.Column("status", sa.Text(), nullable=True),
        sa.Column("heard_at", MOMENT, nullable=True),
        sa.Column("tried", sa.Boolean(), nullable=False),
        sa.Column("leased_until", MOMENT, nullable=True),
        _refers("arena_seats", "arena", "arenas"),
        _refers("arena_seats", "account", "accounts"),
        sa.PrimaryKeyConstraint("id", name="pk_arena_seats"),
        sa.UniqueConstraint("arena", "season", "entrant", name="uq_arena_seats_arena_season_entrant"),
    )
    op.create_index("ix_arena_seats_account", "arena_seats", ["account"])
    op.create_table(
        "arena_mail",
        _words("seat"),
        _words("game"),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("taken_at", MOMENT, nullable=True),
        sa.Column("reply", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("seat", name="pk_arena_mail"),
    )
    op.create_table(
        "arena_games",
        _words("id"),
        _words("arena"),
        _words("season"),
        _words("curator"),
        _words("breaker"),
        _words("chooser"),
        sa.Column("head", sa.LargeBinary(), nullable=False),
        _refers("arena_games", "arena", "arenas"),
        sa.PrimaryKeyConstraint("id", name="pk_arena_games"),
        sa.UniqueConstraint(
            "arena",
            "season",
            "curator",
            "breaker",
            "chooser",
            name="uq_arena_games_arena_season_curator_breaker_chooser",
        ),
    )
    op.create_table(
        "round_portions",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        _words("game"),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        _refers("round_portions", "game", "arena_games"),
        sa.PrimaryKeyConstraint("number", name="pk_round_portions"),
        sa.UniqueConstraint("game", "first", name="uq_round_portions_game_first"),
    )
    op.create_table(
        "arena_moves",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        _words("game"),
        _words("account"),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        _refers("arena_moves", "account", "accounts"),
        sa.PrimaryKeyConstraint("number", name="pk_arena_moves"),
        sa.UniqueConstraint("game", "round", name="uq_arena_moves_game_round"),
    )
    op.create_index("ix_arena_moves_account", "arena_moves", ["account"])
