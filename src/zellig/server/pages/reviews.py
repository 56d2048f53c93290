"""Pairs that a check wants looked at; an organiser decides here whether they count."""

from __future__ import annotations

from litestar import get

from zellig.server.contests import allow
from zellig.server.given import AnyRound, By, InHouse, Name
from zellig.server.pages.places import place_of
from zellig.server.pages.showing import Page, page
from zellig.server.reviewing import to_review


@get("/contests/{contest:str}/reviews", sync_to_thread=True)
def show_reviews(contest: Name, house: InHouse, caller: By, number: AnyRound = None) -> Page:
    """What was found about pairs, and what was decided: of one's own team, or of all for an organiser."""
    with place_of(house, caller, contest, number) as place:
        place.only_for("breaker", "organiser")
        allow(
            place.connection, place.now, contest, place.standing, caller.account, "see-reviews", place.round
        )
        ruled = place.standing.rules is not None
        found = (
            to_review(place.connection, contest, place.standing, place.round, caller.account) if ruled else []
        )
        return page(
            "reviews.html",
            caller,
            place=place,
            pairs=found,
            left=sum(each.decision is None for each in found),
            may_review=place.refusal("review") if place.organises else None,
        )


HANDLERS = [show_reviews]
