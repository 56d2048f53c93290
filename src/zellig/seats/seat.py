"""A seat: a performer as a game sees it, in this process or elsewhere.

A seat is asked with a message and a time limit. If no answer that counts comes, `Missed` says why; the game
goes on without it.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from zellig.decoding import FAULTS, fault
from zellig.errors import ZelligError
from zellig.messages import Envelope, Message, Observe, Reply, Start
from zellig.performers import Observation, Said
from zellig.seats.answering import answer, checked
from zellig.seats.player import Player, player_of
from zellig.texts import encodable

PATIENCE = 600.0  # seconds for loading and for a start, and for a message when the rules have no time limit
UNHURRIED = 30.0  # seconds that learning and starting again may take at least, whatever the time limit is
TOO_LARGE = "too large"  # why a message was not sent
FAILURES = 5  # in a row, until a performer is not called any more

History = Callable[[], Iterable[list[Observation]]]  # what a performer was told so far, batch by batch


class Missed(Exception):  # noqa: N818  (it is no error of the game: the round is played without the answer)
    """No answer that counts, and why.

    It is `late`, `crashed`, `garbled`, `flooded`, `cut off`, `refused`, `too large` or `gone`.
    """

    def __init__(self, why: str, details: str = "") -> None:
        self.why, self.details = why, encodable(details)  # it may be anything, and must fit into a log
        super().__init__(f"{why}: {self.details}" if details else why)


class Seat(ABC):
    """A performer as the game sees it."""

    player: Player

    def __init__(self) -> None:
        self._game, self._turn = "", 0
        self._history: History = tuple

    def join(self, game: str, history: History = tuple) -> None:
        """Play this game from now on; a performer that must be told again is told the `history`."""
        self._game, self._history = game, history

    @abstractmethod
    def ask(self, message: Message, limit: float | None) -> Reply:
        """The answer within `limit` seconds; raises Missed."""

    def leave(self) -> None:  # noqa: B027 -- most performers need not be told
        """The game is over."""

    @abstractmethod
    def close(self) -> None:
        """Let the performer go."""

    def _envelope(self, message: Message) -> Envelope:
        """The message in its turn, which no other one has had."""
        self._turn += 1
        return Envelope(self._game, self._turn, message)


class Here(Seat):
    """A performer in this process: as fast as it can be, and trusted to be neither late nor broken."""

    def __init__(self, performer: Any, resources: tuple[str, ...] = ()) -> None:
        super().__init__()
        self._performer = performer
        self.player = player_of(performer, resources)

    def ask(self, message: Message, limit: float | None) -> Reply:
        """Its answer. No clock runs; a fault of the user's ends the game, any other one costs the round."""
        try:
            reply = answer(self._performer, self._envelope(message))
            _refuse_no_choice(reply)
            _refuse_nothing_said(reply)
            return reply
        except (Missed, ZelligError):
            raise
        except Exception as error:  # their code may raise anything
            raise Missed("crashed", f"{type(error).__name__}: {error}") from error

    def close(self) -> None:
        """Nothing to be done."""


def _refuse_no_choice(reply: Reply) -> None:
    """What comes from afar is read by its types; an object in hand may give anything."""
    for each in reply.choices or ():
        if type(each.fake) is not int or each.fake not in (0, 1):
            raise Missed("garbled", f"{each.fake!r} in place of 0 or 1")
        if not isinstance(each.confidence, float | int | None):
            raise Missed("garbled", f"the confidence {each.confidence!r}")


def _refuse_nothing_said(reply: Reply) -> None:
    try:
        for each in reply.said or ():
            msgspec.convert(msgspec.structs.asdict(each), Said)
            each.guess.encode()  # half a character could not be written down
    except FAULTS as error:
        raise Missed("garbled", fault(error)) from None


class Distant(Seat):
    """A performer that can be late, hang, crash or babble, and the game goes on.

    What is late is left to finish once, and its reply is thrown away; a performer that is late twice in a row
    hangs, and is stopped. One that was stopped is called again for the next message, and is told all that it
    knew. After several failures in a row it is not called again.
    """

    def __init__(self) -> None:
        super().__init__()
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
    def _exchange(self, envelope: Envelope, limit: float) -> Reply:
        """The answer to a message; raises Missed."""

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
            patience = limit if limit and timed else _unhurried(limit)
            reply = self._exchange(self._envelope(message), patience)
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
        self._exchange(self._envelope(self._start), min(PATIENCE, _unhurried(self._start_took)))
        for observations in self._history():
            self._exchange(self._envelope(Observe(observations)), _unhurried(limit))


def reply_in(envelope: Envelope, raw: bytes) -> Reply:
    """The reply to a message, from the bytes that came; raises Missed for what is none."""
    try:
        return checked(envelope, msgspec.json.decode(raw, type=Reply))
    except FAULTS as error:
        raise Missed("garbled", fault(error)) from None
    except ZelligError as error:
        raise Missed("garbled", error.what) from None


def _unhurried(seconds: float | None) -> float:
    """The patience with what is not on the clock: far more than the seconds that something else may take."""
    return PATIENCE if seconds is None else max(UNHURRIED, 10 * seconds)
