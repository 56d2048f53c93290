"""Where performers sit: in this process, in one of their own, or behind an address.

A seat is asked with a message and a time limit. If no answer that counts comes, `Missed` says why; the game
goes on without it.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from zellig.errors import ZelligError
from zellig.games.arena.messages import Message, Observe, Reply, Start, answer
from zellig.games.arena.transcript import Player
from zellig.performers import Outcome, Spec, capabilities
from zellig.texts import encodable

PATIENCE = 600.0  # seconds for loading and for a start, and for a message when the rules have no time limit
UNHURRIED = 30.0  # seconds that learning and starting again may take at least, whatever the time limit is
TOO_LARGE = "too large"  # why a message was not sent
FAILURES = 5  # in a row, until a performer is not called any more

History = Callable[[], Iterable[list[Outcome]]]  # what a performer was told so far, batch by batch


class Missed(Exception):  # noqa: N818  (it is no error of the game: the round is played without the answer)
    """No answer that counts, and why.

    It is `late`, `crashed`, `garbled`, `flooded`, `cut off`, `refused`, `too large` or `gone`.
    """

    def __init__(self, why: str, details: str = "") -> None:
        self.why, self.details = why, encodable(details)  # it may be anything, and must fit into a log
        super().__init__(f"{why}: {self.details}" if details else why)


class Seat(Protocol):
    """A performer as the game sees it."""

    player: Player
    history: History  # set by the game, for performers that must be told again

    def ask(self, message: Message, limit: float | None) -> Reply:
        """The answer within `limit` seconds; raises Missed."""
        ...

    def close(self) -> None: ...


class Here:
    """A performer in this process: as fast as it can be, and trusted to be neither late nor broken."""

    def __init__(self, performer: Any, resources: tuple[str, ...] = ()) -> None:
        self._performer = performer
        self.player = player_of(performer, resources)
        self.history: History = tuple

    def ask(self, message: Message, limit: float | None) -> Reply:
        """Its answer. No clock runs; a fault of the user's ends the game, any other one costs the round."""
        try:
            return answer(self._performer, message)
        except ZelligError:
            raise
        except Exception as error:  # their code may raise anything
            raise Missed("crashed", f"{type(error).__name__}: {error}") from error

    def close(self) -> None:
        """Nothing to be done."""


class Distant(ABC):
    """A performer that can be late, hang, crash or babble, and the game goes on.

    What is late is left to finish once, and its reply is thrown away; a performer that is late twice in a row
    hangs, and is stopped. One that was stopped is called again for the next message, and is told all that it
    knew. After several failures in a row it is not called again.
    """

    def __init__(self) -> None:
        self.history: History = tuple
        self._start: Start | None = None
        self._start_took = PATIENCE
        self._running = False
        self._late = False
        self._failures = 0
        self.player = self._connected()

    @abstractmethod
    def _connect(self) -> Player:
        """Begin, or begin again; raises ZelligError."""

    @abstractmethod
    def _exchange(self, message: Message, limit: float) -> Reply:
        """The answer to a message; raises Missed."""

    @abstractmethod
    def close(self) -> None:
        """Stop it."""

    def ask(self, message: Message, limit: float | None) -> Reply:
        """The answer within the limit."""
        if self._failures >= FAILURES:
            raise Missed("gone", f"it failed {FAILURES} times in a row")
        if isinstance(message, Start):
            self._start = message
        timed = False
        try:
            if not self._running:
                self._call_again(message, limit)
            # Learning is not on the clock; but whoever still owes an answer has had its time.
            timed = limit is not None and (self._late or not isinstance(message, Observe))
            begun = time.monotonic()
            reply = self._exchange(message, limit if limit and timed else _unhurried(limit))
            if message is self._start:
                self._start_took = time.monotonic() - begun
        except Missed as missed:
            if missed.why == TOO_LARGE:  # it was not even asked
                raise
            self._failures += 1
            if missed.why == "late" and not self._late and timed:
                self._late = True
            else:
                self._stop()
            raise
        self._late, self._failures = False, 0
        return reply

    def _connected(self) -> Player:
        player = self._connect()
        self._running = True
        return player

    def _stop(self) -> None:
        self._running = self._late = False
        self.close()

    def _call_again(self, before: Message, limit: float | None) -> None:
        """Call it anew and tell it what it knew."""
        try:
            self._connected()
        except ZelligError as error:
            raise Missed("crashed", error.what) from None
        if self._start is None or isinstance(before, Start):
            return
        self._exchange(self._start, min(PATIENCE, _unhurried(self._start_took)))
        # The turns of the observations were below that of this message the first time, too.
        for turn, outcomes in enumerate(self.history(), start=self._start.turn + 1):
            self._exchange(Observe(turn, outcomes), _unhurried(limit))


def _unhurried(seconds: float | None) -> float:
    """The patience with what is not on the clock: far more than the seconds that something else may take."""
    return PATIENCE if seconds is None else max(UNHURRIED, 10 * seconds)


def player_of(performer: Any, resources: tuple[str, ...] = ()) -> Player:
    """What the transcript says about a performer."""
    spec: Spec = performer.spec
    return Player(
        spec,
        adapts="adapts" in capabilities(performer),
        resources=resources or tuple(getattr(performer, "resources", ())),
        justification=getattr(performer, "justification", ""),
    )
