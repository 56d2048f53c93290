"""Chunks of work, done by the workers of a Dask cluster: one that is started for it, or one that is there.

Dask itself does a lost worker's chunks again, those too that were done and not yet fetched. What a run has
fetched is the run's to keep: whoever loses the scheduler gives the same command again.

Chunks and results travel as bytes. What the scheduler can read it reads, measures and writes again, and the
scheduler of a cluster that is started here is in this process, which has enough to do.
"""

from __future__ import annotations

import logging
import tempfile
import time
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from typing import Any, Generic, TypeVar
from weakref import WeakSet

from dask import config
from distributed import Client, Future, KilledWorker, LocalCluster
from distributed.protocol.pickle import dumps, loads

from zellig.doors import option
from zellig.engine.interface import AHEAD, TRIES, Pending, ends_workers, some_ahead
from zellig.engine.session import Done, do, new_session, result_of
from zellig.engine.versions import versions_here
from zellig.errors import ZelligError
from zellig.notices import note

T = TypeVar("T")
R = TypeVar("R")

CONNECT = 10  # seconds for the scheduler to answer
LOOK = 1.0  # seconds after which one looks whether there is still somebody at work
DASK = "distributed"  # as its loggers and warnings are called
PATIENCE = 30.0  # seconds without any worker: a cluster may be replacing them
SETTINGS = {
    # Every process of a cluster looks at itself all the time, and nobody reads what it sees.
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "10s",
    # A worker would give memory back at once, and ask for it again: a sixth of a parser's time.
    "distributed.nanny.pre-spawn-environ.MALLOC_TRIM_THRESHOLD_": None,
    # On a busy machine a worker takes long to start again.
    "distributed.deploy.lost-worker-timeout": f"{PATIENCE:.0f}s",
}


class DaskWorkers:
    """The workers of a scheduler; `replace` starts those again that are missing, if they are ours."""

    in_process = False

    def __init__(
        self, client: Client, where: str, *, same_files: bool, replace: Callable[[], object] = lambda: None
    ) -> None:
        self.client, self.where, self.same_files = client, where, same_files
        # Workers that this process has started run what it runs itself.
        self._session = new_session({} if same_files else versions_here())
        self._replace = replace
        self._last_seen = self._last_counted = time.monotonic()
        self._number = 0  # of workers when they were counted last
        self._under_way: WeakSet[_Pending[Any]] = WeakSet()
        self._done = 0  # chunks that were done once at least

    def in_order(self, work: Callable[[T], R], chunks: Iterable[T]) -> Generator[R]:
        """The result of every chunk, in order."""
        return some_ahead(
            lambda chunk: self._submit(work, chunk), chunks, lambda: AHEAD * self._count(), self._give_up
        )

    def try_out(self, work: Callable[[T], object], chunk: T) -> None:
        """Have every worker do this that may be on another machine."""
        if self.same_files:
            return
        for worker in self._workers():
            try:
                done = self._submit(partial(_try, work), chunk, worker).done()
            except LostWorkerError:
                continue  # it will not be asked for anything
            if (error := done.refusal) is not None:
                raise ZelligError(
                    f"the worker {worker} cannot take part: {error.what}",
                    path=error.path,
                    remedy=f"{error.remedy} Or say {option('engine', 'local')}.",
                )

    def _submit(self, work: Callable[[T], R], chunk: T, worker: str | None = None) -> _Pending[R]:
        pending: _Pending[R] = _Pending(self, dumps((self._session, work, chunk)), worker)
        self._under_way.add(pending)
        return pending

    def done_until_now(self) -> int:
        """How many chunks were done once at least: one that is done again after its worker was lost counts
        once, so that a chunk that ends workers cannot go on for ever by having others done again."""
        found = [each for each in self._under_way if not each.counted and each.future.status == "finished"]
        for each in found:
            each.counted = True
        self._done += len(found)
        return self._done

    def wait_for_workers(self) -> None:
        """Until there is one; refuses a scheduler that has none."""
        while not (there := self._workers()):
            self.look()
            time.sleep(LOOK / 10)
        if any(threads > 1 for threads in there.values()):
            note("of the threads of a Dask worker one is at work: start workers with one thread each")

    def look(self, worker: str | None = None) -> None:
        """Refuse to wait any longer if nobody, or not the worker that is needed, is at work."""
        if self.client.status != "running":
            raise self.lost()
        self.done_until_now()
        there = self._workers()
        if there:
            self._last_seen = time.monotonic()
        if worker is not None and worker not in there:
            raise LostWorkerError(worker)
        if time.monotonic() - self._last_seen > PATIENCE:
            raise ZelligError(
                f"{self.where} has had no worker for {PATIENCE:.0f} seconds",
                remedy="Start workers, and give the same command again: what was done is kept.",
            )

    def lost(self) -> ZelligError:
        """The scheduler does not answer any more."""
        return ZelligError(
            f"{self.where} is gone",
            remedy="Start it, and give the same command again: what was done is kept.",
        )

    def _count(self) -> int:
        """How many workers there are, or were a moment ago; one is on its way if there is none."""
        if not self._number or time.monotonic() - self._last_counted > LOOK:
            self._number, self._last_counted = max(1, len(self._workers())), time.monotonic()
        return self._number

    def _workers(self) -> dict[str, int]:
        """Their addresses, and how many threads each has."""
        try:
            found: dict[str, int] = self.client.nthreads()
        except (OSError, CancelledError):
            raise self.lost() from None
        self._replace()
        return found

    def _give_up(self, waiting: list[Pending[Any]]) -> None:
        """Cancel what has not begun; what is under way goes on to its end, and is forgotten."""
        with suppress(OSError):  # the scheduler may be gone
            self.client.cancel([each.future for each in waiting if isinstance(each, _Pending)], force=True)


