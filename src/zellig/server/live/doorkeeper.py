"""Whoever is connected is let go when what they came in by is over: one question for all of them, again and
again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from datetime import datetime

from zellig.server.credentials import Credential, accounts_by, ended
from zellig.store.database import Database

EVERY = 1.0  # seconds

log = logging.getLogger(__name__)


class Doorkeeper:
    """Looks what has ended, as long as anybody is connected."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database, self._clock = database, clock
        self._waiting: dict[asyncio.Future[None], Credential] = {}
        self._looking: asyncio.Task[None] | None = None

    async def until_ended(self, credential: Credential) -> None:
        """Refuses when the session or the token is over, and never returns before."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[future] = credential
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        try:
            await future
        finally:
            del self._waiting[future]

    async def _look(self) -> None:
        while self._waiting:
            await asyncio.sleep(EVERY)
            asked = set(self._waiting.values())
            try:
                held = await asyncio.to_thread(self._held, asked)
            except Exception:  # the database may be away for a while; whoever waits is told later
                log.exception("nobody knows whose sessions have ended")
                continue
            for future, credential in self._waiting.items():
                if credential in asked - held and not future.done():
                    future.set_exception(ended())

    def _held(self, credentials: Collection[Credential]) -> set[Credential]:
        with self._database.reading() as connection:
            return set(accounts_by(connection, self._clock(), credentials))
