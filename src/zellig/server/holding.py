"""Holding a lease for as long as work takes: only that of a process which died runs out."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import Event, Thread

from sqlalchemy import Connection

from zellig.server.leasing import LEASE
from zellig.store.database import Database

log = logging.getLogger(__name__)


@contextmanager
def holding(
    database: Database, renew: Callable[[Connection], object], limit: timedelta = timedelta.max
) -> Iterator[None]:
    """Renew a lease meanwhile, in a thread of its own; no longer than work may take."""
    done, until = Event(), time.monotonic() + limit.total_seconds()

    def hold() -> None:
        while not done.wait(LEASE.total_seconds() / 3):
            if time.monotonic() > until:
                log.error("work takes longer than %s, and its lease is given up", limit)
                return
            try:
                with database.writing() as connection:
                    renew(connection)
            except Exception:  # the database may be away for a while; else another worker takes over
                log.exception("a lease could not be renewed")

    holder = Thread(target=hold, name="lease", daemon=True)
    holder.start()
    try:
        yield
    finally:
        done.set()
        holder.join()
