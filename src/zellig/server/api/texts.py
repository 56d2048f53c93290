"""Texts of a workshop over HTTP: handed in, decided on, replayed."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, delete, get, post
from litestar.params import JSONBody, QueryParameter

from zellig.games.writing.past import PastQuestion, past_questions
from zellig.games.writing.replay import Edit, Frame, Moved, edits, frames, moved
from zellig.games.writing.standing import Standing
from zellig.games.writing.strokes import LONGEST_LINE
from zellig.server.accounts import names_of
from zellig.server.api.cursors import InPart, part_of
from zellig.server.given import By, InHouse, Name
from zellig.server.texts import HandedIn, check_draft, decide, draft_now, hand_in, withdraw
from zellig.server.transactions import turn
from zellig.server.views.texts import TextShown, accounts_in, known_texts, shown_text
from zellig.server.views.workshops import visible
from zellig.server.workshops import find_draft, kept_of, rules_of, seen_of


class Drafted(msgspec.Struct, forbid_unknown_fields=True):
    """The draft that is handed in."""

    draft: str


class Decision(msgspec.Struct, forbid_unknown_fields=True):
    """What an editor decides."""

    taken: bool
    reason: Annotated[str, msgspec.Meta(max_length=2000)] = ""
    final: bool = False  # of one that is not taken: there is no second try


class PastFound(msgspec.Struct):
    """Past questions on an answer."""

    questions: list[PastQuestion]


class Replay(msgspec.Struct):
    """How a draft came to be."""

    frames: list[Frame]
    edits: list[Edit]
    moved: dict[str, Moved]


@post("/workshops/{workshop:str}/texts", sync_to_thread=True, status_code=200)
def post_text(workshop: Name, data: JSONBody[Drafted], house: InHouse, caller: By) -> HandedIn:
    """Hand in a draft; what was found is told, and what is rejected is not taken. Of a private one what
    was handed in before is taken back."""
    account = caller.account
    with house.database.reading() as connection:
        standing = house.workshops.of(connection, workshop)
        draft = draft_now(connection, workshop, standing, account, data.draft)
    rules = rules_of(standing)
    systems = house.systems.against(rules.systems)
    quiz = rules.task == "quiz"
    # Looked at outside of any transaction: nobody waits for it.
    event = check_draft(
        draft,
        standing,
        account,
        house.systems.pool(rules.systems if quiz else ()),
        systems,
    )
    with turn(house.database) as connection:
        now: Standing = house.workshops.held(connection, workshop)
        return hand_in(connection, house.clock(), workshop, now, account, event, draft)


@get("/workshops/{workshop:str}/texts", sync_to_thread=True)
def show_texts(workshop: Name, house: InHouse, caller: By, part: InPart) -> Response[list[TextShown]]:
    """One's own texts, or for an editor all but what others have taken back, in the order of handing in."""
    return part_of(part, int, known_texts(house, caller, workshop), lambda each: each.number)


@post("/workshops/{workshop:str}/texts/{text:str}/decision", sync_to_thread=True)
def post_decision(
    workshop: Name, text: Name, data: JSONBody[Decision], house: InHouse, caller: By
) -> TextShown:
    """Take a text, or send it back."""
    with turn(house.database) as connection:
        standing = house.workshops.held(connection, workshop)
        decide(
            connection,
            house.clock(),
            workshop,
            standing,
            caller.account,
            text,
            data.taken,
            data.reason,
            data.final,
        )
        again: Standing = house.workshops.of(connection, workshop)
        found = again.texts[text]
        return shown_text(again, found, names_of(connection, accounts_in([found])), caller.account)


@delete("/workshops/{workshop:str}/texts/{text:str}", sync_to_thread=True)
def delete_text(workshop: Name, text: Name, house: InHouse, caller: By) -> None:
    """Take back a text of one's own; that it was handed in stays written down."""
    with turn(house.database) as connection:
        standing = house.workshops.held(connection, workshop)
        withdraw(connection, house.clock(), workshop, standing, caller.account, text)


@get("/workshops/{workshop:str}/past", sync_to_thread=True)
def show_past(
    workshop: Name,
    house: InHouse,
    caller: By,
    answer: Annotated[str, QueryParameter(min_length=1, max_length=LONGEST_LINE)],
    text: Annotated[str, QueryParameter(max_length=2000)] = "",
) -> PastFound:
    """Past questions on the answer of a line, as far as systems of the workshop know them; with shared
    phrases."""
    with house.database.reading() as connection:
        rules = rules_of(visible(house, connection, workshop, caller.account))
    known = [past for each in house.systems.against(rules.systems) for past in each.past(answer)]
    return PastFound(past_questions(list(dict.fromkeys(known)), text))


@get("/workshops/{workshop:str}/drafts/{draft:str}/replay", sync_to_thread=True)
def show_replay(workshop: Name, draft: Name, house: InHouse, caller: By) -> Replay:
    """How a draft of one's own came to be."""
    with house.database.reading() as connection:
        find_draft(connection, workshop, caller.account, draft)
        found = list(frames(kept_of(connection, draft), seen_of(connection, draft)))
    changes = list(edits(found))
    return Replay(found, changes, dict(moved(changes)))


HANDLERS = [post_text, show_texts, post_decision, delete_text, show_past, show_replay]
