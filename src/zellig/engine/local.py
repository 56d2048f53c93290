"""Chunks of work, done here or by worker processes; the results come in the order of the chunks."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import suppress
from itertools import islice
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from zellig.doors import at_command_line, come_in
from zellig.registry import bring, brought

T = TypeVar("T")
R = TypeVar("R")

ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
TASKS = "tasks"  # what a user brings, and workers have to know as well
AHEAD = 3  # chunks under way for each worker: enough to keep it busy, few enough to keep memory small


def in_order(work: Callable[[T], R], chunks: Iterable[T], workers: int = 1) -> Generator[R]:
    """The result of every chunk, in order; the number of workers changes nothing but the time it takes.

    `work` must be a function of a module and must not keep anything from one chunk for the next.
    """
    if workers == 1:
        yield from map(work, chunks)
    else:
        yield from _by_workers(work, chunks, workers)


def apart(work: Callable[[T], R], chunk: T) -> R:
    """The result of one chunk, by a process of its own: this one goes on serving others meanwhile.

    Such a process takes a second to start; `work` must be a function of a module.
    """
    (result,) = _by_workers(work, [chunk], 1)
    return result


def _by_workers(work: Callable[[T], R], chunks: Iterable[T], workers: int) -> Generator[R]:
    # A forked worker would inherit threads and locks in the middle of something.
    context = multiprocessing.get_context("spawn")
    theirs, ours = context.Pipe(duplex=False)
    begin = theirs, brought(TASKS), at_command_line()
    with ours, theirs, ProcessPoolExecutor(workers, context, _begin, begin) as pool:
        try:
            waiting: deque[Future[R]] = deque()
            source = iter(chunks)
            for chunk in islice(source, AHEAD * workers):
                waiting.append(pool.submit(work, chunk))
            while waiting:
                result = waiting.popleft().result()
                for chunk in islice(source, 1):
                    waiting.append(pool.submit(work, chunk))
                yield result
        except BaseException:
            ours.close()  # nobody waits for the chunks under way any more
            raise


def _begin(parent: Connection[Any, Any], tasks: Mapping[str, object], by_command: bool) -> None:
    """Make a worker of this process, which knows the tasks that its parent knows, and to whom it speaks."""
    _live_with(parent)
    come_in(at_command_line=by_command)
    for name, task in tasks.items():
        bring(TASKS, name, task)


def _live_with(parent: Connection[Any, Any]) -> None:
    """End this process, in the middle of a chunk too, when the other end is closed, or its owner is dead.

    A thread that waits for it works everywhere, and whichever thread of the parent made this process (the
    death signal of Linux comes when that thread ends). It has to wait while a library computes without
    letting other threads run; those that we use do so for a fraction of a second.
    """

    for name in ONE_THREAD:  # before numpy is there: the workers are as many as are wanted at work
        os.environ.setdefault(name, "1")

    def wait() -> None:
        with suppress(EOFError, OSError):
            parent.recv()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
