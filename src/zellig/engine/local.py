"""Chunks of work, done here or by worker processes of this machine."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing.connection import Connection
from typing import Any, Generic, TypeVar

from zellig.engine.interface import AHEAD, TRIES, Pending, ends_workers, some_ahead
from zellig.engine.session import Done, do, new_session, result_of

T = TypeVar("T")
R = TypeVar("R")

ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


class InProcess:
    """This process does everything itself."""

    in_process, same_files = True, True

    def in_order(self, work: Callable[[T], R], chunks: Iterable[T]) -> Generator[R]:
        """The result of every chunk, done when it is asked for."""
        yield from map(work, chunks)

    def try_out(self, work: Callable[[T], object], chunk: T) -> None:
        """Nothing that is here is lacking."""


IN_PROCESS = InProcess()


class LocalWorkers:
    """Worker processes, started when there is work; a lost one is replaced, and its chunk done again."""

    in_process, same_files = False, True

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._session = new_session({})
        self._pool: _Pool | None = None

    def in_order(self, work: Callable[[T], R], chunks: Iterable[T]) -> Generator[R]:
        """The result of every chunk, in order."""
        return some_ahead(
            lambda chunk: _Pending(self, partial(do, self._session, work, chunk)),
            chunks,
            lambda: AHEAD * self.workers,
            self._end_now,
        )

    def try_out(self, work: Callable[[T], object], chunk: T) -> None:
        """Nothing that is here is lacking."""

    def submit(self, call: Callable[[], Done[R]]) -> tuple[_Pool, Future[Done[R]]]:
        """Hand a chunk to the workers, who are new ones if any of them was lost."""
        if self._pool is not None and self._pool.lost:
            self.end(now=True)
        if self._pool is None:
            self._pool = _Pool(self.workers)
        try:
            return self._pool, self._pool.executor.submit(call)
        except BrokenExecutor:  # a worker was lost, and nobody has asked for its chunk yet
            self._pool.lost = True
            return self.submit(call)

    def end(self, now: bool = False) -> None:
        """Let the workers go: when they are done, or in the middle of their chunks."""
        if self._pool is not None:
            self._pool.end(now)
            self._pool = None

    def _end_now(self, waiting: list[Pending[Any]]) -> None:
        self.end(now=True)


@contextmanager
def local_workers(workers: int) -> Iterator[LocalWorkers]:
    """So many worker processes, as long as this lasts."""
    engine = LocalWorkers(workers)
    try:
        yield engine
    except BaseException:
        engine.end(now=True)
        raise
    engine.end()


def apart(work: Callable[[T], R], chunk: T) -> R:
    """The result of one chunk, by a process of its own: this one goes on serving others meanwhile.

    Such a process takes a second to start; `work` must be a function of a module.
    """
    with local_workers(1) as engine:
        (result,) = engine.in_order(work, [chunk])
    return result


class _Pending(Generic[R]):
    """A chunk under way. If its worker is lost, or another one of the same pool, it is handed over again.

    That is done when its result is wanted, so chunks that were under way together are then done one after
    the other, and the one that ends workers is found.
    """

    def __init__(self, engine: LocalWorkers, call: Callable[[], Done[R]]) -> None:
        self._engine, self._call = engine, call
        self._pool, self._future = engine.submit(call)

    def result(self) -> R:
        """What came of it."""
        for tries in range(1, TRIES + 1):
            try:
                return result_of(self._future.result())
            except BrokenExecutor:
                self._pool.lost = True
                if tries < TRIES:
                    self._pool, self._future = self._engine.submit(self._call)
        raise ends_workers(TRIES)


class _Pool:
    """Processes that live as long as this one holds its end of a pipe."""

    def __init__(self, workers: int) -> None:
        # A forked worker would inherit threads and locks in the middle of something.
        context = multiprocessing.get_context("spawn")
        self._theirs, self._ours = context.Pipe(duplex=False)
        self.executor = ProcessPoolExecutor(workers, context, _live_with, (self._theirs,))
        self.lost = False  # one of them has ended, and the others with it

    def end(self, now: bool) -> None:
        """Wait until they are done, or do not."""
        if now:
            self._ours.close()
        self.executor.shutdown()
        self._ours.close()
        self._theirs.close()


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
