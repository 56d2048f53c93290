"""Opening a database: one transaction for reading or for writing, each ended as a whole."""

from __future__ import annotations

import math
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Executable, create_engine, event, make_url, text
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    DisconnectionError,
    NoSuchModuleError,
    OperationalError,
)

from zellig.errors import ZelligError
from zellig.files import make_private

PATIENCE = 20  # seconds that a writer waits for others, or that a connection may take
RESTED = 1.0  # seconds after which a connection is tried before it is used
_POOL: dict[str, Any] = {"pool_size": 20, "max_overflow": 20}
_RESTS = "zellig_rests"  # since when a connection is not used
_WRITES = "zellig_writes"  # among the options of a connection: the transaction will write
_LARGE = "zellig_large"  # among those of a query: what it reads is large

Q = TypeVar("Q", bound=Executable)


class Database:
    """An open database; connections are kept in a pool. `reader`: those that see one moment of it, where they
    are others."""

    def __init__(self, engine: Engine, reader: Engine | None = None) -> None:
        self.engine = engine
        self._reader = reader or engine
        # In SQLite one writes at a time. Writers of this process wait in line for each other here, for there
        # they would only look again after a while.
        self._line: AbstractContextManager[object] = Lock() if self.is_sqlite else nullcontext()
        # There a statement outside a transaction is one of its own.
        self._single: dict[str, Any] = {} if self.is_sqlite else {"isolation_level": "AUTOCOMMIT"}

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one moment of the database and changes nothing."""
        with self._reader.connect() as connection:
            yield connection

    @contextmanager
    def looking(self) -> Iterator[Connection]:
        """A connection for single queries, each of which sees a moment of its own: nothing is asked of the
        database but them."""
        with self.engine.connect().execution_options(**self._single) as connection:
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

    def write(self, statement: Executable, values: Mapping[str, Any]) -> None:
        """One statement that is written at once: what it holds, it holds no longer than the database takes,
        however busy this process is."""
        if self.is_sqlite:
            with self.writing() as connection:
                connection.execute(statement, values)
        else:
            with self.looking() as connection:
                connection.execute(statement, values)

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()
        self._reader.dispose()

    @property
    def is_sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    @property
    def where(self) -> Path | str:
        """By what another process opens the same one."""
        url = self.engine.url
        return Path(url.database or "") if self.is_sqlite else url.render_as_string(hide_password=False)


def writes(connection: Connection) -> bool:
    """Is this the connection of a transaction that writes?"""
    return bool(connection.get_execution_options().get(_WRITES))


def large(query: Q) -> Q:
    """A query whose rows hold large contents, which are read as they are kept."""
    return query.execution_options(**{_LARGE: True})


def open_database(where: Path | str) -> Database:
    """The SQLite file at a path, or the PostgreSQL database at an address; refuses any other."""
    database = Database(_sqlite(where)) if isinstance(where, Path) else _postgresql(where)
    try:
        if isinstance(where, Path):
            # It holds hashes of passwords, and blind data; what SQLite writes beside it gets the same mode.
            with suppress(OSError):  # whoever opens it tells what is wrong
                make_private(where)
        with database.engine.connect() as connection:
            connection.execute(text("SELECT 1"))
    except (OperationalError, DBAPIError) as error:
        database.close()
        reason = str(error.orig).strip().splitlines()
        raise ZelligError(
            f"the database cannot be opened ({reason[0] if reason else type(error).__name__})",
            path=where if isinstance(where, Path) else make_url(where).render_as_string(hide_password=True),
            remedy="Check that it is there, and that you may write to it.",
        ) from None
    return database


def _sqlite(path: Path) -> Engine:
    engine = create_engine(
        f"sqlite:///{path}", connect_args={"timeout": PATIENCE, "check_same_thread": False}, **_POOL
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, record: Any) -> None:
        connection.isolation_level = None  # transactions begin where we say it
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # Who will write says so at once: a reader that begins to write may find that others have meanwhile.
        begun = "BEGIN IMMEDIATE" if writes(connection) else "BEGIN"
        connection.connection.cursor().execute(begun)  # without what is around a statement of ours

    return engine


def _postgresql(address: str) -> Database:
    try:
        url = make_url(address)
        if url.get_backend_name() != "postgresql":
            raise ArgumentError("not a PostgreSQL address")
        url = url.set(drivername="postgresql+psycopg")
        given: dict[str, Any] = {"connect_args": {"connect_timeout": PATIENCE}, **_POOL}
        writer = create_engine(url, **given)
        reader = create_engine(url, isolation_level="REPEATABLE READ", **given)
    except (ArgumentError, NoSuchModuleError, ValueError):
        raise ZelligError(
            "this is no address of a PostgreSQL database",
            remedy="Write it as postgresql://NAME:PASSWORD@HOST/DATABASE, or leave it out for a SQLite file.",
        ) from None

    @event.listens_for(reader, "connect")
    def only_read(connection: Any, record: Any) -> None:
        connection.read_only = True

    for engine in (writer, reader):
        _try_the_rested(engine)
        event.listen(engine, "before_cursor_execute", _as_it_is_kept)
    return Database(writer, reader)


def _as_it_is_kept(connection: Connection, cursor: Any, *given: Any) -> None:
    """Large contents are read as bytes: in text each of them would be two letters."""
    *_, context, _ = given
    if context is not None and context.execution_options.get(_LARGE):
        cursor.format = 1  # binary, for psycopg


def _try_the_rested(engine: Engine) -> None:
    """Try a connection before it is used if it was not for a while: the database may have been restarted. All
    others are let go of when one is found to be dead."""

    @event.listens_for(engine, "checkin")
    def rest(connection: Any, record: Any) -> None:
        record.info[_RESTS] = time.monotonic()

    @event.listens_for(engine, "checkout")
    def wake(connection: Any, record: Any, proxy: Any) -> None:
        if time.monotonic() - record.info.get(_RESTS, math.inf) < RESTED:
            return
        try:
            engine.dialect.do_ping(connection)
        except engine.dialect.loaded_dbapi.Error as error:
            raise DisconnectionError from error
