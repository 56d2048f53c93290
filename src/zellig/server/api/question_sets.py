"""Sets of packets over HTTP; editors only."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody

from zellig.front.options import PACKETS
from zellig.front.packets import DISTRIBUTION
from zellig.games.writing.distribution import Asked
from zellig.server.api.cursors import InPart, part_of
from zellig.server.given import By, InHouse, Name
from zellig.server.question_sets import keep_set, make_set, move_question, published, set_as_it_is
from zellig.server.transactions import turn
from zellig.server.views.question_sets import SetListed, SetShown, edited, known_set, known_sets

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


@get("/workshops/{workshop:str}/sets", sync_to_thread=True)
def show_sets(workshop: Name, house: InHouse, caller: By, part: InPart) -> Response[list[SetListed]]:
    """The sets of a workshop, by their names."""
    return part_of(part, str, known_sets(house, caller, workshop), lambda each: each.set)


@post("/workshops/{workshop:str}/sets", sync_to_thread=True)
def post_set(workshop: Name, data: JSONBody[NewSet], house: InHouse, caller: By) -> SetShown:
    """Make packets of the accepted questions, as near to a distribution as they allow."""
    account = caller.account
    with house.database.reading() as connection:
        standing = house.workshops.of(connection, workshop)
        made = make_set(connection, standing, account, data.title, data.packets, data.distribution, data.seed)
    with turn(house.database) as connection:
        standing = house.workshops.held(connection, workshop)
        keep_set(connection, house.clock(), workshop, standing, account, made)
    return known_set(house, caller, workshop, made.set)


@get("/workshops/{workshop:str}/sets/{set_name:str}", sync_to_thread=True)
def show_set(workshop: Name, set_name: Name, house: InHouse, caller: By) -> SetShown:
    """A set as its editors have put it."""
    return known_set(house, caller, workshop, set_name)


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
    return known_set(house, caller, workshop, set_name)


@get(
    "/workshops/{workshop:str}/sets/{set_name:str}/files/{to:str}",
    sync_to_thread=True,
    media_type=ANY_FILE,
)
def get_set_file(workshop: Name, set_name: Name, to: Name, house: InHouse, caller: By) -> Response[bytes]:
    """A set as modaq, qanta, qbj, docx or html; where that is several files, they are packed into one."""
    with house.database.reading() as connection:
        standing = edited(house, connection, workshop, caller)
        found = set_as_it_is(connection, standing, set_name)
    name, content = published(found, to)
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=ANY_FILE, headers=headers)


HANDLERS = [show_sets, post_set, show_set, post_move, get_set_file]
