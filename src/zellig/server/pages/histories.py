"""The page of what leaves a workshop: edit histories and pairs, and what the edits did to the machine."""

from __future__ import annotations

from litestar import get

from zellig.server.given import By, InHouse, Name
from zellig.server.pages.showing import Page, page
from zellig.server.pages.writing import room_of
from zellig.server.views.histories import moved_by

MOVES = {
    "found": "let it find the answer",
    "lost": "made it lose the answer",
    "nearer": "brought it nearer",
    "farther": "led it away",
    "other guess": "changed its guess",
    "other answer": "changed its answer",
}


@get("/workshops/{workshop:str}/histories", sync_to_thread=True)
def show_histories_page(workshop: Name, house: InHouse, caller: By) -> Page:
    """What moved the machine, and histories and pairs to download."""
    with room_of(house, caller, workshop) as room:
        found = moved_by(house.moved.of(house.database, room.standing, caller.account))
        titles = {each.name: each.title for each in room.systems}
        return page("histories.html", caller, room=room, found=found, titles=titles, moves=MOVES)


HANDLERS = [show_histories_page]
