"""Work in a few threads of its own: what is due first comes first."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import count
from math import inf
from queue import PriorityQueue
from threading import Thread
from time import monotonic
from typing import Any, TypeVar

T = TypeVar("T")

LATELY = 2.0  # seconds in which somebody who writes does something again


class Turns:
    """Threads that do one piece of work after the other; pieces that are due together in their order."""

    def __init__(self, threads: int = 1) -> None:
        self._queue: PriorityQueue[tuple[float, int, Callable[[], None]]] = PriorityQueue()
        self._number = count()
        self._asked = -inf  # when somebody last wanted a turn
        self._threads = [Thread(target=self._run, name=f"turns-{at}", daemon=True) for at in range(threads)]
        for thread in self._threads:
            thread.start()

    async def take(self, due: float, work: Callable[[], T]) -> T:
        """What the work gives, when its turn has come."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()

        def turn() -> None:
            if future.cancelled():
                return
            try:
                done, failed = work(), None
            except Exception as error:  # noqa: BLE001 - it is raised where the work was asked for
                done, failed = None, error
            loop.call_soon_threadsafe(_settle, future, done, failed)

        self._asked = monotonic()
        self._queue.put((due, next(self._number), turn))
        return await future

    @property
    def busy(self) -> bool:
        """Is anybody served just now?"""
        return monotonic() - self._asked < LATELY

    def close(self) -> None:
        """Let the threads end after what waits."""
        for _ in self._threads:
            self._queue.put((inf, next(self._number), _stop))
        for thread in self._threads:
            thread.join(5)

    def _run(self) -> None:
        while True:
            work = self._queue.get()[2]
            if work is _stop:
                return
            work()


def _stop() -> None:
    """The sign for a thread to end."""


def _settle(future: asyncio.Future[Any], done: object, failed: Exception | None) -> None:
    if future.cancelled():
        return
    if failed is not None:
        future.set_exception(failed)
    else:
        future.set_result(done)
