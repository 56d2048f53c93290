"""Answering blind, and tagging a sample of the questions as a second reader."""

from __future__ import annotations

from litestar import get

from zellig.games.writing.second_reading import agreement, sample_of
from zellig.server.given import By, InHouse, Name
from zellig.server.pages.showing import Page, page
from zellig.server.pages.writing import room_of
from zellig.server.readers import only_for_blind
from zellig.server.views.readers import to_tag


@get("/workshops/{workshop:str}/answer", sync_to_thread=True)
def show_answering(workshop: Name, house: InHouse, caller: By) -> Page:
    """Hear a question clue by clue, and answer it; the question comes from the API."""
    with room_of(house, caller, workshop) as room:
        only_for_blind(room.standing, caller.account)
        return page("answer.html", caller, room=room)


@get("/workshops/{workshop:str}/tag", sync_to_thread=True)
def show_tagging(workshop: Name, house: InHouse, caller: By) -> Page:
    """Tag what others have written; editors see how far people agree."""
    with room_of(house, caller, workshop) as room:
        found = agreement(room.standing, list(room.rules.phenomena)) if room.edits else None
        return page(
            "tag.html",
            caller,
            room=room,
            waiting=to_tag(house, caller, workshop),
            sample=sum(1 for _ in sample_of(room.standing)),
            found=found,
        )


HANDLERS = [show_answering, show_tagging]
