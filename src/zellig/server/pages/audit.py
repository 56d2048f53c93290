"""All that happened in a contest: who, when, what."""

from __future__ import annotations

from typing import get_args

from litestar import get
from litestar.params import FromQuery

from zellig.games.contest.events import Event
from zellig.games.contest.telling import tell
from zellig.server.accounts import names_of
from zellig.server.contests import CONTEST
from zellig.server.given import By, InHouse, Name, Number
from zellig.server.pages.places import place_of
from zellig.server.pages.showing import Page, page

SHOWN = 100
KINDS = [str(each.__struct_config__.tag) for each in get_args(Event)]


@get("/contests/{contest:str}/audit", sync_to_thread=True)
def show_audit(
    contest: Name, house: InHouse, caller: By, what: FromQuery[str] = "", before: Number = 2**62
) -> Page:
    """The newest events, or those before a number; of one kind, or of all."""
    with place_of(house, caller, contest) as place:
        place.only_for("organiser")
        there = what in ("", *KINDS)
        found = CONTEST.newest(place.connection, contest, before, SHOWN + 1, what) if there else []
        shown = found[:SHOWN]
        people = set(place.standing.roles) | {each.actor for each in shown if each.actor}
        called = names_of(place.connection, people)
        known = called | {team.id: team.name for team in place.standing.teams.values()}
        return page(
            "audit.html",
            caller,
            place=place,
            log=[(each, tell(each, known)) for each in shown],
            names=called,
            every=CONTEST.count(place.connection, contest),
            kinds=KINDS,
            what=what,
            more=shown[-1].number if len(found) > SHOWN else None,
        )


HANDLERS = [show_audit]
