"""What all requests of a process share."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from jinja2.utils import LRUCache

from zellig.server.arena.jobs import Scores
from zellig.server.arena.keeping import Arenas
from zellig.server.arena.ladders import Ladders
from zellig.server.arena.mailbox import Waiting
from zellig.server.contests import Standings
from zellig.server.corpora import Corpora
from zellig.server.histories import MovedTexts
from zellig.server.live.doorkeeper import Doorkeeper
from zellig.server.live.keeping import Keeper
from zellig.server.live.pace import Pace
from zellig.server.live.private import keep_pieces
from zellig.server.live.rooms.matches import Matches
from zellig.server.live.systems import Systems, read_systems
from zellig.server.live.turns import Turns
from zellig.server.rooms import Bell, Rooms
from zellig.server.settings import Settings
from zellig.server.tallies import Tallies
from zellig.server.tournaments.keeping import Tournaments
from zellig.server.tournaments.playing import Playing
from zellig.server.worker import Clock, utc_now
from zellig.server.workshops import Workshops
from zellig.store.database import Database


def now_in_milliseconds() -> int:
    """The clock of matches; processes of one server share it."""
    return time.time_ns() // 1_000_000


class Live:
    """Threads that keep strokes, and that ask systems; and who lets go of writers that have signed out."""

    def __init__(self, database: Database, workshops: Workshops, clock: Clock) -> None:
        self.doorkeeper = Doorkeeper(database, clock)
        self.keeper = Keeper(database, lambda into, pieces: keep_pieces(into, workshops, pieces))
        self.turns = Turns()

    def close(self) -> None:
        """End in order: what has been sent is kept."""
        self.keeper.close()
        self.turns.close()


@dataclass(frozen=True)
class House:
    """The database, the clock, what the contests and workshops are, and the registered systems."""

    settings: Settings
    database: Database
    clock: Clock = utc_now
    standings: Standings = field(default_factory=Standings)
    tallies: Tallies = field(default_factory=Tallies)
    corpora: Corpora = field(default_factory=Corpora)
    boards: LRUCache = field(default_factory=lambda: LRUCache(16))  # as they are shown
    bundles: LRUCache = field(default_factory=lambda: LRUCache(4))  # as they are downloaded
    workshops: Workshops = field(default_factory=Workshops)
    moved: MovedTexts = field(default_factory=MovedTexts)
    rooms: Rooms = field(default_factory=Rooms)
    matches: Matches = field(default_factory=Matches)
    bell: Bell = field(default_factory=Bell)
    moment: Callable[[], int] = now_in_milliseconds  # of matches, which are played in real time
    arenas: Arenas = field(default_factory=Arenas)
    scores: Scores = field(default_factory=Scores)
    ladders: Ladders = field(default_factory=Ladders)
    tournaments: Tournaments = field(default_factory=Tournaments)

    @cached_property
    def playing(self) -> Playing:
        """Tournaments as far as they were played."""
        return Playing(self.rooms, self.matches)

    @cached_property
    def systems(self) -> Systems:
        """What people write against; none, if the operator has registered none."""
        table = self.settings.systems
        return Systems({}, Path()) if table is None else read_systems(table, Pace(self._is_busy))

    def _is_busy(self) -> bool:
        """Does anybody write just now?"""
        return "live" in self.__dict__ and self.live.turns.busy

    @cached_property
    def waiting(self) -> Waiting:
        """Performers that wait for their messages."""
        return Waiting(self.database)

    def close(self) -> None:
        """Let go of what was begun; what has been sent is kept."""
        if "live" in self.__dict__:
            self.live.close()

    @cached_property
    def live(self) -> Live:
        """Begun when somebody first writes."""
        return Live(self.database, self.workshops, self.clock)
