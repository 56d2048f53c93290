"""The first schema: accounts, contests, judging."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

MOMENT = sa.BigInteger()
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Write the tables."""
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("folded", sa.String(length=100), nullable=False),
        sa.Column("email", sa.String(length=320), nullable=True),
        sa.Column("password", sa.String(length=200), nullable=True),
        sa.Column("operator", sa.Boolean(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("closed_at", MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_accounts"),
        sa.UniqueConstraint("folded", name="uq_accounts_folded"),
    )
    op.create_table(
        "attempts",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        sa.Column("what", sa.String(length=20), nullable=False),
        sa.Column("folded", sa.String(length=100), nullable=False),
        sa.Column("address", sa.String(length=100), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("succeeded", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_attempts"),
    )
    op.create_index("ix_attempts_what_address_at", "attempts", ["what", "address", "at"])
    op.create_index("ix_attempts_what_folded_at", "attempts", ["what", "folded", "at"])
    op.create_table(
        "contests",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_contests"),
    )
    op.create_table(
        "events",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        sa.Column("contest", sa.String(length=64), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("actor", sa.String(length=64), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["actor"], ["accounts.id"], name="fk_events_actor_accounts"),
        sa.ForeignKeyConstraint(["contest"], ["contests.id"], name="fk_events_contest_contests"),
        sa.PrimaryKeyConstraint("number", name="pk_events"),
    )
    op.create_index("ix_events_contest_number", "events", ["contest", "number"])
    op.create_table(
        "links",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("purpose", sa.String(length=20), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("made_by", sa.String(length=64), nullable=True),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("expires_at", MOMENT, nullable=False),
        sa.Column("used_at", MOMENT, nullable=True),
        sa.Column("used_by", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(["made_by"], ["accounts.id"], name="fk_links_made_by_accounts"),
        sa.ForeignKeyConstraint(["used_by"], ["accounts.id"], name="fk_links_used_by_accounts"),
        sa.PrimaryKeyConstraint("key", name="pk_links"),
    )
    op.create_table(
        "questions",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("contest", sa.String(length=64), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("item", sa.Text(), nullable=False),
        sa.Column("pair", sa.String(length=200), nullable=True),
        sa.Column("side", sa.String(length=10), nullable=True),
        sa.Column("team", sa.String(length=64), nullable=True),
        sa.Column("known", sa.Text(), nullable=True),
        sa.Column("at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["contest"], ["contests.id"], name="fk_questions_contest_contests"),
        sa.PrimaryKeyConstraint("id", name="pk_questions"),
    )
    op.create_index("ix_questions_contest_round", "questions", ["contest", "round"])
    op.create_table(
        "results",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("contest", sa.String(length=64), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("events", NUMBER, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("scores", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["contest"], ["contests.id"], name="fk_results_contest_contests"),
        sa.PrimaryKeyConstraint("id", name="pk_results"),
    )
    op.create_index("ix_results_contest", "results", ["contest"])
    op.create_table(
        "sessions",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("account", sa.String(length=64), nullable=False),
        sa.Column("csrf", sa.String(length=64), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("expires_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_sessions_account_accounts"),
        sa.PrimaryKeyConstraint("key", name="pk_sessions"),
    )
    op.create_index("ix_sessions_account", "sessions", ["account"])
    op.create_index("ix_sessions_expires_at", "sessions", ["expires_at"])
    op.create_table(
        "submissions",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("contest", sa.String(length=64), nullable=False),
        sa.Column("account", sa.String(length=64), nullable=False),
        sa.Column("team", sa.String(length=64), nullable=True),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=100), nullable=False),
        sa.Column("filename", sa.String(length=200), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("received_at", MOMENT, nullable=False),
        sa.Column("due_at", MOMENT, nullable=False),
        sa.Column("leased_by", sa.String(length=64), nullable=True),
        sa.Column("leased_until", MOMENT, nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_submissions_account_accounts"),
        sa.ForeignKeyConstraint(["contest"], ["contests.id"], name="fk_submissions_contest_contests"),
        sa.PrimaryKeyConstraint("id", name="pk_submissions"),
        sa.UniqueConstraint("contest", "account", "key", name="uq_submissions_contest_account_key"),
    )
    op.create_index(
        "ix_submissions_contest_kind_round_team",
        "submissions",
        ["contest", "kind", "round", "team"],
        unique=False,
    )
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("account", sa.String(length=64), nullable=False),
        sa.Column("title", sa.String(length=100), nullable=False),
        sa.Column("contest", sa.String(length=64), nullable=True),
        sa.Column("scope", sa.String(length=20), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("expires_at", MOMENT, nullable=False),
        sa.Column("revoked_at", MOMENT, nullable=True),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_tokens_account_accounts"),
        sa.PrimaryKeyConstraint("id", name="pk_tokens"),
        sa.UniqueConstraint("key", name="uq_tokens_key"),
    )
    op.create_index("ix_tokens_account", "tokens", ["account"])
    op.create_table(
        "states",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        sa.Column("submission", sa.String(length=64), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("actor", sa.String(length=64), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("findings", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["actor"], ["accounts.id"], name="fk_states_actor_accounts"),
        sa.ForeignKeyConstraint(["submission"], ["submissions.id"], name="fk_states_submission_submissions"),
        sa.PrimaryKeyConstraint("number", name="pk_states"),
    )
    op.create_index("ix_states_submission", "states", ["submission"])
    op.create_table(
        "verdicts",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        sa.Column("question", sa.String(length=64), nullable=False),
        sa.Column("judge", sa.String(length=64), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("answer", sa.String(length=200), nullable=True),
        sa.Column("grammatical", sa.Boolean(), nullable=True),
        sa.Column("natural", sa.Boolean(), nullable=True),
        sa.Column("skipped", sa.String(length=500), nullable=True),
        sa.Column("undone", sa.Boolean(), nullable=False),
        sa.Column("program", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["judge"], ["accounts.id"], name="fk_verdicts_judge_accounts"),
        sa.ForeignKeyConstraint(["question"], ["questions.id"], name="fk_verdicts_question_questions"),
        sa.PrimaryKeyConstraint("number", name="pk_verdicts"),
    )
    op.create_index("ix_verdicts_judge_number", "verdicts", ["judge", "number"])
    op.create_index(
        "ix_verdicts_question_judge_number", "verdicts", ["question", "judge", "number"], unique=False
    )
