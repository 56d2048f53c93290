"""Events know which guesses a reader would prompt: an earlier version of Zellig cannot read them."""

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Change no table: events that are there are read as they are."""
