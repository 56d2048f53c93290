"""What happens in a match: events with their moment, written once. Everything else follows from them.

A moment is in milliseconds of the server's clock; nobody else's clock counts.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from zellig.games.match.reading import Moment

Outcome = Literal["right", "wrong"]


class _Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="event", omit_defaults=True):
    """One thing that happened, and when."""

    at: Moment


class TossupAsked(_Event, frozen=True, tag="asked"):
    """The next tossup is read from now on."""

    number: int  # of the tossup, from 1


class Buzzed(_Event, frozen=True, tag="buzzed"):
    """A buzz was received; `allowance` is how long the line of this player takes, there and back."""

    player: str
    allowance: int = 0


class RaceWon(_Event, frozen=True, tag="race-won"):
    """Nobody who buzzed earlier can still be on the way: this player answers, having heard so many words."""

    player: str
    words: int
    by_lot: bool = False  # others were as early


class Given(_Event, frozen=True, tag="given"):
    """The player who won the race gave an answer; an empty one: the time was over."""

    player: str
    text: str
    outcome: Literal["right", "wrong", "prompt"]
    why: str
    ask: str = ""  # what to ask back, at a prompt
    confidence: float | None = None  # how sure a program was; nobody sees it before the tossup is finished


class ReadOn(_Event, frozen=True, tag="read-on"):
    """The reading goes on for those who are left."""


class Finished(_Event, frozen=True, tag="finished"):
    """A tossup is over, and everybody sees its answer."""


class PartAsked(_Event, frozen=True, tag="part-asked"):
    """A team is asked a part of its bonus."""

    team: str
    part: int  # from 1


class PartGiven(_Event, frozen=True, tag="part-given"):
    """A team answered a part; an empty answer: the time was over."""

    team: str
    part: int
    text: str
    outcome: Outcome
    why: str


class Paused(_Event, frozen=True, tag="paused"):
    """Nothing goes on until somebody says so."""

    reason: str = ""


class WentOn(_Event, frozen=True, tag="went-on"):
    """The pause is over."""


class Skipped(_Event, frozen=True, tag="skipped"):
    """The tossup does not count, for a reason."""

    reason: str


class HalfOver(_Event, frozen=True, tag="half-over"):
    """The clock of a half has run out."""


class Overtime(_Event, frozen=True, tag="overtime"):
    """All tossups have been read, and it is a tie."""


class Protested(_Event, frozen=True, tag="protested"):
    """A player thinks that an answer was misjudged."""

    protest: str  # its id
    by: str
    number: int  # of the tossup
    player: str  # whose answer it is
    reason: str


class Ruled(_Event, frozen=True, tag="ruled"):
    """Somebody decided on a protest, or overruled a verdict: this is the outcome of the answer."""

    number: int
    player: str
    outcome: Outcome
    by: str
    reason: str
    protest: str = ""


class Ended(_Event, frozen=True, tag="ended"):
    """The match is over."""


Event = (
    TossupAsked
    | Buzzed
    | RaceWon
    | Given
    | ReadOn
    | Finished
    | PartAsked
    | PartGiven
    | Paused
    | WentOn
    | Skipped
    | HalfOver
    | Overtime
    | Protested
    | Ruled
    | Ended
)
