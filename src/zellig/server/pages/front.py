"""The first page, signing in, and what a link leads to."""

from __future__ import annotations

from litestar import Response, get
from litestar.params import FromQuery

from zellig.server.given import By, InHouse, Name
from zellig.server.links import look_at_link
from zellig.server.pages.next_step import next_step
from zellig.server.pages.showing import Page, elsewhere, page
from zellig.server.views.arenas import known_arenas
from zellig.server.views.contests import known_contests
from zellig.server.views.rooms import rooms_shown
from zellig.server.views.tournaments import tournaments_seen
from zellig.server.views.workshops import known_workshops


@get("/", sync_to_thread=True)
def show_front(house: InHouse, caller: By) -> Page:
    """All contests, workshops and matches that the caller may know of, with what to do next in contests."""
    contests = known_contests(house, caller)
    who = caller.signed_in.id if caller.signed_in else None
    with house.database.reading() as connection:
        steps = {
            each.contest: next_step(house.standings.of(connection, each.contest), who, each.now)
            for each in contests
            if each.roles
        }
    return page(
        "front.html",
        caller,
        contests=contests,
        steps=steps,
        workshops=known_workshops(house, caller),
        arenas=known_arenas(house, caller),
        open=house.settings.open,
        systems=bool(house.systems),
        tournaments=[each for each in tournaments_seen(house, caller) if each.state != "published"]
        if who
        else [],
        rooms=[each for each in rooms_shown(house, caller) if each.state != "over"] if who else [],
    )


@get("/sign-in", sync_to_thread=True)
def show_sign_in(house: InHouse, caller: By, back: FromQuery[str] = "/") -> Response[str] | Response[None]:
    """Sign in, and go back to where one wanted to be."""
    safe = back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/"
    if caller.signed_in is not None:
        return elsewhere(safe)
    mails = house.settings.mail is not None
    return page("sign_in.html", caller, back=safe, open=house.settings.open, mails=mails)


@get("/join/{link:str}", sync_to_thread=True)
def show_join(link: Name, house: InHouse, caller: By) -> Page:
    """What a link gives, and how to take it."""
    with house.database.reading() as connection:
        gift = look_at_link(connection, house.clock(), link)
        standing = house.standings.of(connection, gift.contest) if gift.contest else None
        workshop = house.workshops.of(connection, gift.workshop) if gift.workshop else None
        room = house.rooms.of(connection, gift.room) if gift.room else None
        cup = house.tournaments.of(connection, gift.tournament) if gift.tournament else None
    founded = standing.teams.get(gift.team) if standing and gift.team else None
    team = founded.name if founded else gift.team if cup else None
    title = next((each.title for each in (standing, workshop, room, cup) if each), "")
    mails = house.settings.mail is not None
    rules = workshop.rules if workshop else None
    return page("join.html", caller, link=link, gift=gift, title=title, team=team, rules=rules, mails=mails)


HANDLERS = [show_front, show_sign_in, show_join]
