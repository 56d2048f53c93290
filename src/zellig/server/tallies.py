"""What was said in the rounds that are judged, kept by each process up to the last verdict that it read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any

from jinja2.utils import LRUCache
from sqlalchemy import Connection, Select, bindparam, select

from zellig.games.contest.judging import Said, Tally
from zellig.games.contest.rules import Judging
from zellig.server.judging import Posed, question_of
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

    def find(self, contest: str, rounds: Iterable[int], question: str) -> Posed | None:
        """A question of one of these rounds, if they are kept: what was written down about it stays."""
        for number in rounds:
            kept: _Kept | None = self._kept.get((contest, number))
            if kept is not None and (found := kept.tally.questions.get(question)) is not None:
                return Posed(number, found.team)
        return None


class _Kept:
    """The tally of a round, and the last verdict that is in it."""

    def __init__(self, connection: Connection, contest: str, number: int, rules: Judging) -> None:
        self.lock = Lock()
        self._round, self._last = {"contest": contest, "round": number}, 0
        query = select(QUESTIONS.c.id, QUESTIONS.c.team, QUESTIONS.c.known).where(
            QUESTIONS.c.contest == contest, QUESTIONS.c.round == number
        )
        self.tally = Tally(map(question_of, connection.execute(query).mappings()), rules)

    def catch_up(self, connection: Connection) -> None:
        """Read what was said since."""
        for number, question, judge, answer, program, undone in connection.execute(
            _NEWER, self._round | {"last": self._last}
        ):
            if undone:
                self.tally.take_back(question, judge)
            else:
                self.tally.note(Said(question, judge, answer, program))
            self._last = number


def _newer() -> Select[Any]:
    """Verdicts of a round after a number. Whether one is of the round is looked up for it alone: a database
    that joins may begin with all questions, however few verdicts there are."""
    asked = (
        select(QUESTIONS.c.id)
        .where(
            QUESTIONS.c.id == VERDICTS.c.question,
            QUESTIONS.c.contest == bindparam("contest"),
            QUESTIONS.c.round == bindparam("round"),
        )
        .scalar_subquery()
    )
    columns = VERDICTS.c
    return (
        select(
            columns.number, columns.question, columns.judge, columns.answer, columns.program, columns.undone
        )
        .where(columns.number > bindparam("last"), asked.is_not(None))
        .order_by(columns.number)
    )


_NEWER = _newer()
