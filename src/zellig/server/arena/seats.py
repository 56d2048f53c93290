"""The seats of a season: of ours in this process, at an address that passes the policy, or by mail."""

from __future__ import annotations

import time
from datetime import timedelta

import msgspec
from sqlalchemy import select

from zellig.errors import ZelligError
from zellig.games.arena.season.records import Entrant
from zellig.messages import Envelope, Message, Reply, Start
from zellig.performers import Role, Spec
from zellig.seats.address import Address
from zellig.seats.loading import load_performer, rehearse
from zellig.seats.player import Player
from zellig.seats.seat import Distant, Here, History, Missed, Seat, reply_in
from zellig.server.addresses import GuardedLine
from zellig.server.arena.entrants import SeatRow, seat_of
from zellig.server.arena.mailbox import LARGEST, LOOK, empty, post
from zellig.server.worker import utc_now
from zellig.store.database import Database
from zellig.store.database.tables.arenas import ARENA_MAIL, ARENA_SEATS

GONE = timedelta(seconds=10)  # without a word, after which a client is taken to have left
START_LIMIT = 30.0  # seconds for the beginning of a game: all others wait
CALL = 30.0  # seconds that a call may take, whatever the clock of the game says


class Joined(Distant):
    """A client that comes and asks for its messages."""

    def __init__(self, database: Database, row: SeatRow, gone: timedelta = GONE) -> None:
        self._database, self._row, self._gone = database, row, gone
        super().__init__()

    def close(self) -> None:
        """Nothing is asked of it any more."""
        with self._database.writing() as connection:
            empty(connection, self._row.id)

    def _connect(self) -> Player:
        with self._database.reading() as connection:
            row = seat_of(connection, self._row.arena, self._row.season, self._row.entrant)
        if row.status is None or row.heard_at is None or utc_now() - row.heard_at > self._gone:
            raise ZelligError("it is not there", remedy="Start it again: it joins by itself.")
        status = row.status
        spec = Spec(status.name, status.params, status.version or "")
        return Player(spec, status.adapts, status.resources, status.justification)

    def _exchange(self, envelope: Envelope, limit: float) -> Reply:
        until = time.monotonic() + limit
        with self._database.writing() as connection:
            post(connection, self._row.id, envelope)
        mail = select(ARENA_MAIL.c.reply, ARENA_MAIL.c.taken_at).where(ARENA_MAIL.c.seat == self._row.id)
        heard = select(ARENA_SEATS.c.heard_at).where(ARENA_SEATS.c.id == self._row.id)
        while True:
            with self._database.looking() as connection:
                found = connection.execute(mail).first()
                if found is None:
                    raise Missed("cut off", "it was withdrawn")
                seen = None if found.taken_at else connection.execute(heard).scalar()
            if found.reply is not None:
                return reply_in(envelope, bytes(found.reply))
            if time.monotonic() >= until:
                raise Missed("late")
            if found.taken_at is None and (seen is None or utc_now() - seen > self._gone):
                raise Missed("cut off", "it does not come for its messages any more")
            time.sleep(LOOK)


class Tolerant(Seat):
    """A performer without which the season goes on, too: one that cannot even begin is gone."""

    def __init__(self, inside: Seat) -> None:
        super().__init__()
        self._inside, self._gone = inside, False
        self.player = inside.player

    def ask(self, message: Message, limit: float | None) -> Reply:
        """Its answer; the beginning has a time limit, too."""
        if self._gone:
            raise Missed("gone", "it could not begin")
        if not isinstance(message, Start):
            return self._asked(message, limit)
        try:
            return self._asked(message, START_LIMIT)
        except Missed:
            self._gone = True
            return Reply()

    def _asked(self, message: Message, limit: float | None) -> Reply:
        try:
            return self._inside.ask(message, limit)
        except ZelligError as error:  # of ours, about a text that it cannot take
            raise Missed("crashed", error.what) from None

    def join(self, game: str, history: History = tuple) -> None:
        """Play this game from now on."""
        self._inside.join(game, history)

    def leave(self) -> None:
        """The game is over."""
        self._inside.leave()

    def close(self) -> None:
        """Let the performer go."""
        self._inside.close()


class Absent(Seat):
    """A performer that is not there when its game begins: it misses every round."""

    def __init__(self, entrant: Entrant) -> None:
        super().__init__()
        self.player = Player(Spec(entrant.id))

    def ask(self, message: Message, limit: float | None) -> Reply:
        """Nothing but that it is gone."""
        if isinstance(message, Start):
            return Reply()
        raise Missed("gone", "it is not there")

    def close(self) -> None:
        """Nothing to be done."""


class Usher:
    """Shows entrants to their seats; performers of ours are loaded once."""

    def __init__(self, database: Database, *, inside: bool, gone: timedelta = GONE) -> None:
        """`inside`: addresses may also be in the server's own network."""
        self._database, self._inside, self._gone = database, inside, gone
        self._loaded: dict[tuple[str, str], Here] = {}

    def seat(self, arena: str, season: str, entrant: Entrant, corpus: str) -> Seat:
        """The seat of an entrant; raises ZelligError if it cannot be reached."""
        if entrant.kind == "here":
            return self._here(entrant, corpus)
        with self._database.reading() as connection:
            row = seat_of(connection, arena, season, entrant.id)
        if entrant.kind == "joined":
            return Joined(self._database, row, self._gone)
        return Address(entrant.role, row.address, {}, entrant.seating.resources, self._line(row))

    def playing(self, arena: str, season: str, entrant: Entrant, corpus: str) -> Seat:
        """The seat of an entrant in a game, which goes on whatever becomes of it."""
        try:
            return Tolerant(self.seat(arena, season, entrant, corpus))
        except ZelligError:
            return Absent(entrant)

    def _line(self, row: SeatRow) -> GuardedLine:
        token = row.token
        headers = {"Accept-Encoding": "identity"} | ({"Authorization": f"Bearer {token}"} if token else {})
        return GuardedLine(
            row.address,
            CALL,
            1,
            headers=headers,
            secret=token or "",
            largest=LARGEST,
            inside=self._inside,
        )

    def _here(self, entrant: Entrant, corpus: str) -> Here:
        seating = entrant.seating
        key = (corpus, f"{entrant.role} {seating.name} {msgspec.json.encode(seating.params).decode()}")
        if key not in self._loaded:
            role: Role = entrant.role
            performer = load_performer(role, seating.name, seating.params, corpus)
            rehearse(performer, role, seating.name)
            self._loaded[key] = Here(performer, seating.resources)
        return self._loaded[key]
