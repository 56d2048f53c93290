"""The mail of performers that cannot be called: they ask for their next message, and bring the reply.

It goes through the database, so that whoever plays the season may be another process than the one that the
client speaks to. There is one message at a time, and it is answered once.
"""

from __future__ import annotations

import asyncio
import time
from datetime import datetime, timedelta

import msgspec
from sqlalchemy import Connection, select, update
from sqlalchemy.exc import IntegrityError

from zellig.messages import LARGEST_REPLY, Envelope, Reply, Status
from zellig.server.problems import ConflictError
from zellig.server.worker import utc_now
from zellig.store.database import Database
from zellig.store.database.tables.arenas import ARENA_MAIL, ARENA_SEATS

FRESH = 0.75  # of the time that somebody waits has to be left, so that it need not be noted again
LOOK = 0.02  # seconds between two looks at the mail, in either direction
LARGEST = 4 * 2**20  # bytes of a reply
LONGEST_WAIT = 30.0  # seconds


class Brought(Reply, frozen=True, kw_only=True):
    """A reply, and the game that it belongs to: turns are counted anew in each."""

    game: str


class Waiting:
    """The clients of this process that wait for mail: one look at the database serves them all."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._bells: dict[str, list[asyncio.Future[None]]] = {}
        self._watch: asyncio.Task[None] | None = None

    async def next(self, seat: str, seconds: float) -> bytes | None:
        """The message for a seat, within so many seconds; None if there is none."""
        until = time.monotonic() + min(seconds, LONGEST_WAIT)
        while (found := await asyncio.to_thread(self._take, seat)) is None:
            left = until - time.monotonic()
            if left <= 0:
                return None
            bell = asyncio.get_running_loop().create_future()
            self._bells.setdefault(seat, []).append(bell)
            if self._watch is None or self._watch.done():
                self._watch = asyncio.ensure_future(self._look())
            try:
                await asyncio.wait_for(bell, left)
            except TimeoutError:
                return None
            finally:
                bells = self._bells.get(seat, [])
                if bell in bells:
                    bells.remove(bell)
                if not bells:
                    self._bells.pop(seat, None)
        return found

    async def _look(self) -> None:
        while self._bells:
            for seat in await asyncio.to_thread(self._full):
                for bell in self._bells.pop(seat, []):
                    if not bell.done():
                        bell.set_result(None)
            await asyncio.sleep(LOOK)

    def _full(self) -> list[str]:
        query = select(ARENA_MAIL.c.seat).where(ARENA_MAIL.c.reply.is_(None), ARENA_MAIL.c.taken_at.is_(None))
        with self._database.looking() as connection:
            return list(connection.execute(query).scalars())

    def _take(self, seat: str) -> bytes | None:
        """The message that waits; one that was taken and not answered is given again."""
        query = select(ARENA_MAIL.c.body).where(ARENA_MAIL.c.seat == seat, ARENA_MAIL.c.reply.is_(None))
        with self._database.looking() as connection:
            found = connection.execute(query).scalar()
        if found is None:
            return None
        taken = update(ARENA_MAIL).where(ARENA_MAIL.c.seat == seat).values(taken_at=utc_now())
        with self._database.writing() as connection:
            connection.execute(taken)
        return bytes(found)


def introduce(connection: Connection, seat: str, status: Status) -> None:
    """A client says what it is."""
    said = msgspec.json.encode(status).decode()
    connection.execute(
        update(ARENA_SEATS).where(ARENA_SEATS.c.id == seat).values(status=said, heard_at=utc_now())
    )


def hear(connection: Connection, seat: str, seconds: float) -> None:
    """Somebody is there, and waits for so long."""
    until = utc_now() + timedelta(seconds=seconds)
    connection.execute(update(ARENA_SEATS).where(ARENA_SEATS.c.id == seat).values(heard_at=until))


def is_fresh(heard: datetime | None, seconds: float) -> bool:
    """Need it not be noted again that somebody is there?"""
    return heard is not None and heard > utc_now() + timedelta(seconds=seconds * FRESH)


def bring(connection: Connection, seat: str, reply: Brought) -> None:
    """Keep a reply; refuses one that nobody waits for."""
    content = msgspec.json.encode(Reply(**{key: getattr(reply, key) for key in Reply.__struct_fields__}))
    if len(content) > min(LARGEST, LARGEST_REPLY):
        raise ConflictError(f"a reply has at most {LARGEST // 2**20} MB", remedy="Say less.")
    done = connection.execute(
        update(ARENA_MAIL)
        .where(
            ARENA_MAIL.c.seat == seat,
            ARENA_MAIL.c.game == reply.game,
            ARENA_MAIL.c.turn == reply.turn,
            ARENA_MAIL.c.reply.is_(None),
        )
        .values(reply=content)
    )
    if not done.rowcount:
        raise ConflictError(
            f"nobody waits for turn {reply.turn} of the game {reply.game!r}: it was too late, or answered",
            remedy="Ask for the next message.",
        )


def post(connection: Connection, seat: str, envelope: Envelope) -> None:
    """Put a message into somebody's mail, in place of one that was not answered in time."""
    row = {
        "game": envelope.game,
        "turn": envelope.turn,
        "body": msgspec.json.encode(envelope),
        "taken_at": None,
        "reply": None,
    }
    done = connection.execute(update(ARENA_MAIL).where(ARENA_MAIL.c.seat == seat).values(row))
    if not done.rowcount:
        try:
            with connection.begin_nested():
                connection.execute(ARENA_MAIL.insert().values(seat=seat, **row))
        except IntegrityError:  # another has put one there at this moment: it is replaced
            connection.execute(update(ARENA_MAIL).where(ARENA_MAIL.c.seat == seat).values(row))


def empty(connection: Connection, seat: str) -> None:
    """Take away what is in somebody's mail."""
    connection.execute(ARENA_MAIL.delete().where(ARENA_MAIL.c.seat == seat))
