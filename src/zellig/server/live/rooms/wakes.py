"""How a process hears that another one has written events of a room.

PostgreSQL tells it (LISTEN, NOTIFY); of a SQLite file one sees that it was written. Both are asked again and
again by one thread; what is missed is found by a look once a second.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from contextlib import closing
from threading import Event, Thread

import psycopg

from zellig.server.rooms import CHANNEL
from zellig.store.database import Database

LOOK = 0.05  # seconds between two looks at a SQLite file
PATIENCE = 0.5  # seconds after which a thread sees that it is to stop
AGAIN = 1.0  # seconds before a lost connection is tried again

log = logging.getLogger(__name__)


class Wakes:
    """A thread that calls `wake` with the name of a room, or with none if it may be any."""

    def __init__(self, database: Database, wake: Callable[[str], None]) -> None:
        self._database, self._wake, self._stopped = database, wake, Event()
        self.wanted = Event()  # somebody looks at a room: else nobody has to know
        run = self._look if database.is_sqlite else self._listen
        self._thread = Thread(target=run, name="wakes", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Listen no more."""
        self._stopped.set()
        self.wanted.set()
        self._thread.join(5)

    def _listen(self) -> None:
        address = self._database.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while not self._stopped.is_set():
            try:
                with psycopg.connect(address, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._wake("")  # what was told before is read
                    while not self._stopped.is_set():
                        for told in connection.notifies(timeout=PATIENCE):
                            self._wake(told.payload)
                            if self._stopped.is_set():
                                return
            except psycopg.Error as error:
                log.warning("the database does not tell what is new: %s", error)
                self._stopped.wait(AGAIN)

    def _look(self) -> None:
        while not self._stopped.is_set():
            try:
                with closing(sqlite3.connect(str(self._database.engine.url.database))) as connection:
                    before = None
                    while not self._stopped.wait(LOOK):
                        self.wanted.wait()
                        found = connection.execute("PRAGMA data_version").fetchone()
                        if found != before:
                            before = found
                            self._wake("")
            except sqlite3.Error as error:
                log.warning("the database cannot be looked at: %s", error)
                self._stopped.wait(AGAIN)
