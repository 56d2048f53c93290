"""Writing: workshops, drafts, strokes, and what was shown."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

MOMENT = sa.BigInteger()
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Write the tables."""
    op.create_table(
        "workshops",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_workshops"),
    )
    op.create_table(
        "workshop_events",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        sa.Column("workshop", sa.String(length=64), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("actor", sa.String(length=64), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["workshop"], ["workshops.id"], name="fk_workshop_events_workshop_workshops"),
        sa.ForeignKeyConstraint(["actor"], ["accounts.id"], name="fk_workshop_events_actor_accounts"),
        sa.PrimaryKeyConstraint("number", name="pk_workshop_events"),
    )
    op.create_index("ix_workshop_events_workshop_number", "workshop_events", ["workshop", "number"])
    op.create_table(
        "materials",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("workshop", sa.String(length=64), nullable=False),
        sa.Column("account", sa.String(length=64), nullable=False),
        sa.Column("filename", sa.String(length=200), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["workshop"], ["workshops.id"], name="fk_materials_workshop_workshops"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_materials_account_accounts"),
        sa.PrimaryKeyConstraint("id", name="pk_materials"),
    )
    op.create_index("ix_materials_workshop", "materials", ["workshop"])
    op.create_table(
        "drafts",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("workshop", sa.String(length=64), nullable=False),
        sa.Column("account", sa.String(length=64), nullable=False),
        sa.Column("pen", sa.String(length=64), nullable=False),
        sa.Column("copy_of", sa.String(length=64), nullable=True),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["workshop"], ["workshops.id"], name="fk_drafts_workshop_workshops"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_drafts_account_accounts"),
        sa.PrimaryKeyConstraint("id", name="pk_drafts"),
    )
    op.create_index("ix_drafts_workshop_account", "drafts", ["workshop", "account"])
    for table, body in (("strokes", sa.Text()), ("looks", sa.LargeBinary())):
        constraints = (
            [sa.UniqueConstraint("draft", "tab", "sequence", name="uq_strokes_draft_tab_sequence")]
            if table == "strokes"
            else []
        )
        op.create_table(
            table,
            sa.Column("number", NUMBER, autoincrement=True, nullable=False),
            sa.Column("draft", sa.String(length=64), nullable=False),
            sa.Column("tab", sa.String(length=64), nullable=False),
            sa.Column("sequence", sa.Integer(), nullable=False),
            sa.Column("at", MOMENT, nullable=False),
            sa.Column("body", body, nullable=False),
            sa.ForeignKeyConstraint(["draft"], ["drafts.id"], name=f"fk_{table}_draft_drafts"),
            sa.PrimaryKeyConstraint("number", name=f"pk_{table}"),
            *constraints,
        )
        op.create_index(f"ix_{table}_draft_number", table, ["draft", "number"])
