"""What was said in the rounds that are judged, kept by each process up to the last verdict that it read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from jinja2.utils import LRUCache
from sqlalchemy import Connection, Select, select

from zellig.games.contest.judging import Said, Tally
from zellig.games.contest.rules import Judging
from zellig.server.judging import question_of
from zellig.store.database.connecting import writes
from zellig.store.database.tables.judging import QUESTIONS, VERDICTS


class Tallies:
    """The tallies of rounds. Questions are written down once, and verdicts of a contest in the order of their
    numbers: so it is enough to read those that are newer than the last one."""

    def __init__(self) -> None:
        self._kept: LRUCache = LRUCache(32)

    @contextmanager
    def of(self, connection: Connection, contest: str, number: int, rules: Judging) -> Iterator[Tally]:
        """What was said in a round so far; nobody else changes it meanwhile."""
        kept: _Kept | None = self._kept.get((contest, number))
        if kept is None or writes(connection):
            kept = _Kept(connection, contest, number, rules)
        with kept.lock:
            kept.catch_up(connection)
            yield kept.tally
        if kept.tally.questions and not writes(connection):  # what one has written may never come to be
            self._kept.setdefault((contest, number), kept)


class _Kept:
    """The tally of a round, and the last verdict that is in it."""

    def __init__(self, connection: Connection, contest: str, number: int, rules: Judging) -> None:
        self.lock = Lock()
        self._contest, self._round, self._last = contest, number, 0
        query = select(QUESTIONS.c.id, QUESTIONS.c.team, QUESTIONS.c.known).where(
            QUESTIONS.c.contest == contest, QUESTIONS.c.round == number
        )
        self.tally = Tally(map(question_of, connection.execute(query).mappings()), rules)

    def catch_up(self, connection: Connection) -> None:
        """Read what was said since."""
        for row in connection.execute(self._newer()).mappings():
            question, judge = row["question"], row["judge"]
            if row["undone"]:
                self.tally.take_back(question, judge)
            else:
                self.tally.note(Said(question, judge, row["answer"], row["program"]))
            self._last = row["number"]

    def _newer(self) -> Select[tuple[object, ...]]:
        return (
            select(VERDICTS)
            .join(QUESTIONS, QUESTIONS.c.id == VERDICTS.c.question)
            .where(
                VERDICTS.c.number > self._last,
                QUESTIONS.c.contest == self._contest,
                QUESTIONS.c.round == self._round,
            )
            .order_by(VERDICTS.c.number)
        )
