"""Events know more than those of 0005: no table changes, but an earlier version cannot read them."""

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Change nothing: events that are there are read as they are."""
