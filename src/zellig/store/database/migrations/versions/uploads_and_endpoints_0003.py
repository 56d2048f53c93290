"""Uploads in parts, and live endpoints that are asked."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

MOMENT = sa.BigInteger()
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Write the tables, and who answered a submission."""
    op.create_table(
        "endpoints",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("contest", sa.String(length=64), nullable=False),
        sa.Column("team", sa.String(length=64), nullable=False),
        sa.Column("account", sa.String(length=64), nullable=False),
        sa.Column("address", sa.String(length=500), nullable=False),
        sa.Column("token", sa.String(length=500), nullable=True),
        sa.Column("registered_at", MOMENT, nullable=False),
        sa.Column("removed_at", MOMENT, nullable=True),
        sa.Column("tried_at", MOMENT, nullable=True),
        sa.Column("works", sa.Boolean(), nullable=True),
        sa.Column("words", sa.Text(), nullable=True),
        sa.Column("leased_until", MOMENT, nullable=True),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_endpoints_account_accounts"),
        sa.ForeignKeyConstraint(["contest"], ["contests.id"], name="fk_endpoints_contest_contests"),
        sa.PrimaryKeyConstraint("id", name="pk_endpoints"),
    )
    op.create_index("ix_endpoints_contest_team", "endpoints", ["contest", "team"])
    op.create_index("ix_endpoints_removed_at_tried_at", "endpoints", ["removed_at", "tried_at"])
    op.create_table(
        "uploads",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("contest", sa.String(length=64), nullable=False),
        sa.Column("account", sa.String(length=64), nullable=False),
        sa.Column("key", sa.String(length=100), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("filename", sa.String(length=200), nullable=False),
        sa.Column("bytes", NUMBER, nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("begun_at", MOMENT, nullable=False),
        sa.Column("expires_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_uploads_account_accounts"),
        sa.ForeignKeyConstraint(["contest"], ["contests.id"], name="fk_uploads_contest_contests"),
        sa.PrimaryKeyConstraint("id", name="pk_uploads"),
        sa.UniqueConstraint("contest", "account", "key", name="uq_uploads_contest_account_key"),
    )
    op.create_index("ix_uploads_expires_at", "uploads", ["expires_at"])
    op.create_table(
        "askings",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("endpoint", sa.String(length=64), nullable=False),
        sa.Column("contest", sa.String(length=64), nullable=False),
        sa.Column("team", sa.String(length=64), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=100), nullable=False),
        sa.Column("account", sa.String(length=64), nullable=True),
        sa.Column("wanted_at", MOMENT, nullable=False),
        sa.Column("asked", sa.Integer(), nullable=True),
        sa.Column("system", sa.Text(), nullable=True),
        sa.Column("leased_by", sa.String(length=64), nullable=True),
        sa.Column("leased_until", MOMENT, nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("faults", sa.Integer(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("ended_at", MOMENT, nullable=True),
        sa.Column("end_state", sa.String(length=20), nullable=True),
        sa.Column("submission", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_askings_account_accounts"),
        sa.ForeignKeyConstraint(["contest"], ["contests.id"], name="fk_askings_contest_contests"),
        sa.ForeignKeyConstraint(["endpoint"], ["endpoints.id"], name="fk_askings_endpoint_endpoints"),
        sa.ForeignKeyConstraint(["submission"], ["submissions.id"], name="fk_askings_submission_submissions"),
        sa.PrimaryKeyConstraint("id", name="pk_askings"),
        sa.UniqueConstraint("contest", "team", "round", "key", name="uq_askings_contest_team_round_key"),
    )
    op.create_index("ix_askings_ended_at", "askings", ["ended_at"])
    op.create_index("ix_askings_endpoint", "askings", ["endpoint"])
    op.create_table(
        "parts",
        sa.Column("upload", sa.String(length=64), nullable=False),
        sa.Column("start", NUMBER, autoincrement=False, nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["upload"], ["uploads.id"], name="fk_parts_upload_uploads", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("upload", "start", name="pk_parts"),
    )
    op.create_table(
        "answers",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        sa.Column("asking", sa.String(length=64), nullable=False),
        sa.Column("answered", sa.Integer(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["asking"], ["askings.id"], name="fk_answers_asking_askings"),
        sa.PrimaryKeyConstraint("number", name="pk_answers"),
    )
    op.create_index("ix_answers_asking", "answers", ["asking"])
    op.add_column("submissions", sa.Column("system", sa.Text(), nullable=True))
