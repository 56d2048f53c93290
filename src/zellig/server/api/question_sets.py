"""Sets of packets over HTTP; editors only."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody
from sqlalchemy import Connection

from zellig.corpora.questions import ANSWER_LINE, as_published
from zellig.front.options import PACKETS
from zellig.front.packets import DISTRIBUTION
from zellig.games.writing.distribution import Asked, kind_in_words
from zellig.games.writing.packets import Missing
from zellig.games.writing.repeats import Repeat
from zellig.games.writing.standing import Standing
from zellig.items import Item
from zellig.report.packets import set_in_words
from zellig.server.api.cursors import InPart, part_of
from zellig.server.api.given import By, InHouse, Name
from zellig.server.api.workshops import visible
from zellig.server.caller import Caller
from zellig.server.question_sets import make_set, move_question, published, set_as_it_is
from zellig.server.state import House
from zellig.server.transactions import turn
from zellig.server.workshops import only_for

ANY_FILE = "application/octet-stream"

Title = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Place = Annotated[int, msgspec.Meta(ge=0, le=1000)]


class NewSet(msgspec.Struct, forbid_unknown_fields=True):
    """A set that is made of the accepted questions."""

    title: Title
    packets: Annotated[int, msgspec.Meta(ge=PACKETS.least, le=PACKETS.most)]
    distribution: Asked = DISTRIBUTION  # a shipped one, or numbers by category and subcategory
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**31)] = 2017


class Move(msgspec.Struct, forbid_unknown_fields=True):
    """Where a question goes; packet 0 is out of the set."""

    text: str
    packet: Place
    number: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1


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


@get("/workshops/{workshop:str}/sets", sync_to_thread=True)
def show_sets(workshop: Name, house: InHouse, caller: By, part: InPart) -> Response[list[SetListed]]:
    """The sets of a workshop, by their names."""
    return part_of(part, str, known_sets(house, caller, workshop), lambda each: each.set)


def known_sets(house: House, caller: Caller, workshop: str) -> list[SetListed]:
    """The sets of a workshop, the newest last."""
    with house.database.reading() as connection:
        standing = _edited(house, connection, workshop, caller)
    return [
        SetListed(name, each.title, len(each.packets), sum(map(len, each.packets)))
        for name, each in standing.sets.items()
    ]


@post("/workshops/{workshop:str}/sets", sync_to_thread=True)
def post_set(workshop: Name, data: JSONBody[NewSet], house: InHouse, caller: By) -> SetShown:
    """Make packets of the accepted questions, as near to a distribution as they allow."""
    with turn(house.database) as connection:
        standing = house.workshops.held(connection, workshop)
        name = make_set(
            connection,
            house.clock(),
            workshop,
            standing,
            caller.account,
            data.title,
            data.packets,
            data.distribution,
            data.seed,
        )
        return _shown(connection, house.workshops.of(connection, workshop), name)


@get("/workshops/{workshop:str}/sets/{set_name:str}", sync_to_thread=True)
def show_set(workshop: Name, set_name: Name, house: InHouse, caller: By) -> SetShown:
    """A set as its editors have put it."""
    return known_set(house, caller, workshop, set_name)


def known_set(house: House, caller: Caller, workshop: str, name: str) -> SetShown:
    """A set, for an editor."""
    with house.database.reading() as connection:
        return _shown(connection, _edited(house, connection, workshop, caller), name)


@post("/workshops/{workshop:str}/sets/{set_name:str}/moves", sync_to_thread=True)
def post_move(workshop: Name, set_name: Name, data: JSONBody[Move], house: InHouse, caller: By) -> SetShown:
    """Put a question elsewhere in a set, into it, or out of it."""
    with turn(house.database) as connection:
        standing = house.workshops.held(connection, workshop)
        move_question(
            connection,
            house.clock(),
            workshop,
            standing,
            caller.account,
            set_name,
            data.text,
            data.packet,
            data.number,
        )
        return _shown(connection, house.workshops.of(connection, workshop), set_name)


@get(
    "/workshops/{workshop:str}/sets/{set_name:str}/files/{to:str}",
    sync_to_thread=True,
    media_type=ANY_FILE,
)
def get_set_file(workshop: Name, set_name: Name, to: Name, house: InHouse, caller: By) -> Response[bytes]:
    """A set as modaq, qanta, qbj, docx or html; where that is several files, they are packed into one."""
    with house.database.reading() as connection:
        standing = _edited(house, connection, workshop, caller)
        found = set_as_it_is(connection, standing, set_name)
    name, content = published(found, to)
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=ANY_FILE, headers=headers)


def _edited(house: House, connection: Connection, workshop: str, caller: Caller) -> Standing:
    standing = visible(house, connection, workshop, caller.account)
    only_for(standing, caller.account, "editor")
    return standing


def _shown(connection: Connection, standing: Standing, name: str) -> SetShown:
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
    line = str(item.metadata.get(ANSWER_LINE) or "".join(item.accepted[:1]))
    author = str(item.metadata.get("author") or "")
    return QuestionInSet(item.id, as_published(item), line, kind_in_words(item), author)


HANDLERS = [show_sets, post_set, show_set, post_move, get_set_file]
