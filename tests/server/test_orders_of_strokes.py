"""Strokes in any order of events: lines that are cut and slow, tabs that take the pen from each other, two
processes, a database that is away. What a tab was told is kept is kept, once and in order, and fits."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from functools import reduce
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from databases import Databases
from zellig.games.writing.rules import usual_rules
from zellig.games.writing.strokes import Draft, OutOfStepError, Stroke, Typed, replayed, write
from zellig.server.accounts import Account, make_account
from zellig.server.live.keeping import Mark, Opening, Piece, last_strokes, write_pieces
from zellig.server.live.writer import Kept, Opened, Refused, Send, Told, Writer
from zellig.server.secrets import new_id
from zellig.server.workshops import (
    kept_of,
    last_of,
    lay_down_pen,
    strokes_of,
    take_pen,
)
from zellig.store.database import Database, open_database
from zellig.store.database.migrating import migrate
from zellig.store.database.tables.writing import DRAFTS, LOOKS, WORKSHOPS
from zellig.tasks import get_task

TABS = ("first-tab", "second-tab")
NOW = datetime(2026, 11, 17, tzinfo=UTC)
QUIZ = get_task("quiz")
WAYS = (
    "type",
    "type",
    "arrive",
    "arrive",
    "commit",
    "commit",
    "hear",
    "hear",
    "cut",
    "open",
    "take",
    "leave",
    "away",
)


@pytest.fixture(scope="module")
def house(new_databases: Databases) -> Iterator[tuple[Database, Account]]:
    database = open_database(new_databases.new("sqlite"))
    migrate(database)
    with database.writing() as connection:
        account = make_account(connection, NOW, "Ada", None)
        connection.execute(WORKSHOPS.insert().values(id="orders", created_at=NOW))
    yield database, account
    database.close()


class Process:
    """A server process: its keeper writes when it is told to."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.waiting: list[tuple[Piece, asyncio.Future[None]]] = []

    async def keep(self, piece: Piece) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.append((piece, future))
        await future

    def commit(self, many: int, *, away: bool = False) -> None:
        """Write the first pieces that wait; `away`: the database does not take them."""
        now, self.waiting = self.waiting[:many], self.waiting[many:]
        refused: dict[int, Any] = {}
        if away:
            for at, (piece, _) in enumerate(now):
                piece.opening.lost, refused[at] = True, OSError("the disk is full")
        elif now:
            with self.database.writing() as connection:
                refused = dict(write_pieces(connection, [piece for piece, _ in now]))
        for at, (_, future) in enumerate(now):
            if at in refused:
                future.set_exception(refused[at])
            else:
                future.set_result(None)


class Line:
    """A connection of a tab: what is on its way to the server and back, and who listens there."""

    def __init__(self, process: Process, draft: str, tab: str, *, take: bool) -> None:
        self.process, self.draft, self.tab = process, draft, tab
        self.sent: deque[Send | None] = deque()  # on its way
        self.back: deque[Told] = deque()
        self._there: asyncio.Queue[Send | None] = asyncio.Queue()
        with process.database.writing() as connection:
            pen = take_pen(connection, draft, tab, force=take)
            state = replayed(strokes_of(connection, draft))
            kept = last_of(connection, draft, tab)
            last = last_strokes(connection, [draft]).get(draft)
        self.back.append(Opened(state, kept, pen))
        self._writer = Writer(
            Opening(draft, tab, last),
            state,
            kept,
            rules=usual_rules(QUIZ, ("ir",)),
            task=QUIZ,
            systems=[],
            originals={},
            keeper=process,  # type: ignore[arg-type]
            turns=None,  # type: ignore[arg-type]
            clock=lambda: NOW,
            tell=self._tell,
        )
        self.serving = asyncio.create_task(self._serve())

    async def _tell(self, told: Told) -> None:
        self.back.append(told)

    async def _serve(self) -> None:
        """As the socket does it."""
        while True:
            asked = await self._there.get()
            if asked is not None:
                await self._writer.take(asked)
                continue
            await self._writer.close()
            with self.process.database.writing() as connection:
                lay_down_pen(connection, self.draft, self.tab)

    def arrive(self) -> None:
        if self.sent:
            self._there.put_nowait(self.sent.popleft())


