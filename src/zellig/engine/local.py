"""Chunks of work, done here or by worker processes; the results come in the order of the chunks."""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")

LOOK = 0.2  # seconds between two looks of a worker at who its parent is
AHEAD = 3  # chunks under way for each worker: enough to keep it busy, few enough to keep memory small


def in_order(work: Callable[[T], R], chunks: Iterable[T], workers: int = 1) -> Iterator[R]:
    """The result of every chunk, in order; the number of workers changes nothing but the time it takes.

    `work` must be a function of a module and must not keep anything from one chunk for the next.
    """
    if workers == 1:
        yield from map(work, chunks)
        return
    # A forked worker would inherit threads and locks in the middle of something.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, _live_with, (os.getpid(),)) as pool:
        waiting: deque[Future[R]] = deque()
        source = iter(chunks)
        for chunk in islice(source, AHEAD * workers):
            waiting.append(pool.submit(work, chunk))
        while waiting:
            result = waiting.popleft().result()
            for chunk in islice(source, 1):
                waiting.append(pool.submit(work, chunk))
            yield result


def _live_with(parent: int) -> None:
    """End this process soon after its parent, also in the middle of a chunk.

    A look from a thread works everywhere, and whichever thread of the parent made this process (the death
    signal of Linux comes when that thread ends). It has to wait while a library computes without letting
    other threads run; those that we use do so for a fraction of a second.
    """

    def look() -> None:
        while os.getppid() == parent:
            time.sleep(LOOK)
        os._exit(1)

    threading.Thread(target=look, daemon=True).start()
