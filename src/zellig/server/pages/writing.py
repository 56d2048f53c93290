"""The pages of workshops: what there is, and where one writes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from secrets import randbelow

import msgspec
from litestar import get
from sqlalchemy import Connection

from zellig.breakers.strategies.taxonomy import taxonomy
from zellig.checks.questions.pool import asked_before
from zellig.games.writing.rules import WorkshopRules
from zellig.games.writing.spread import spread
from zellig.games.writing.standing import Standing, withdrawable
from zellig.server.caller import Caller
from zellig.server.given import By, InHouse, Name
from zellig.server.pages.places import Tab
from zellig.server.pages.showing import Page, page
from zellig.server.state import House
from zellig.server.views.texts import known_texts
from zellig.server.views.workshops import SystemShown, own_drafts, systems_in, visible
from zellig.server.workshops import find_draft, only_for, originals_of, rewritten_by, rules_of
from zellig.tasks import Task, get_task

# The pages of a workshop: for editors, for all others (they answer blind), or for everybody (None); and
# whether they are about questions alone.
_TABS: tuple[tuple[str, str, bool | None, bool], ...] = (
    ("Queue", "queue", True, False),
    ("Answer", "answer", False, True),
    ("Tag", "tag", None, True),
    ("Board", "board", None, False),
    ("Sets", "sets", True, True),
    ("People", "people", True, False),
    ("Rules", "rules", True, False),
)


class Room:
    """A workshop, seen by who asks, at a moment."""

    def __init__(self, connection: Connection, house: House, caller: Caller, workshop: str) -> None:
        self.connection, self.house, self.caller, self.name = connection, house, caller, workshop
        self.standing: Standing = visible(house, connection, workshop, caller.account)
        self.now: datetime = house.clock()

    @property
    def title(self) -> str:
        return self.standing.title

    @property
    def rules(self) -> WorkshopRules:
        return rules_of(self.standing)

    @property
    def task(self) -> Task:
        return get_task(self.rules.task)

    @property
    def quiz(self) -> bool:
        """Are questions written here, and not pairs?"""
        return self.rules.task == "quiz"

    @property
    def systems(self) -> list[SystemShown]:
        return systems_in(self.house, self.rules)

    @property
    def roles(self) -> list[str]:
        return sorted(self.standing.roles_of(self.caller.account.id))

    @property
    def consented(self) -> bool:
        return self.rules.licence in self.standing.consents.get(self.caller.account.id, ())

    @property
    def edits(self) -> bool:
        return "editor" in self.roles

    @property
    def tabs(self) -> Iterator[Tab]:
        """The pages that are for the roles of who asks."""
        yield Tab("Workshop", self.home)
        for name, address, editors, quiz in _TABS:
            if (self.edits if editors else not self.edits or editors is None) and (self.quiz or not quiz):
                yield Tab(name, f"{self.home}/{address}")

    @property
    def home(self) -> str:
        """The address of the workshop."""
        return f"/workshops/{self.name}"

    @property
    def api(self) -> str:
        """Where its API is."""
        return f"/api/v1/workshops/{self.name}"


@contextmanager
def room_of(house: House, caller: Caller, workshop: str) -> Iterator[Room]:
    """A workshop, read in one transaction; refuses one that is not open to the caller."""
    with house.database.reading() as connection:
        yield Room(connection, house, caller, workshop)


@get("/workshops/{workshop:str}", sync_to_thread=True)
def show_workshop_page(workshop: Name, house: InHouse, caller: By) -> Page:
    """A workshop: one's drafts, and what was handed in."""
    with room_of(house, caller, workshop) as room:
        drafts = own_drafts(house, caller, workshop)
        texts = [each for each in known_texts(house, caller, workshop) if each.mine][::-1]
        states = {each.draft: each.state for each in reversed(texts)}
        return page(
            "workshop.html",
            caller,
            room=room,
            drafts=drafts,
            texts=texts,
            states=states,
            seed=randbelow(2**31),
        )


@get("/workshops/{workshop:str}/drafts/{draft:str}", sync_to_thread=True)
def show_writing(workshop: Name, draft: Name, house: InHouse, caller: By) -> Page:
    """Write a draft of one's own; what is in it comes over the connection."""
    with room_of(house, caller, workshop) as room:
        only_for(room.standing, caller.account, "writer", "editor")
        find_draft(room.connection, workshop, caller.account, draft)
        house.systems.against(room.rules.systems)
        originals = [] if room.quiz else list(originals_of(room.connection, workshop, room.rules).values())
        source, source_text = rewritten_by(room.connection, draft)
        rules = {
            "rewrites": asked_before(source) if source else "",
            "lengths": msgspec.to_builtins(room.rules.lengths),
            "categories": room.rules.categories,
            "words": dict(room.task.words),
            "titles": {each.name: each.title for each in room.systems},
        }
        meanings = {code: row.instruction for code, row in taxonomy().items()}
        return page(
            "writing.html",
            caller,
            room=room,
            draft=draft,
            stands=bool(withdrawable(room.standing, draft)),
            originals=originals,
            rules=rules,
            source=source,
            source_text=source_text,
            spread=spread(room.standing, caller.account.id) if room.quiz else [],
            phenomena={**meanings, **room.rules.phenomena},
        )


@get("/workshops/{workshop:str}/drafts/{draft:str}/replay", sync_to_thread=True)
def show_replay_page(workshop: Name, draft: Name, house: InHouse, caller: By) -> Page:
    """Watch a draft of one's own being written."""
    with room_of(house, caller, workshop) as room:
        find_draft(room.connection, workshop, caller.account, draft)
        titles = {each.name: each.title for each in room.systems}
        return page("replay.html", caller, room=room, draft=draft, titles=titles)


HANDLERS = [show_workshop_page, show_writing, show_replay_page]
