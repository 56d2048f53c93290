"""Who plays seasons: leases one, plays its games one after the other, and keeps their rounds in portions.

A season is played by one at a time, game by game, so that who is in quarantine follows from the games before.
One that is killed is taken up again where its last portion ended.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event

import msgspec

from zellig.errors import ZelligError
from zellig.games.arena.game import Game, Seats
from zellig.games.arena.moves import Move, NotYet, broken_in, curated_in, of_person
from zellig.games.arena.moves import decode as decode_move
from zellig.games.arena.rounds import Round
from zellig.games.arena.season.records import Entrant, Planned, Season, Sitting, rules_for
from zellig.games.arena.standing import SeasonStanding
from zellig.games.arena.transcript import FILE, VERSION, Head
from zellig.own_objects import handed_over
from zellig.performers import ROLES, Role
from zellig.seats.loading import PERSON, load_performer
from zellig.seats.seat import Here, Missed, Seat
from zellig.seats.seating import Seating
from zellig.seats.trying import try_out
from zellig.server.arena.entrants import SeatRow, is_untried, lease_untried, note_tried
from zellig.server.arena.games import (
    KeptGame,
    KeptTranscript,
    begin_game,
    given_in,
    keep_rounds,
    lines_of,
    moves_of,
)
from zellig.server.arena.jobs import (
    Job,
    Score,
    SeasonRow,
    end_season,
    lease_season,
    let_go,
    next_job,
    renew_season,
    waiting_seasons,
)
from zellig.server.arena.keeping import Arenas, corpus_in
from zellig.server.arena.samples import on_common_sample
from zellig.server.arena.seats import GONE, Usher
from zellig.server.holding import holding
from zellig.server.worker import Clock, own_name, utc_now
from zellig.store.database import Database

IDLE = 0.5  # seconds between two looks for work

log = logging.getLogger(__name__)


class Stopped(Exception):  # noqa: N818 -- no error: what was played stays
    """A game is not gone on with now."""


class EntrantChecker:
    """One who tries entrants out; several may work at once."""

    def __init__(
        self, database: Database, clock: Clock = utc_now, *, inside: bool = False, gone: timedelta = GONE
    ) -> None:
        """`inside`: addresses may also be in the server's own network."""
        self._database, self._clock = database, clock
        self._arenas = Arenas()
        self._usher = Usher(database, inside=inside, gone=gone)

    def run(self, stopped: Event) -> None:
        """Work until somebody says to stop."""
        _until(stopped, self.work, "an entrant could not be tried out")

    def work(self) -> bool:
        """Try one entrant out; says whether there was one."""
        with self._database.reading() as connection:
            if not is_untried(connection, self._clock()):
                return False
        with self._database.writing() as connection:
            row = lease_untried(connection, self._clock())
        if row is None:
            return False
        with self._database.reading() as connection:
            standing = self._arenas.of(connection, row.arena).seasons[row.season]
            corpus = corpus_in(connection, standing.texts)
        with handed_over({standing.texts: corpus}):
            works, words = self._try(row, standing.entered[row.entrant].entrant, standing.season.corpus)
        with self._database.writing() as connection:
            note_tried(connection, self._clock(), row, works, words)
        log.info("entrant %s of %s: %s", row.entrant, row.arena, words)
        return True

    def _try(self, row: SeatRow, entrant: Entrant, corpus: str) -> tuple[bool, str]:
        try:
            seat = self._usher.seat(row.arena, row.season, entrant, corpus)
            try:
                return True, try_out(seat, entrant.role)
            finally:
                seat.close()
        except ZelligError as error:
            return False, f"It does not work: {error.what.rstrip('.')}."


