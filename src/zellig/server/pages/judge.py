"""The page of a judge: one text after the other."""

from __future__ import annotations

from litestar import get

from zellig.server.given import By, InHouse, Name
from zellig.server.pages.places import place_of
from zellig.server.pages.showing import Page, page
from zellig.server.pages.static import address_of, contents

SKIPS = (
    "It can be read in two ways",
    "It makes no sense",
    "It is offensive",
    "I know this text",
    "Another reason",
)


@get("/contests/{contest:str}/judge", sync_to_thread=True)
def show_judge(contest: Name, house: InHouse, caller: By) -> Page:
    """Judge; the questions are asked for by the page itself."""
    with place_of(house, caller, contest) as place:
        place.only_for("judge")
        return page(
            "judge.html",
            caller,
            place=place,
            refusal=place.refusal("judge"),
            skips=SKIPS,
            files=[address_of(name) for name in contents()],
        )


HANDLERS = [show_judge]
