"""What happens in an arena: events that are written once, each with who and when, and never changed.

Rounds are rows of their own; all else that an arena is follows from its events (`standing`).
"""

from __future__ import annotations

import msgspec

from zellig.games import events
from zellig.games.arena.season.records import Entrant, Season
from zellig.games.events import GameEvent


class Founded(GameEvent, frozen=True, tag="founded"):
    """Somebody founded an arena, and organises it."""

    title: str


class TextsBrought(GameEvent, frozen=True, tag="texts-brought"):
    """An organiser brought texts to play on."""

    texts: str
    filename: str
    number: int


class SeasonOpened(GameEvent, frozen=True, tag="season-opened"):
    """A season is open to entrants; `people` is how many rounds a game of a person has, 0: none play."""

    season: Season
    texts: str
    people: int


class EntrantRegistered(GameEvent, frozen=True, tag="entrant-registered"):
    """Somebody registered a performer, or plays; a performer plays when it has passed the check."""

    season: str
    entrant: Entrant


class EntrantChecked(GameEvent, frozen=True, tag="entrant-checked"):
    """A performer was tried out, and in words what was found."""

    season: str
    entrant: str
    works: bool
    words: str


class EntrantWithdrawn(GameEvent, frozen=True, tag="entrant-withdrawn"):
    """Its owner, or an organiser, took an entrant out: it plays no more, and what it has played counts."""

    season: str
    entrant: str


class PersonSatDown(GameEvent, frozen=True, tag="person-sat-down"):
    """Somebody began a game of their own, against entrants that they are not told; `source` is the game whose
    texts, or fakes, they are given, those of the `rounds`."""

    season: str
    game: str
    entrant: str
    curator: str
    breaker: str
    chooser: str
    source: str = ""
    rounds: tuple[int, ...] = ()


class SeasonClosed(GameEvent, frozen=True, tag="season-closed"):
    """Nobody enters any more; what is planned is played."""

    season: str


class SeasonEnded(GameEvent, frozen=True, tag="season-ended"):
    """All rounds are accounted for, and the transcripts are public."""

    season: str
    quarantined: tuple[str, ...] = ()


Event = (
    Founded
    | TextsBrought
    | SeasonOpened
    | EntrantRegistered
    | EntrantChecked
    | EntrantWithdrawn
    | PersonSatDown
    | SeasonClosed
    | SeasonEnded
)

Happened = events.Happened[Event]

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Event).decode