class LostWorkerError(Exception):
    """The worker that was to do something is gone."""


class _Pending(Generic[R]):
    """A chunk under way, with whichever worker, or with one.

    Whose worker is lost may be to blame for it, or may have been next to a chunk that is, or somebody ends
    workers. If others get done, it is tried again; a chunk that ends workers is soon the only one left.
    """

    def __init__(self, engine: DaskWorkers, message: bytes, worker: str | None = None) -> None:
        self._engine, self._message, self._worker = engine, message, worker
        self.counted = False  # among those that were done
        self._begin()

    def _begin(self) -> None:
        self._done_before = self._engine.done_until_now()
        where = {} if self._worker is None else {"workers": [self._worker]}
        self.future: Future[bytes] = self._engine.client.submit(_do, self._message, pure=False, **where)

    def result(self) -> R:
        """What came of it."""
        return result_of(self.done())

    def done(self) -> Done[R]:
        """The same, refusals included."""
        while True:
            try:
                # A busy worker is slow to hand over what is done.
                patience = PATIENCE if self.future.status == "finished" else LOOK
                found: Done[R] = loads(self.future.result(timeout=patience))
                return found
            except (OSError, CancelledError) as error:
                if self.future.status == "error":  # the work's own
                    raise
                if not isinstance(error, TimeoutError):
                    raise self._engine.lost() from None
                self._engine.look(self._worker)
            except KilledWorker as error:
                if self._engine.done_until_now() == self._done_before:
                    raise ends_workers(error.allowed_failures + 1) from None
                self._begin()
            except (ModuleNotFoundError, RuntimeError) as error:
                lacking = error.__cause__ if isinstance(error, RuntimeError) else error
                if not isinstance(lacking, ModuleNotFoundError):
                    raise
                raise ZelligError(
                    f"{self._engine.where}, or a worker of it, cannot read the work ({lacking})",
                    remedy="Install what is here for the scheduler and the workers, too.",
                ) from None


@contextmanager
def dask_workers(address: str | None, workers: int) -> Iterator[DaskWorkers]:
    """The workers of the scheduler at an address, or so many that are started for as long as this lasts."""
    with ExitStack() as stack:
        stack.enter_context(_quiet())
        if address is None:
            cluster = stack.enter_context(_cluster(workers))
            client = stack.enter_context(Client(cluster, set_as_default=False, direct_to_workers=True))
            engine = DaskWorkers(
                client, "the Dask cluster", same_files=True, replace=partial(cluster.scale, workers)
            )
        else:
            client = stack.enter_context(_client(address))
            engine = DaskWorkers(client, f"the Dask scheduler at {address}", same_files=False)
        engine.wait_for_workers()
        engine.try_out(_nothing, None)
        yield engine


def _do(message: bytes) -> bytes:
    """A chunk in the hands of a worker."""
    found: bytes = dumps(do(*loads(message)))
    return found


def _nothing(chunk: None) -> None:
    """What every worker can do whose versions are right."""


def _try(work: Callable[[T], object], chunk: T) -> None:
    """Do it for its refusals alone: what is loaded stays where it is."""
    work(chunk)


@contextmanager
def _client(address: str) -> Iterator[Client]:
    try:
        client = Client(address, timeout=CONNECT, set_as_default=False)
    except OSError:
        raise ZelligError(
            f"there is no Dask scheduler at {address}",
            remedy="Start one, and workers for it, as docs/reference/engines.md shows.",
        ) from None
    try:
        yield client
    finally:
        with suppress(OSError):  # the scheduler may be gone
            client.close(timeout=CONNECT)


@contextmanager
def _cluster(workers: int) -> Iterator[LocalCluster]:
    """A cluster that only this machine can reach, and that keeps what it works on in memory."""
    with config.set(SETTINGS), tempfile.TemporaryDirectory(prefix="zellig-dask-") as scratch:
        try:
            cluster = LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                host="127.0.0.1",
                dashboard_address=None,
                memory_limit=None,  # a worker with a limit writes what it holds to the disk
                local_directory=scratch,
                silence_logs=logging.CRITICAL,
                scheduler_kwargs={"allowed_failures": TRIES - 1},
            )
        except RuntimeError as error:
            raise ZelligError(
                f"the workers of a Dask cluster could not be started ({error})",
                remedy='A program that starts workers does so below if __name__ == "__main__".',
            ) from None
        with cluster:
            yield cluster


@contextmanager
def _quiet() -> Iterator[None]:
    """What Dask logs about lost workers is nothing that a user has to do about."""
    loggers = [logging.getLogger(name) for name in logging.root.manager.loggerDict if name.startswith(DASK)]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", module=DASK)  # other versions: we refuse them
            yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)
