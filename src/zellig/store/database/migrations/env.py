"""What Alembic runs for every migration: on the connection, and in the transaction, that it was given."""

from alembic import context

from zellig.store.database.tables import TABLES

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=TABLES,
    render_as_batch=True,  # SQLite changes a table by writing it anew
)
context.run_migrations()
