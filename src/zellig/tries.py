"""Calls that are made again: after faults that may pass, so many times, each time after a longer wait."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tenacity import (
    AsyncRetrying,
    AttemptManager,
    RetryCallState,
    Retrying,
    retry_if_exception_type,
    stop_after_attempt,
    stop_before_delay,
    stop_never,
)

LONGEST_WAIT = 30.0  # seconds, also of what a server may ask for with Retry-After


class PassingError(Exception):
    """A fault that may pass, and after how many seconds if the other side says so."""

    def __init__(self, what: str, wait: float | None = None) -> None:
        super().__init__(what)
        self.wait = wait


@dataclass(frozen=True)
class Tries:
    """How often a call is made at most; what it raised last, a PassingError, is raised at the end.

    `for attempt in tries: with attempt: ...`, and the same with `async for`.
    """

    number: int
    first_wait: float  # seconds before the second try; doubled for each further one
    within: float | None = None  # seconds in which the last one has to begin
    spread: Callable[[], float] = lambda: 1.0  # a factor of each wait: not all come again at the same moment

    def __iter__(self) -> Iterator[AttemptManager]:
        return iter(Retrying(stop=self._stop, wait=self._wait, retry=_PASSING, reraise=True))

    def __aiter__(self) -> AsyncRetrying:
        return aiter(AsyncRetrying(stop=self._stop, wait=self._wait, retry=_PASSING, reraise=True))

    def _stop(self, state: RetryCallState) -> bool:
        late = stop_never if self.within is None else stop_before_delay(self.within)
        return stop_after_attempt(self.number)(state) or late(state)

    def _wait(self, state: RetryCallState) -> float:
        fault = state.outcome.exception() if state.outcome else None
        asked = fault.wait if isinstance(fault, PassingError) else None
        own = self.first_wait * 2 ** (state.attempt_number - 1) * self.spread()
        return min(own if asked is None else asked, LONGEST_WAIT)


_PASSING = retry_if_exception_type(PassingError)
