"""Long work beside people who write: while anybody is served it goes in small steps, with pauses between."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")

STEP, PAUSE = 0.002, 0.008  # seconds: a fifth of the time, and nobody waits for longer than a step


class Pace:
    """How fast somebody works on, who is not to keep others waiting; `busy` tells whether any are served."""

    def __init__(self, busy: Callable[[], bool] = lambda: False) -> None:
        self._busy, self._waiting = busy, 0

    def __call__(self, items: Iterable[T]) -> Iterator[T]:
        """The same items; between them there are pauses."""
        begun = time.monotonic()
        for item in items:
            yield item
            if time.monotonic() - begun >= STEP:
                if self._busy() and not self._waiting:
                    time.sleep(PAUSE)
                begun = time.monotonic()

    @contextmanager
    def awaited(self) -> Iterator[None]:
        """Somebody waits for what is worked on: without pauses, until it is there."""
        self._waiting += 1
        try:
            yield
        finally:
            self._waiting -= 1
