"""Strokes are kept as they come: those of all writers of a process together, many in one transaction.

A writer is told that a stroke is kept when its transaction has ended. A stroke that comes again (the answer
to it was lost) is there already, and is not kept twice. Only the tab that holds the pen of a draft writes,
and only what follows on the last stroke that is kept: after what was not kept nothing of it is, either.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

from sqlalchemy import BindParameter, Connection, Table, bindparam, func, select

from zellig.errors import ZelligError
from zellig.server.credentials import Credential, accounts_by, ended
from zellig.server.problems import ConflictError
from zellig.store.database import Database
from zellig.store.database.tables.writing import DRAFTS, LOOKS, STROKES

MOST = 500  # pieces in one transaction
TOGETHER = (
    0.02  # seconds that a piece waits for others: a transaction for each would take more time than guesses
)

log = logging.getLogger(__name__)

_DRAFTS: BindParameter[Any] = bindparam("drafts", expanding=True)
_PENS = (
    select(DRAFTS.c.id, DRAFTS.c.pen).where(DRAFTS.c.id.in_(_DRAFTS)).order_by(DRAFTS.c.id).with_for_update()
)
_OF_DRAFT = STROKES.alias()
_LAST_NUMBER = (
    select(func.max(_OF_DRAFT.c.number))
    .where(_OF_DRAFT.c.draft == DRAFTS.c.id)
    .correlate(DRAFTS)
    .scalar_subquery()
)
_LAST = (
    select(STROKES.c.draft, STROKES.c.tab, STROKES.c.sequence)
    .select_from(DRAFTS.join(STROKES, STROKES.c.draft == DRAFTS.c.id))
    .where(DRAFTS.c.id.in_(_DRAFTS), STROKES.c.number == _LAST_NUMBER)
)


class Mark(NamedTuple):
    """A stroke of a draft: the tab that wrote it, and its number among those of the tab."""

    tab: str
    sequence: int


@dataclass
class Opening:
    """A tab that has opened a draft, and the last stroke of the draft, whoever wrote it, that it knows of."""

    draft: str
    tab: str
    last: Mark | None
    lost: bool = False  # something of it was not kept
    credential: Credential | None = None  # what its writer came in by; None: no connection


class Piece(NamedTuple):
    """Strokes of a tab in a row, the first with this number; or what was shown to it after one."""

    opening: Opening
    first: int
    at: datetime
    strokes: Sequence[str] = ()
    look: bytes | None = None


class _Waiting(NamedTuple):
    piece: Piece
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[None]


Writes = Callable[[Connection, Sequence[Piece]], dict[int, ZelligError]]  # gives what was refused, by place


class Keeper:
    """One thread that writes what waits, again and again."""

    def __init__(self, database: Database, pieces: Writes) -> None:
        self._database, self._write_pieces = database, pieces
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
            if waiting[0] is not None:
                time.sleep(TOGETHER)
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
                refused = self._write_pieces(connection, [each.piece for each in waiting])
        except Exception as error:  # the database may be away: the writers' browsers send it again
            log.exception("strokes could not be kept")
            failed = error
            for each in waiting:
                each.piece.opening.lost = True
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
    drafts = sorted({piece.opening.draft for piece in pieces})
    pens = {row.id: row.pen for row in connection.execute(_PENS, {"drafts": drafts})}
    # In a statement of its own: it sees what was written by those who held the rows until now.
    last = last_strokes(connection, drafts)
    strokes: list[dict[str, object]] = []
    looks: list[dict[str, object]] = []
    over = _over(connection, pieces)
    refused: dict[int, ZelligError] = {}
    for at, piece in enumerate(pieces):
        opening = piece.opening
        if piece.look is not None:
            # Who closes the account takes it along; and a tab may look on while another one writes.
            if pens.get(opening.draft) in ("", opening.tab) and _has_kept(opening, piece.first):
                looks.append(_row(piece, piece.first, piece.look))
            continue
        new = piece.strokes
        if opening.credential in over:
            refused[at] = ended()
        elif pens.get(opening.draft) != opening.tab:
            refused[at] = ConflictError(
                "this draft is being written elsewhere", remedy="Go on there, or take it over here."
            )
        elif not opening.lost and opening.last != last.get(opening.draft):
            _insert(connection, STROKES, strokes)
            strokes = []
            since = _since(connection, opening)
            opening.lost = not _begins_with(piece, since)
            new = piece.strokes[len(since) :]
        if opening.lost:
            refused.setdefault(at, ConflictError("strokes before these are missing", remedy="Open it again."))
        if at in refused:
            opening.lost = True
            continue
        opening.last = Mark(opening.tab, piece.first + len(piece.strokes) - 1)
        if new:
            last[opening.draft] = opening.last
            start = piece.first + len(piece.strokes) - len(new)
            strokes += [_row(piece, number, body) for number, body in enumerate(new, start)]
    _insert(connection, STROKES, strokes)
    _insert(connection, LOOKS, looks)
    return refused


def _over(connection: Connection, pieces: Sequence[Piece]) -> set[Credential]:
    """What writers came in by, and what holds no more: nothing that they write after that is kept."""
    used = {each for piece in pieces if (each := piece.opening.credential) is not None}
    return used - accounts_by(connection, max(piece.at for piece in pieces), used).keys() if used else set()


def last_strokes(connection: Connection, drafts: Sequence[str]) -> dict[str, Mark]:
    """The last stroke of each draft that has any."""
    rows = connection.execute(_LAST, {"drafts": drafts})
    return {row.draft: Mark(row.tab, row.sequence) for row in rows}


def _since(connection: Connection, opening: Opening) -> list[tuple[Mark, str]]:
    """The strokes of a draft after the last one that a tab knows of."""
    query = select(STROKES).where(STROKES.c.draft == opening.draft).order_by(STROKES.c.number)
    if opening.last is not None:
        known = select(STROKES.c.number).where(
            STROKES.c.draft == opening.draft,
            STROKES.c.tab == opening.last.tab,
            STROKES.c.sequence == opening.last.sequence,
        )
        query = query.where(STROKES.c.number > known.scalar_subquery())
    return [(Mark(row.tab, row.sequence), row.body) for row in connection.execute(query)]


def _begins_with(piece: Piece, since: Sequence[tuple[Mark, str]]) -> bool:
    """Are the strokes that are kept those of the piece? They came over an earlier connection of the tab."""
    own = [(Mark(piece.opening.tab, number), body) for number, body in enumerate(piece.strokes, piece.first)]
    both = min(len(own), len(since))
    marks = [Mark(piece.opening.tab, piece.first + at) for at in range(len(since))]
    return [mark for mark, _ in since] == marks and own[:both] == list(since[:both])


def _has_kept(opening: Opening, number: int) -> bool:
    """Is a stroke of a tab kept? If not, the tab gives its number to another one, after another text."""
    last = opening.last
    return not opening.lost and last is not None and last.tab == opening.tab and number <= last.sequence


def _insert(connection: Connection, table: Table, rows: Sequence[dict[str, object]]) -> None:
    if rows:
        connection.execute(table.insert(), rows)


def _row(piece: Piece, sequence: int, body: str | bytes) -> dict[str, object]:
    return {
        "draft": piece.opening.draft,
        "tab": piece.opening.tab,
        "sequence": sequence,
        "at": piece.at,
        "body": body,
    }
