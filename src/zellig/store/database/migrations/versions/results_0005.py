"""Results know the newest state of a submission that they were computed with."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the number; of results that are there it is that of the newest state at their moment."""
    op.add_column("results", sa.Column("states", NUMBER, nullable=False, server_default="0"))
    op.execute(
        "UPDATE results SET states = COALESCE((SELECT max(states.number) FROM states "
        "JOIN submissions ON submissions.id = states.submission "
        "WHERE submissions.contest = results.contest AND states.at <= results.at), 0)"
    )