class Page:
    """A tab as static/pen.js and static/writing.js have it."""

    def __init__(self, tab: str) -> None:
        self.tab, self.text, self.first = tab, "", 1
        self.unsent: list[Stroke] = []
        self.numbers: dict[int, Stroke] = {}  # what was acknowledged
        self.begun = False  # has it ever had the pen?
        self.ready = self.apart = False
        self.line: Line | None = None
        self.copies: list[str] = []  # drafts of its own

    def type(self, at: int, gone: int, new: str) -> None:
        """Only who has the pen, or has had it and is cut off, can type."""
        if not self.begun:
            return
        start = min(at, len(self.text))
        end = min(start + gone, len(self.text))
        self.text = self.text[:start] + new + self.text[end:]
        self.unsent.append(Typed("text", start, end, new, len(self.text)))
        if self.ready and self.line:
            self.line.sent.append(Send(self.first + len(self.unsent) - 1, self.unsent[-1:]))

    def open(self, process: Process, draft: str, *, take: bool) -> None:
        self.line, self.ready = Line(process, draft, self.tab, take=take), False

    def leave(self) -> None:
        if self.ready and self.line:
            self.line.sent.append(None)
            self.line, self.ready = None, False

    def hear(self) -> bool:
        """Hear one message; tells whether the draft has to be opened again."""
        if self.line is None or not self.line.back:
            return False
        message = self.line.back.popleft()
        if isinstance(message, Opened):
            self._opened(message)
        elif isinstance(message, Kept):
            self._drop(message.upto)
        elif isinstance(message, Refused):
            self.apart = message.out_of_step
            return True
        return False

    def _opened(self, message: Opened) -> None:
        self._drop(message.kept)
        kept = message.draft.fields.get("text", "")
        self.begun = self.begun or message.pen
        if self.unsent and not message.pen:
            self.copies.append(self.text)
            self.unsent, self.text, self.apart = [], kept, False
        elif self.apart:
            self.unsent = [Typed("text", 0, len(kept), self.text, len(self.text))]
            self.apart = False
        else:
            with suppress(OutOfStepError):  # the server will say so
                self.text = reduce(write, self.unsent, message.draft).fields.get("text", "")
        self.ready = message.pen
        if self.ready and self.unsent and self.line:
            self.line.sent.append(Send(self.first, list(self.unsent)))

    def _drop(self, upto: int) -> None:
        gone = self.unsent[: max(0, upto + 1 - self.first)]
        self.numbers |= dict(enumerate(gone, self.first))
        del self.unsent[: len(gone)]
        self.first = max(self.first, upto + 1)


def begin(house: tuple[Database, Account]) -> str:
    """A new draft."""
    draft = new_id()
    with house[0].writing() as connection:
        row = {"id": draft, "workshop": "orders", "account": house[1].id, "created_at": NOW}
        connection.execute(DRAFTS.insert().values(row))
    return draft


async def _settle() -> None:
    for _ in range(12):
        await asyncio.sleep(0)


async def play(house: tuple[Database, Account], data: st.DataObject) -> None:
    database, draft = house[0], begin(house)
    processes = [Process(database), Process(database)]
    pages = [Page(tab) for tab in TABS]
    lines: list[Line] = []  # also those that were cut: what was sent over them may still arrive

    def open_again(page: Page, *, take: bool = False) -> None:
        page.open(data.draw(st.sampled_from(processes)), draft, take=take)
        assert page.line
        lines.append(page.line)

    for way in data.draw(st.lists(st.sampled_from(WAYS), min_size=10, max_size=80)):
        page = data.draw(st.sampled_from(pages))
        process = data.draw(st.sampled_from(processes))
        if way == "type":
            page.type(
                data.draw(st.integers(0, 9)),
                data.draw(st.integers(0, 2)),
                data.draw(st.sampled_from(("", "a", "bc"))),
            )
        elif way == "arrive" and lines:
            data.draw(st.sampled_from(lines)).arrive()
        elif way in ("commit", "away"):
            process.commit(data.draw(st.integers(1, 4)), away=way == "away")
        elif way == "hear" and page.hear():
            open_again(page)
        elif way == "cut":
            page.line, page.ready = None, False
        elif way in ("open", "take") and (page.line is None or way == "take"):
            open_again(page, take=way == "take")
        elif way == "leave":
            page.leave()
        await _settle()
        with database.reading() as connection:
            check(kept_of(connection, draft), pages)
    # In the end everything arrives, the first tab leaves, and the other one writes to the end.
    for page in (*pages, pages[0]):
        if page.line is None:
            open_again(page, take=True)
        for _ in range(60):
            for line in lines:
                line.arrive()
            await _settle()
            for process in processes:
                process.commit(9)
            await _settle()
            for each in pages:
                if each.hear():
                    open_again(each)
    with database.reading() as connection:
        kept = kept_of(connection, draft)
        check(kept, pages)
        text = replayed([each.stroke for each in kept]).fields.get("text", "")
    assert all(not page.unsent for page in pages)
    assert any(page.text == text for page in pages if page.ready)
    for line in lines:
        line.serving.cancel()


