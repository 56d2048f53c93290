"""Strokes are kept as they come: those of all writers of a process together, many in one transaction.

A writer is told that a stroke is kept when its transaction has ended. A stroke that comes again (the answer
to it was lost) is there already, and is not kept twice. Only the tab that holds the pen of a draft writes,
and nothing is kept after a stroke that is missing: who is told that a stroke is kept has all before it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from datetime import datetime
from queue import SimpleQueue
from threading import Thread
from typing import NamedTuple

from sqlalchemy import Connection, select, tuple_
from sqlalchemy.dialects import postgresql, sqlite

from zellig.errors import ZelligError
from zellig.server.problems import ConflictError
from zellig.store.database import Database
from zellig.store.database.tables.writing import DRAFTS, LOOKS, STROKES

MOST = 500  # pieces in one transaction

log = logging.getLogger(__name__)


class Piece(NamedTuple):
    """Strokes of a tab in a row, the first with this number; or what was shown to it after one."""

    draft: str
    tab: str
    first: int
    at: datetime
    strokes: Sequence[str] = ()
    look: bytes | None = None


class _Waiting(NamedTuple):
    piece: Piece
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[None]


class Keeper:
    """One thread that writes what waits, again and again."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="keeper", daemon=True)
        self._thread.start()

    async def keep(self, piece: Piece) -> None:
        """Returns when it is kept; refuses strokes of a tab that does not hold the pen."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        self._queue.put(_Waiting(piece, loop, future))
        await future

    def close(self) -> None:
        """Write what waits, and end."""
        self._queue.put(None)
        self._thread.join(10)

    def _run(self) -> None:
        while True:
            waiting = [self._queue.get()]
            while not self._queue.empty() and len(waiting) < MOST:
                waiting.append(self._queue.get())
            self._write([each for each in waiting if each is not None])
            if None in waiting:
                return

    def _write(self, waiting: Sequence[_Waiting]) -> None:
        if not waiting:
            return
        refused: dict[int, ZelligError] = {}
        failed: Exception | None = None
        try:
            with self._database.writing() as connection:
                refused = write_pieces(connection, [each.piece for each in waiting])
        except Exception as error:  # the database may be away: the writers' browsers send it again
            log.exception("strokes could not be kept")
            failed = error
        for at, each in enumerate(waiting):
            each.loop.call_soon_threadsafe(_settle, each.future, failed or refused.get(at))


def _settle(future: asyncio.Future[None], failed: Exception | None) -> None:
    if future.cancelled():
        return
    if failed is not None:
        future.set_exception(failed)
    else:
        future.set_result(None)


def write_pieces(connection: Connection, pieces: Sequence[Piece]) -> dict[int, ZelligError]:
    """Write pieces in their order; gives, by their place, why some were refused. The others are written."""
    drafts = sorted({piece.draft for piece in pieces})
    query = select(DRAFTS.c.id, DRAFTS.c.pen).where(DRAFTS.c.id.in_(drafts)).order_by(DRAFTS.c.id)
    pens = {row.id: row.pen for row in connection.execute(query.with_for_update())}
    strokes, looks = [], []
    refused: dict[int, ZelligError] = {}
    kept = _kept_before(connection, pieces)
    for at, piece in enumerate(pieces):
        if piece.look is not None:
            looks.append(_row(piece, piece.first, piece.look))
        elif pens.get(piece.draft) != piece.tab:
            refused[at] = ConflictError(
                "this draft is being written elsewhere", remedy="Go on there, or take it over here."
            )
        elif piece.first > 1 and (piece.draft, piece.tab, piece.first - 1) not in kept:
            refused[at] = ConflictError("strokes before these are missing", remedy="Open it again.")
        else:
            new = dict(enumerate(piece.strokes, piece.first))
            strokes += [_row(piece, number, body) for number, body in new.items()]
            kept |= {(piece.draft, piece.tab, number) for number in new}
    if strokes:
        dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
        connection.execute(dialect.insert(STROKES).on_conflict_do_nothing(), strokes)
    if looks:
        connection.execute(LOOKS.insert(), looks)
    return refused


def _kept_before(connection: Connection, pieces: Sequence[Piece]) -> set[tuple[str, str, int]]:
    """Which of the strokes that pieces follow are kept: draft, tab and number of each."""
    place = tuple_(STROKES.c.draft, STROKES.c.tab, STROKES.c.sequence)
    before = [(piece.draft, piece.tab, piece.first - 1) for piece in pieces if piece.look is None]
    query = select(STROKES.c.draft, STROKES.c.tab, STROKES.c.sequence).where(place.in_(before))
    return {(row.draft, row.tab, row.sequence) for row in connection.execute(query)} if before else set()


def _row(piece: Piece, sequence: int, body: str | bytes) -> dict[str, object]:
    return {
        "draft": piece.draft,
        "tab": piece.tab,
        "sequence": sequence,
        "at": piece.at,
        "body": body,
    }
