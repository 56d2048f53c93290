"""The worker: takes up submissions one by one, checks them, and writes how that ended."""

from __future__ import annotations

import logging
import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from threading import Event
from typing import Protocol

from zellig.games.contest.uploads import Checked, check_upload
from zellig.server.contests import Standings
from zellig.server.corpora import Corpora
from zellig.server.gathering import known_to
from zellig.server.holding import holding
from zellig.server.leasing import CHECK, finish, lease, renew
from zellig.server.receiving import too_late
from zellig.server.secrets import new_id
from zellig.server.submissions import State, Upload, data_that_count
from zellig.server.uploading import clear, has_expired
from zellig.store.database import Database

IDLE = 0.5  # seconds between two looks for work

Clock = Callable[[], datetime]

log = logging.getLogger(__name__)


def utc_now() -> datetime:
    """The clock on the wall."""
    return datetime.now(UTC)


def own_name() -> str:
    """What leases are held by: nobody else has it."""
    return f"{socket.gethostname()}-{os.getpid()}-{new_id()[:6]}"[:64]


class Begun(Protocol):
    """When the check under way began, on the clock that no one sets; 0 between two checks."""

    value: float


class Worker:
    """One who checks submissions; any number of them may work on one database. `begun` is for who watches."""

    def __init__(self, database: Database, clock: Clock = utc_now, begun: Begun | None = None) -> None:
        self._database, self._clock, self._begun = database, clock, begun
        self._standings, self._corpora = Standings(), Corpora()
        self.name = own_name()

    def run(self, stopped: Event) -> None:
        """Work until somebody says to stop; what has been begun is finished."""
        while not stopped.is_set():
            try:
                worked = self.work()
            except Exception:  # the database may be away; the lease runs out, and it is tried again
                log.exception("a submission could not be checked")
                worked = False
            if not worked:
                stopped.wait(IDLE)

    def work(self) -> bool:
        """Check one submission; says whether there was one."""
        with self._database.writing() as connection:
            upload = lease(connection, self._clock(), self.name)
        if upload is None:
            self._clear()
            return False
        start = time.monotonic()
        state: State | None = None
        while state is None:
            with (
                self._watched(start),
                holding(
                    self._database,
                    lambda connection: renew(connection, self._clock(), self.name, upload.id),
                    CHECK,
                ),
            ):
                checked, data = self._check(upload)
            state = self._end(upload, checked, data)
        seconds = time.monotonic() - start
        more = {"submission": upload.id, "state": state, "milliseconds": round(1000 * seconds, 1)}
        log.info("submission %s: %s after %.2f s", upload.id, state, seconds, extra=more)
        return True

    @contextmanager
    def _watched(self, start: float) -> Iterator[None]:
        if self._begun is None:
            yield
            return
        self._begun.value = start
        try:
            yield
        finally:
            self._begun.value = 0.0

    def _clear(self) -> None:
        """Throw away uploads in parts that nobody has completed in time."""
        with self._database.reading() as connection:
            if not has_expired(connection, self._clock()):
                return
        with self._database.writing() as connection:
            clear(connection, self._clock())

    def _check(self, upload: Upload) -> tuple[Checked, frozenset[str]]:
        """What was found, and the organiser's data that it was checked against."""
        with self._database.reading() as connection:
            standing = self._standings.of(connection, upload.contest)
            data = data_that_count(connection, upload.contest)
            known = known_to(connection, upload, standing, self._corpora)
        return check_upload(upload.kind, upload.filename, upload.content, known), data

    def _end(self, upload: Upload, checked: Checked, data: frozenset[str]) -> State | None:
        """Write how a check ended; None if other data count by now, which it was not checked against: another
        worker may have taken them meanwhile."""
        with self._database.writing() as connection:
            standing = self._standings.held(connection, upload.contest)
            if data_that_count(connection, upload.contest) != data:
                return None
            if checked.taken and (late := too_late(connection, standing, upload)) is not None:
                checked = Checked(False, late)
            state: State = "accepted" if checked.taken else "rejected"
            finish(connection, self._clock(), self.name, upload, state, checked.reason, checked.findings)
            return state
