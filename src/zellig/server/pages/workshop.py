"""Founding a workshop, who takes part in it, and its board."""

from __future__ import annotations

import msgspec
from litestar import get

from zellig.games.writing.rules import usual_rules
from zellig.server.etags import tag_of_answer
from zellig.server.given import By, InHouse, Name
from zellig.server.pages.showing import Page, page
from zellig.server.pages.writing import room_of
from zellig.server.problems import ForbiddenError
from zellig.server.views.readers import writers
from zellig.server.views.workshops import people_in
from zellig.server.workshops import only_for, originals_of


@get("/new-workshop", sync_to_thread=True)
def show_new_workshop(house: InHouse, caller: By) -> Page:
    """Found a workshop; operators only."""
    if not caller.account.operator:
        raise ForbiddenError("only an operator founds workshops", remedy="Ask the operator of this server.")
    tasks = {each.task.name: each.task for each in house.systems.values()}
    # As JSON in the order of the categories, which templates would sort.
    usual = msgspec.json.encode({name: usual_rules(task, ()) for name, task in tasks.items()}).decode()
    systems = sorted(house.systems.values(), key=lambda each: (each.task.name, each.title))
    return page("new_workshop.html", caller, systems=systems, usual=usual)


@get("/workshops/{workshop:str}/people", sync_to_thread=True)
def show_workshop_people_page(workshop: Name, house: InHouse, caller: By) -> Page:
    """Who takes part, invitations, and what writers are given."""
    with room_of(house, caller, workshop) as room:
        only_for(room.standing, caller.account, "editor")
        people = people_in(room.connection, room.standing)
        materials = len(originals_of(room.connection, workshop, room.rules))
        return page("workshop_people.html", caller, room=room, people=people, materials=materials)


@get("/workshops/{workshop:str}/rules", sync_to_thread=True)
def show_rules_page(workshop: Name, house: InHouse, caller: By) -> Page:
    """The rules, of which editors change what can be changed."""
    with room_of(house, caller, workshop) as room:
        only_for(room.standing, caller.account, "editor")
        # As JSON in the order of the categories, which templates would sort.
        rules = msgspec.json.encode(room.rules).decode()
        seen = tag_of_answer(room.rules)
        return page("workshop_rules.html", caller, room=room, rules=rules, seen=seen)


@get("/workshops/{workshop:str}/board", sync_to_thread=True)
def show_writers_page(workshop: Name, house: InHouse, caller: By) -> Page:
    """The writers: accepted texts, systems fooled, people not fooled."""
    with room_of(house, caller, workshop) as room:
        return page("writers.html", caller, room=room, writers=writers(house, caller, workshop))


HANDLERS = [show_new_workshop, show_workshop_people_page, show_rules_page, show_writers_page]
