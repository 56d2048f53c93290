"""What waits for second readers, and the writers on their board."""

from __future__ import annotations

import msgspec

from zellig.corpora.questions import as_published
from zellig.games.writing.board import Fooled
from zellig.games.writing.board import rows as board_rows
from zellig.games.writing.second_reading import waiting_for
from zellig.games.writing.standing import Text
from zellig.measures.intervals import Estimate
from zellig.server.accounts import names_of
from zellig.server.caller import Caller
from zellig.server.state import House
from zellig.server.views.workshops import visible
from zellig.tasks.quiz.task import answer_line


class ToTag(msgspec.Struct):
    """An accepted question that waits for a second reader; without the tags of its writer."""

    text: str
    number: int
    question: str
    answer: str


class WriterShown(msgspec.Struct):
    """A writer on the board."""

    name: str
    mine: bool
    accepted: int
    waiting: int
    systems: dict[str, Fooled]
    answered: int
    right: int
    not_fooled: Estimate | None


def to_tag(house: House, caller: Caller, workshop: str) -> list[ToTag]:
    """What waits for the caller's tags; what needs them most comes first."""
    with house.database.reading() as connection:
        standing = visible(house, connection, workshop, caller.account)
    return [_to_tag(each) for each in waiting_for(standing, caller.account.id)]


def writers(house: House, caller: Caller, workshop: str) -> list[WriterShown]:
    """The writers of a workshop, those first who have most accepted texts."""
    with house.database.reading() as connection:
        standing = visible(house, connection, workshop, caller.account)
        rows = board_rows(standing)
        names = names_of(connection, {row.account for row in rows})
    return [
        WriterShown(
            names.get(row.account, ""),
            row.account == caller.account.id,
            row.accepted,
            row.waiting,
            row.systems,
            row.answered,
            row.right,
            row.not_fooled,
        )
        for row in rows
    ]


def _to_tag(text: Text) -> ToTag:
    answer, question = whole_question(text)
    return ToTag(text.event.text, text.number, question, answer)


def whole_question(text: Text) -> tuple[str, str]:
    """The answer line of a question, and all of its text."""
    question = text.question
    if question is None:
        return "", ""
    return answer_line(question), as_published(question)
