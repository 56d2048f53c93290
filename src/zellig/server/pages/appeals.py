"""How pairs were judged, appeals against it, and rulings."""

from __future__ import annotations

from litestar import get

from zellig.server.appeals import appeals
from zellig.server.contests import allow
from zellig.server.given import AnyRound, By, InHouse, Name
from zellig.server.judged import JudgedPair, judged
from zellig.server.pages.places import Place, place_of
from zellig.server.pages.showing import Page, page
from zellig.server.unresolved import Unresolved, unresolved


@get("/contests/{contest:str}/judged", sync_to_thread=True)
def show_judged(contest: Name, house: InHouse, caller: By, number: AnyRound = None) -> Page:
    """How the pairs that one's own team brought or answered were judged, each with a form for an appeal."""
    with place_of(house, caller, contest, number) as place:
        place.only_for("builder", "breaker", "organiser")
        allow(place.connection, place.now, contest, place.standing, caller.account, "see-judged", place.round)
        made = appeals(place.connection, contest, place.standing, caller.account, place.round)
        return page(
            "judged.html",
            caller,
            place=place,
            pairs=_judged(place),
            appealed={(each.pair, each.side): each for each in made},
            rulings=place.standing.rulings,
            may_appeal=place.may("appeal"),
        )


@get("/contests/{contest:str}/appeals", sync_to_thread=True)
def show_appeals(contest: Name, house: InHouse, caller: By, number: AnyRound = None) -> Page:
    """Appeals with their rulings; an organiser rules here, also on what no team has appealed against."""
    with place_of(house, caller, contest, number) as place:
        place.only_for("builder", "breaker", "organiser")
        found = appeals(place.connection, contest, place.standing, caller.account, place.round)
        known = {(each.pair, each.side) for each in found}
        return page(
            "appeals.html",
            caller,
            place=place,
            appeals=found,
            judged={(each.pair, each.side): each for each in _judged(place)} if place.organises else {},
            unresolved=[
                each for each in _unresolved(place) if (each.judged.pair, each.judged.side) not in known
            ],
            may_rule=place.may("rule"),
        )


def _judged(place: Place) -> list[JudgedPair]:
    if place.standing.rules is None:
        return []
    return judged(place.connection, place.name, place.standing, place.round, place.caller.account)


def _unresolved(place: Place) -> list[Unresolved]:
    """What judging has left open, for an organiser."""
    if place.standing.rules is None or not place.organises:
        return []
    return unresolved(place.connection, place.now, place.name, place.standing, place.round)


HANDLERS = [show_judged, show_appeals]
