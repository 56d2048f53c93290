"""Mails and the tries to send them, whether somebody wants reminders, and what was tried of late by time."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

MOMENT = sa.BigInteger()
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add what is new; everybody who is there gets reminders."""
    op.add_column("accounts", sa.Column("reminders", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.create_index("ix_attempts_at", "attempts", ["at"])
    op.create_table(
        "mails",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("account", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("key", sa.String(length=200), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_mails_account_accounts"),
        sa.PrimaryKeyConstraint("id", name="pk_mails"),
        sa.UniqueConstraint("key", name="uq_mails_key"),
    )
    op.create_index("ix_mails_account", "mails", ["account"])
    op.create_index("ix_mails_at", "mails", ["at"])
    op.create_table(
        "sendings",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        sa.Column("mail", sa.String(length=64), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("again_at", MOMENT, nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["mail"], ["mails.id"], name="fk_sendings_mail_mails"),
        sa.PrimaryKeyConstraint("number", name="pk_sendings"),
    )
    op.create_index("ix_sendings_mail", "sendings", ["mail"])
