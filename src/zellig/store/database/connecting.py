"""Opening a database: one transaction for reading or for writing, each ended as a whole."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from threading import Lock
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, OperationalError

from zellig.errors import ZelligError

PATIENCE = 20  # seconds that a writer waits for others, or that a connection may take
_WRITES = "zellig_writes"  # among the options of a connection: the transaction will write


class Database:
    """An open database; connections are kept in a pool."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        # In SQLite one writes at a time. Writers of this process wait in line for each other here, for there
        # they would only look again after a while.
        self._line: AbstractContextManager[object] = Lock() if self.is_sqlite else nullcontext()
        # In SQLite a transaction sees one moment anyway.
        self._seen: dict[str, Any] = (
            {} if self.is_sqlite else {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        )

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one moment of the database and changes nothing."""
        with self.engine.connect().execution_options(**self._seen) as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that is written as a whole when the block ends, and not at all if it raises."""
        with (
            self._line,
            self.engine.connect().execution_options(**{_WRITES: True}) as connection,
            connection.begin(),
        ):
            yield connection

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()

    @property
    def is_sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"


def writes(connection: Connection) -> bool:
    """Is this the connection of a transaction that writes?"""
    return bool(connection.get_execution_options().get(_WRITES))


def open_database(where: Path | str) -> Database:
    """The SQLite file at a path, or the PostgreSQL database at an address; refuses any other."""
    engine = _sqlite(where) if isinstance(where, Path) else _postgresql(where)
    try:
        with engine.connect() as connection:
            connection.execute(text("SELECT 1"))
    except (OperationalError, DBAPIError) as error:
        engine.dispose()
        reason = str(error.orig).strip().splitlines()
        raise ZelligError(
            f"the database cannot be opened ({reason[0] if reason else type(error).__name__})",
            path=where if isinstance(where, Path) else make_url(where).render_as_string(hide_password=True),
            remedy="Check that it is there, and that you may write to it.",
        ) from None
    return Database(engine)


def _sqlite(path: Path) -> Engine:
    engine = create_engine(
        f"sqlite:///{path}", connect_args={"timeout": PATIENCE, "check_same_thread": False}
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, record: Any) -> None:
        connection.isolation_level = None  # transactions begin where we say it
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # Who will write says so at once: a reader that begins to write may find that others have meanwhile.
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes(connection) else "BEGIN")

    return engine


def _postgresql(address: str) -> Engine:
    try:
        url = make_url(address)
        if url.get_backend_name() != "postgresql":
            raise ArgumentError("not a PostgreSQL address")
        return create_engine(
            url.set(drivername="postgresql+psycopg"),
            pool_size=20,
            max_overflow=20,
            pool_pre_ping=True,  # the server may have been restarted
            connect_args={"connect_timeout": PATIENCE},
        )
    except (ArgumentError, NoSuchModuleError, ValueError):
        raise ZelligError(
            "this is no address of a PostgreSQL database",
            remedy="Write it as postgresql://NAME:PASSWORD@HOST/DATABASE, or leave it out for a SQLite file.",
        ) from None
