"""The page where pairs are written."""

from __future__ import annotations

from litestar import get

from zellig.breakers.strategies.taxonomy import taxonomy
from zellig.server.contests import allow
from zellig.server.gathering import brought_pairs, organisers_items, rules_of
from zellig.server.given import By, InHouse, Name
from zellig.server.pages.places import place_of
from zellig.server.pages.showing import Page, page
from zellig.server.pages.upload import kinds_now


@get("/contests/{contest:str}/pairs/new", sync_to_thread=True)
def show_pair(contest: Name, house: InHouse, caller: By) -> Page:
    """Write pairs over the starter items; they are kept in the browser until they are uploaded."""
    with place_of(house, caller, contest) as place:
        place.only_for("breaker")
        allow(
            place.connection, place.now, contest, place.standing, caller.account, "get-starter", place.round
        )
        rules = rules_of(place.standing)
        team = place.standing.team_of(caller.account.id)
        brought = brought_pairs(place.connection, contest, rules, place.round)
        return page(
            "pair_editor.html",
            caller,
            place=place,
            starter=organisers_items(place.connection, contest, rules, "starter"),
            before=sum(len(each.pairs) for each in brought if team and each.team == team.id),
            open="pairs" in kinds_now(place),
            phenomena=taxonomy(),
        )


HANDLERS = [show_pair]
