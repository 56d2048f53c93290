"""What every engine can do, and what all of them do alike: results in order, some chunks ahead."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from itertools import islice
from typing import Protocol, TypeVar

from zellig.errors import ZelligError

T = TypeVar("T")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)

AHEAD = 3  # chunks under way for each worker: enough to keep it busy, few enough to keep memory small
TRIES = 8  # for a chunk whose worker is lost: it may be bad luck several times


class Engine(Protocol):
    """Where chunks of work are done. Who does them, and how many they are, changes nothing but the time.

    `work` must be a function of a module and must not keep anything from one chunk for the next; chunks and
    results are plain values.
    """

    @property
    def in_process(self) -> bool:
        """Is the work done in this process, which alone has the objects in hand?"""
        ...

    @property
    def same_files(self) -> bool:
        """Do the workers see the files that this process sees?"""
        ...

    def in_order(self, work: Callable[[T], R], chunks: Iterable[T]) -> Generator[R]:
        """The result of every chunk, in order. Whoever closes it early ends the chunks under way."""
        ...

    def try_out(self, work: Callable[[T], object], chunk: T) -> None:
        """Have every worker that may lack something do this, and pass on what it refuses, with its name."""
        ...


class Pending(Protocol[R_co]):
    """A chunk under way."""

    def result(self) -> R_co:
        """What came of it, as soon as it is done."""
        ...


def some_ahead(
    submit: Callable[[T], Pending[R]],
    chunks: Iterable[T],
    ahead: Callable[[], int],
    give_up: Callable[[list[Pending[R]]], None],
) -> Generator[R]:
    """The results in order; so many chunks are under way, which `give_up` ends if nobody waits for them."""
    waiting: deque[Pending[R]] = deque()
    source = iter(chunks)
    try:
        waiting.extend(map(submit, islice(source, ahead())))
        while waiting:
            result = waiting[0].result()
            waiting.popleft()
            waiting.extend(map(submit, islice(source, max(0, ahead() - len(waiting)))))
            yield result
    finally:
        if waiting:
            give_up(list(waiting))


def ends_workers(times: int) -> ZelligError:
    """A chunk that is not tried once more."""
    return ZelligError(
        f"a part of the work has ended {times} workers, one after the other",
        remedy="See whether their memory is short, or which text a system or breaker of yours ends with.",
    )
