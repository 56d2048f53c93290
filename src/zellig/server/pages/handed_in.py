"""A text as it was handed in, whatever its draft has become since."""

from __future__ import annotations

from litestar import get

from zellig.games.writing.standing import WITHDRAWABLE
from zellig.games.writing.strokes import replayed
from zellig.server.given import By, InHouse, Name
from zellig.server.pages.queue import reading_of
from zellig.server.pages.showing import Page, page
from zellig.server.pages.writing import room_of
from zellig.server.problems import NotFoundError
from zellig.server.views.texts import known_texts
from zellig.server.workshops import strokes_of


@get("/workshops/{workshop:str}/texts/{text:str}", sync_to_thread=True)
def show_handed_in(workshop: Name, text: Name, house: InHouse, caller: By) -> Page:
    """A text of one's own, or for an editor of others, with what was found and decided; withdrawn there."""
    with room_of(house, caller, workshop) as room:
        found = next((each for each in known_texts(house, caller, workshop) if each.text == text), None)
        if found is None:
            raise NotFoundError("there is no such text of yours", remedy="Look at the list of your texts.")
        strokes = strokes_of(room.connection, found.draft)
        counted = strokes[: room.standing.texts[text].event.strokes]
        return page(
            "handed_in.html",
            caller,
            room=room,
            each=found,
            changed=replayed(counted) != replayed(strokes),
            withdrawable=found.state in WITHDRAWABLE,
            **reading_of(room),
        )


HANDLERS = [show_handed_in]