class SeasonPlayer:
    """One who plays seasons; any number of them may work on one database."""

    def __init__(
        self, database: Database, clock: Clock = utc_now, *, inside: bool = False, gone: timedelta = GONE
    ) -> None:
        """`inside`: addresses may also be in the server's own network."""
        self._database, self._clock = database, clock
        self._arenas, self._stopped = Arenas(), Event()
        self._usher = Usher(database, inside=inside, gone=gone)
        self._scores: dict[str, Score] = {}
        self._served = ""  # the season that was played last
        self.name = own_name()

    def run(self, stopped: Event) -> None:
        """Work until somebody says to stop; what has been begun is gone on with by another."""
        self._stopped = stopped
        _until(stopped, self.work, "a season could not be played")

    def work(self) -> bool:
        """Play one game, or end a season; says whether there was anything to do."""
        with self._database.reading() as connection:
            waiting = waiting_seasons(connection, self._clock())
        # Each in its turn: those after the one that was served last come first.
        for row in sorted(waiting, key=lambda row: (row.id <= self._served, row.id)):
            try:
                if self._look_at(row):
                    self._served = row.id
                    return True
            except Exception:  # it is tried again, and does not keep the others waiting
                log.exception("the season %s of %s could not be played", row.season, row.arena)
        return False

    def _look_at(self, row: SeasonRow) -> bool:
        score = self._scores.setdefault(row.id, Score())
        if self._next(row, score)[1] is None:
            return False
        with self._database.writing() as connection:
            if not lease_season(connection, self._clock(), self.name, row):
                return False
        try:
            with holding(
                self._database, lambda connection: renew_season(connection, self._clock(), self.name, row)
            ):
                standing, job = self._next(row, score)  # another may have come on until it was leased
                if job is not None:
                    self._do(row, standing, job, score)
        finally:
            with self._database.writing() as connection:
                let_go(connection, self.name, row)
        return True

    def _next(self, row: SeasonRow, score: Score) -> tuple[SeasonStanding, Job | None]:
        with self._database.reading() as connection:
            standing = self._arenas.of(connection, row.arena).seasons[row.season]
            return standing, next_job(connection, row.arena, standing, score)

    def _do(self, row: SeasonRow, standing: SeasonStanding, job: Job, score: Score) -> None:
        if job.over or job.planned is None:
            with self._database.writing() as connection:
                standing = self._arenas.held(connection, row.arena).seasons[row.season]
                end_season(connection, self._clock(), row, standing, score)
            return
        with self._database.reading() as connection:
            corpus = corpus_in(connection, standing.texts)
        with handed_over({standing.texts: corpus}), suppress(Stopped, NotYet):
            if job.sitting is None:
                self._performers(row, standing, job.planned, job.kept)
            else:
                self._person(row, standing, job.sitting, job.kept)

    def _performers(
        self,
        row: SeasonRow,
        standing: SeasonStanding,
        planned: Planned,
        kept: KeptGame | None,
    ) -> None:
        """A game of performers."""
        entrants = {role: standing.entered[planned.by(role)].entrant for role in ROLES}
        corpus = standing.season.corpus
        with ExitStack() as stack:
            seats: Seats = {}
            for role, entrant in entrants.items():
                seats[role] = self._usher.playing(row.arena, row.season, entrant, corpus)
                stack.callback(seats[role].close)
                stack.callback(seats[role].leave)
            with self._database.reading() as connection:
                seats = on_common_sample(connection, row.arena, standing, planned, seats)
            self._play(row, standing.season, entrants, planned, kept, seats)

    def _person(
        self,
        row: SeasonRow,
        standing: SeasonStanding,
        sitting: Sitting,
        kept: KeptGame | None,
    ) -> None:
        """The game of a person, as far as they have come."""
        planned = sitting.planned
        entrants = {role: standing.entered[planned.by(role)].entrant for role in ROLES}
        with self._database.reading() as connection:
            moves = {n: decode_move(body) for n, body in moves_of(connection, sitting.game).items()}
            given = given_in(connection, standing, sitting)
        with ExitStack() as stack:
            seats: Seats = {}
            for role, entrant in entrants.items():
                seats[role] = self._beside(row, standing, entrant, moves, given, sitting)
                stack.callback(seats[role].close)
                stack.callback(seats[role].leave)  # or it would refuse the next game for a while
            self._play(row, standing.of_people, entrants, planned, kept, seats, sitting.game)

    def _beside(
        self,
        row: SeasonRow,
        standing: SeasonStanding,
        entrant: Entrant,
        moves: Mapping[int, Move],
        given: Sequence[Round],
        sitting: Sitting,
    ) -> Seat:
        """The seat of a person, or of somebody who plays with one."""
        if entrant.kind == "person":
            return of_person(entrant.id, moves)
        person = standing.entered[sitting.entrant].entrant.role
        if given and entrant.role == "curator":
            return curated_in(entrant.id, given)
        if given and entrant.role == "breaker" and person == "chooser":
            return broken_in(entrant.id, given)
        return self._usher.playing(row.arena, row.season, entrant, standing.season.corpus)

    def _play(
        self,
        row: SeasonRow,
        season: Season,
        entrants: dict[Role, Entrant],
        planned: Planned,
        kept: KeptGame | None,
        seats: Seats,
        game: str = "",
    ) -> None:
        rules = rules_for(season, {role: as_played(entrant) for role, entrant in entrants.items()})
        players = {role: seat.player for role, seat in seats.items()}
        head = kept.rules_head if kept else Head("arena", VERSION, rules.game, rules, players)
        if kept is None:
            with self._database.writing() as connection:
                kept = begin_game(connection, row.arena, row.season, planned, head, game)
        spare = Here(load_performer("curator", "uniform", {}, season.corpus))

        def note(role: Role, missed: Missed) -> None:
            log.info("%s of %s: %s", planned.by(role), row.arena, missed)

        with self._transcript(kept, head) as transcript:
            Game(head.rules, seats, transcript, spare, note).play(self._look_up)

    def _look_up(self, done: int, of: int) -> None:
        """Between two batches: is somebody waiting for this to end?"""
        if self._stopped.is_set() and done < of:
            raise Stopped

    @contextmanager
    def _transcript(self, kept: KeptGame, head: Head) -> Iterator[KeptTranscript]:
        """The transcript of a game, with what was played of it already; what gathers is kept in the end."""

        def keep(first: int, lines: Sequence[bytes]) -> None:
            with self._database.writing() as connection:
                keep_rounds(connection, kept.id, first, lines)

        with TemporaryDirectory(prefix="zellig-arena-") as folder:
            path = Path(folder) / FILE
            with self._database.reading() as connection:
                path.write_bytes(kept.head + b"\n" + lines_of(connection, kept.id))
            transcript = KeptTranscript(path, head, keep)
            try:
                yield transcript
            finally:
                try:
                    transcript.keep()
                finally:
                    transcript.close()


def as_played(entrant: Entrant) -> Entrant:
    """An entrant as transcripts name it, which are public in the end: nobody's address is in them."""
    seating = entrant.seating
    name = PERSON if entrant.kind == "person" else f"entrant:{entrant.id}"
    batch = None if entrant.kind == "person" else seating.batch
    return msgspec.structs.replace(entrant, seating=Seating(name, {}, seating.resources, batch))


def _until(stopped: Event, work: Callable[[], bool], failed: str) -> None:
    while not stopped.is_set():
        try:
            worked = work()
        except Exception:  # the database may be away; a lease runs out, and it is tried again
            log.exception(failed)
            worked = False
        if not worked:
            stopped.wait(IDLE)
