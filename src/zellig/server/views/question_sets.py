"""Sets of packets as their editors see them."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection

from zellig.corpora.questions import as_published
from zellig.games.writing.distribution import kind_in_words
from zellig.games.writing.packets import Missing
from zellig.games.writing.repeats import Repeat
from zellig.games.writing.standing import Standing
from zellig.items import Item
from zellig.report.packets import set_in_words
from zellig.server.caller import Caller
from zellig.server.question_sets import set_as_it_is
from zellig.server.state import House
from zellig.server.views.workshops import visible
from zellig.server.workshops import only_for
from zellig.tasks.quiz.task import answer_line


class SetListed(msgspec.Struct):
    """A set of a workshop."""

    set: str
    title: str
    packets: int
    questions: int


class QuestionInSet(msgspec.Struct):
    """A question as an editor of a set sees it."""

    text: str
    question: str
    answer: str
    kind: str  # "Science > Chemistry"
    author: str


class PacketShown(msgspec.Struct):
    """Questions in the order in which they are read."""

    name: str
    questions: list[QuestionInSet]


class SetShown(msgspec.Struct):
    """A set: its packets, what its distribution lacks, what is asked twice, and what is left over."""

    set: str
    title: str
    distribution: str
    packets: list[PacketShown]
    missing: tuple[Missing, ...]
    repeats: tuple[Repeat, ...]
    left_over: list[QuestionInSet]
    said: list[str]  # all of it in sentences


def known_sets(house: House, caller: Caller, workshop: str) -> list[SetListed]:
    """The sets of a workshop, the newest last."""
    with house.database.reading() as connection:
        standing = edited(house, connection, workshop, caller)
    return [
        SetListed(name, each.title, len(each.packets), sum(map(len, each.packets)))
        for name, each in standing.sets.items()
    ]


def known_set(house: House, caller: Caller, workshop: str, name: str) -> SetShown:
    """A set, for an editor."""
    with house.database.reading() as connection:
        return shown_set(connection, edited(house, connection, workshop, caller), name)


def edited(house: House, connection: Connection, workshop: str, caller: Caller) -> Standing:
    standing = visible(house, connection, workshop, caller.account)
    only_for(standing, caller.account, "editor")
    return standing


def shown_set(connection: Connection, standing: Standing, name: str) -> SetShown:
    found = set_as_it_is(connection, standing, name)
    return SetShown(
        name,
        found.name,
        found.distribution,
        [PacketShown(packet.name, [_question(item) for item in packet.tossups]) for packet in found.packets],
        found.missing,
        found.repeats,
        [_question(item) for item in found.left_over],
        list(set_in_words(found)),
    )


def _question(item: Item) -> QuestionInSet:
    author = str(item.metadata.get("author") or "")
    return QuestionInSet(item.id, as_published(item), answer_line(item), kind_in_words(item), author)
