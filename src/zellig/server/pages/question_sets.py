"""Sets of packets: made, put in order by keys, published."""

from __future__ import annotations

import msgspec
from litestar import get

from zellig.front.options import PACKETS
from zellig.games.writing.distribution import read_distribution, shipped
from zellig.server.given import By, InHouse, Name
from zellig.server.pages.showing import Page, page
from zellig.server.pages.writing import room_of
from zellig.server.question_sets import accepted_questions
from zellig.server.views.question_sets import known_set, known_sets

FILES = {
    "modaq": "packet JSON, one file a packet (MODAQ reads it), with licence and phenomena",
    "qanta": "QANTA JSON, with licence and phenomena",
    "qbj": "QBJ, as tournament software reads it: questions without answers, for which it has no place",
    "docx": "documents for Word, one a packet",
    "html": "one page to be printed",
}


@get("/workshops/{workshop:str}/sets", sync_to_thread=True)
def show_sets_page(workshop: Name, house: InHouse, caller: By) -> Page:
    """The sets of a workshop, and how to make one; editors only."""
    with room_of(house, caller, workshop) as room:
        sets = known_sets(house, caller, workshop)
        distributions = {name: read_distribution(name) for name in shipped()}
        return page(
            "sets.html",
            caller,
            room=room,
            sets=sets,
            distributions=distributions,
            accepted=len(accepted_questions(room.connection, room.standing)),
            most=PACKETS.most,
        )


@get("/workshops/{workshop:str}/sets/{set_name:str}", sync_to_thread=True)
def show_set_page(workshop: Name, set_name: Name, house: InHouse, caller: By) -> Page:
    """A set: what is missing and what repeats, its packets in order, its files; editors only."""
    with room_of(house, caller, workshop) as room:
        found = known_set(house, caller, workshop, set_name)
        whole = msgspec.to_builtins(found)
        return page("set.html", caller, room=room, found=found, whole=whole, files=FILES)


HANDLERS = [show_sets_page, show_set_page]
