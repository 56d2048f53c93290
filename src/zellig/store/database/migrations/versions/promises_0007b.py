"""A draft of a pair that says nothing of its promise has none: before, that stood for `same`.

It stands before 0008, which came at the same time: in a database of a later schema such a draft says what it
means.
"""

from alembic import op

revision = "0007b"
down_revision = "0007"


def upgrade() -> None:
    """Change no table. Notes of a pair that has an original but no promise say what they meant; a quote in
    a text is escaped, so only keys are found."""
    op.execute(
        """UPDATE strokes SET body = replace(body, '"notes":{', '"notes":{"promise":"same",') """
        """WHERE body LIKE '{"stroke":"noted"%' AND body LIKE '%"original":"%' """
        """AND body NOT LIKE '%"promise":%' AND draft IN (SELECT drafts.id FROM drafts """
        """JOIN workshop_events ON workshop_events.workshop = drafts.workshop """
        """WHERE workshop_events.body LIKE '%"event":"founded"%' """
        """AND workshop_events.body NOT LIKE '%"task":"quiz"%')"""
    )