def check(kept: list[Any], pages: list[Page]) -> None:
    """Numbers without a gap, what was acknowledged, and a text that can be read."""
    for page in pages:
        own = {each.sequence: each.stroke for each in kept if each.tab == page.tab}
        assert list(own) == list(range(1, len(own) + 1))
        assert page.numbers.items() <= own.items()
    reduce(write, [each.stroke for each in kept], Draft())  # raises if one does not fit


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_what_is_acknowledged_is_kept_once_in_order_and_fits(
    house: tuple[Database, Account], data: st.DataObject
) -> None:
    asyncio.run(play(house, data))


async def twice(house: tuple[Database, Account], first: int) -> list[int]:
    """The same stroke waits in two processes, since the line was cut; the numbers that are kept."""
    draft, processes, page = begin(house), [Process(house[0]), Process(house[0])], Page(TABS[0])
    for process in processes:
        page.open(process, draft, take=False)
        page.hear()
        if not page.unsent:
            page.type(0, 0, "a")
        assert page.line
        page.line.arrive()
        await _settle()
    for process in (processes[first], processes[1 - first]):
        process.commit(1)
        await _settle()
        page.hear()
    assert page.unsent == []
    page.type(1, 0, "b")  # and what follows it is kept, too
    assert page.line
    page.line.arrive()
    await _settle()
    processes[1].commit(1)
    page.line.serving.cancel()
    with house[0].reading() as connection:
        return [each.sequence for each in kept_of(connection, draft)]


@pytest.mark.parametrize("first", [0, 1])
def test_a_stroke_that_waits_in_two_processes_is_kept_once(
    house: tuple[Database, Account], first: int
) -> None:
    assert asyncio.run(twice(house, first)) == [1, 2]


def test_what_was_shown_about_a_stroke_that_was_refused_is_not_kept(house: tuple[Database, Account]) -> None:
    database, draft = house[0], begin(house)
    first, second = (Opening(draft, tab, None) for tab in TABS)

    def wrote(opening: Opening, number: int) -> list[Piece]:
        """A stroke, and what was shown after it."""
        return [Piece(opening, number, NOW, ["{}"]), Piece(opening, number, NOW, look=b"shown")]

    for tab, pieces in (
        (TABS[0], [*wrote(first, 1), Piece(second, 0, NOW, look=b"the other one looks on")]),
        (TABS[1], [*wrote(first, 2)]),
        (TABS[0], [*wrote(first, 3)]),  # it has the pen again, but not what it wrote before
        ("", [Piece(Opening(draft, TABS[0], Mark(TABS[0], 1)), 1, NOW, look=b"after it has left")]),
    ):
        with database.writing() as connection:
            connection.execute(DRAFTS.update().where(DRAFTS.c.id == draft).values(pen=tab))
            write_pieces(connection, pieces)
    with database.reading() as connection:
        rows = connection.execute(select(LOOKS.c.tab, LOOKS.c.sequence).where(LOOKS.c.draft == draft)).all()
    assert [tuple(row) for row in rows] == [(TABS[0], 1), (TABS[0], 1)]
