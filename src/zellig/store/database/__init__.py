"""The database of a server: SQLite in one file, or PostgreSQL; the same tables in both."""

from zellig.store.database.connecting import Database, open_database

__all__ = ["Database", "open_database"]
