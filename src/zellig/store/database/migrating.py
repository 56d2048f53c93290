"""Bringing a database to the newest schema, whatever wrote it; several processes may try at once."""

from __future__ import annotations

from importlib.resources import files

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, text

from zellig.errors import ZelligError
from zellig.store.database.connecting import Database

_LOCK = 0x7A656C6C6967  # the number of a lock that only migrations take


def migrate(database: Database) -> None:
    """Write the tables, or change those of an earlier schema; refuses a database of a later one."""
    with database.writing() as connection:
        if not database.is_sqlite:  # in SQLite whoever writes is alone
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        found = schema_of(connection)
        config = _config(connection)
        if found is not None and found not in {each.revision for each in _scripts(config).walk_revisions()}:
            raise ZelligError(
                f"this database was written by a later version of Zellig (schema {found})",
                remedy="Install that version, or restore a backup.",
            )
        try:
            command.upgrade(config, "head")
        except CommandError as error:
            raise ZelligError(
                f"the database cannot be brought to the newest schema ({error})",
                remedy="Restore a backup, or ask whoever wrote it.",
            ) from None


def schema_of(connection: Connection) -> str | None:
    """The schema that a database has; None if it is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def schemas() -> list[str]:
    """All schemas, the first one first."""
    found = [each.revision for each in _scripts(_config(None)).walk_revisions()]
    return found[::-1]


def migrate_to(connection: Connection, schema: str) -> None:
    """Bring a database to a schema that is not the newest; tests of migrations begin there."""
    command.upgrade(_config(connection), schema)


def _config(connection: Connection | None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(files(__package__).joinpath("migrations")))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def _scripts(config: Config) -> ScriptDirectory:
    return ScriptDirectory.from_config(config)
