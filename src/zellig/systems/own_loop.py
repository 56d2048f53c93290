"""An event loop of one's own; where one is running already, as in a notebook, in a thread of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Self, TypeVar

T = TypeVar("T")


class OwnLoop:
    """Does work to its end; connections that were opened in it live until it is closed."""

    def __init__(self) -> None:
        self._runner = asyncio.Runner()
        self._thread = ThreadPoolExecutor(1) if _one_is_running() else None

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """What comes of the work."""
        if self._thread is None:
            return self._runner.run(work)
        return self._thread.submit(self._runner.run, work).result()

    def close(self) -> None:
        """Let go of everything."""
        if self._thread is None:
            self._runner.close()
        else:
            self._thread.submit(self._runner.close).result()
            self._thread.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _one_is_running() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
