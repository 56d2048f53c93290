"""Workshops and drafts over HTTP; what is typed goes over a WebSocket (`server/live`)."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, delete, get, post, put
from litestar.concurrency import sync_to_thread
from litestar.params import FromQuery, JSONBody, QueryParameter
from sqlalchemy import Connection

from zellig.games.writing import events
from zellig.games.writing.answers import offered
from zellig.games.writing.rewriting import answered_question, sampled
from zellig.games.writing.rules import Role, WorkshopRules
from zellig.games.writing.strokes import replayed
from zellig.items import Item
from zellig.server.accounts import Account
from zellig.server.api.cursors import InPart, part_of
from zellig.server.api.submissions import read_body
from zellig.server.etags import refuse_stale
from zellig.server.given import By, InHouse, Invited, Name
from zellig.server.invitations import invite_to_workshop
from zellig.server.problems import ConflictError
from zellig.server.state import House
from zellig.server.transactions import turn
from zellig.server.views.workshops import (
    DraftShown,
    PersonShown,
    WorkshopShown,
    known_workshops,
    own_drafts,
    people_in,
    shown,
    visible,
)
from zellig.server.workshops import (
    LARGEST,
    WORKSHOP,
    begin_draft,
    begin_rewriting,
    change_rules,
    count_material,
    delete_draft,
    find_draft,
    found_workshop,
    give_material,
    give_role,
    leave_workshop,
    only_for,
    originals_of,
    rules_of,
    strokes_of,
    take_role,
)

Short = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class NewWorkshop(msgspec.Struct, forbid_unknown_fields=True):
    """A workshop that is founded."""

    workshop: Annotated[str, msgspec.Meta(min_length=1, max_length=50)]
    title: Short
    rules: WorkshopRules


class NewRole(msgspec.Struct, forbid_unknown_fields=True):
    """Who gets a role, or loses it."""

    name: Short  # of the account
    role: Role


class NewWriter(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody is invited to be."""

    role: Role


class Material(msgspec.Struct):
    """Items that were brought, and how many."""

    items: int


class Begun(msgspec.Struct):
    """A draft to write in."""

    draft: str


class AnswersFound(msgspec.Struct):
    """Known answers that begin like what was typed."""

    answers: list[str]
    called: dict[str, str] = {}  # of those that were found by another name: that name


@get("/workshops", sync_to_thread=True)
def show_workshops(house: InHouse, caller: By, part: InPart) -> Response[list[WorkshopShown]]:
    """All workshops that are open to the caller."""
    return part_of(part, str, known_workshops(house, caller), lambda each: each.workshop)


@post("/workshops", sync_to_thread=True)
def post_workshop(data: JSONBody[NewWorkshop], house: InHouse, caller: By) -> WorkshopShown:
    """Found a workshop."""
    with turn(house.database) as connection:
        found_workshop(
            connection, house.clock(), caller.account, data.workshop, data.title, data.rules, house.systems
        )
        return _again(connection, house, data.workshop, caller.account)


@get("/workshops/{workshop:str}", sync_to_thread=True)
def show_workshop(workshop: Name, house: InHouse, caller: By) -> WorkshopShown:
    """A workshop: its rules, its systems, and what the caller is in it."""
    with house.database.reading() as connection:
        return shown(house, workshop, visible(house, connection, workshop, caller.account), caller.account)


@get("/workshops/{workshop:str}/rules", sync_to_thread=True)
def show_workshop_rules(workshop: Name, house: InHouse, caller: By) -> WorkshopRules:
    """The rules of a workshop."""
    with house.database.reading() as connection:
        return rules_of(visible(house, connection, workshop, caller.account))


@put("/workshops/{workshop:str}/rules", sync_to_thread=True)
def put_workshop_rules(
    workshop: Name,
    data: JSONBody[WorkshopRules],
    request: Request[Any, Any, Any],
    house: InHouse,
    caller: By,
) -> WorkshopShown:
    """Change lengths, categories, what is wanted of them, phenomena, or whether everybody may write; editors
    only. With If-Match only in place of those that have the ETag."""
    with turn(house.database) as connection:
        standing = house.workshops.held(connection, workshop)
        only_for(standing, caller.account, "editor")
        refuse_stale(request, standing.rules)
        change_rules(connection, house.clock(), workshop, standing, caller.account, data)
        return _again(connection, house, workshop, caller.account)


@post("/workshops/{workshop:str}/materials", request_max_body_size=LARGEST)
async def post_material(
    workshop: Name,
    request: Request[Any, Any, Any],
    house: InHouse,
    caller: By,
    filename: Annotated[str, QueryParameter(min_length=1, max_length=200)],
) -> Material:
    """Upload items that writers change, as the body of the request; editors only."""
    account = caller.account

    def ruled() -> WorkshopRules:
        with house.database.reading() as connection:
            standing = house.workshops.of(connection, workshop)
        only_for(standing, account, "editor")
        return rules_of(standing)

    rules = await sync_to_thread(ruled)
    content = await read_body(request, LARGEST)

    def take() -> int:
        items = count_material(filename, content, rules)
        with turn(house.database) as connection:
            standing = house.workshops.of(connection, workshop)
            give_material(connection, house.clock(), workshop, standing, account, filename, content)
        return items

    return Material(await sync_to_thread(take))


@post("/workshops/{workshop:str}/roles", sync_to_thread=True)
def post_role(workshop: Name, data: JSONBody[NewRole], house: InHouse, caller: By) -> WorkshopShown:
    """Let somebody who has an account write or edit here."""
    with turn(house.database) as connection:
        standing = house.workshops.held(connection, workshop)
        give_role(connection, house.clock(), workshop, standing, caller.account, data.name, data.role)
        return _again(connection, house, workshop, caller.account)


@post("/workshops/{workshop:str}/roles/taken", sync_to_thread=True, status_code=204)
def post_taken_workshop_role(workshop: Name, data: JSONBody[NewRole], house: InHouse, caller: By) -> None:
    """Take a role from somebody; what they wrote and said stays."""
    with turn(house.database) as connection:
        standing = house.workshops.held(connection, workshop)
        take_role(connection, house.clock(), workshop, standing, caller.account, data.name, data.role)


@post("/workshops/{workshop:str}/leaving", sync_to_thread=True, status_code=204)
def post_leaving(workshop: Name, house: InHouse, caller: By) -> None:
    """Give up one's own roles; what one wrote and said stays, and counts."""
    with turn(house.database) as connection:
        standing = house.workshops.held(connection, workshop)
        leave_workshop(connection, house.clock(), workshop, standing, caller.account)


@post("/workshops/{workshop:str}/invitations", sync_to_thread=True)
def post_workshop_invitation(
    workshop: Name, data: JSONBody[NewWriter], house: InHouse, caller: By
) -> Invited:
    """A link that gives a role to one person, who need not have an account yet."""
    with turn(house.database) as connection:
        standing = house.workshops.of(connection, workshop)
        now = house.clock()
        link = invite_to_workshop(connection, now, workshop, standing, caller.account, data.role)
    return Invited(link, f"{house.settings.address}/join/{link}")


@get("/workshops/{workshop:str}/people", sync_to_thread=True)
def show_workshop_people(
    workshop: Name, house: InHouse, caller: By, part: InPart
) -> Response[list[PersonShown]]:
    """Who was given a role, by name; editors only."""
    with house.database.reading() as connection:
        standing = visible(house, connection, workshop, caller.account)
        only_for(standing, caller.account, "editor")
        return part_of(part, str, people_in(connection, standing), lambda each: each.name)


@put("/workshops/{workshop:str}/consent", sync_to_thread=True)
def put_workshop_consent(workshop: Name, house: InHouse, caller: By) -> WorkshopShown:
    """Agree that what one submits may be published under the workshop's licence."""
    account = caller.account
    with turn(house.database) as connection:
        standing = house.workshops.held(connection, workshop)
        only_for(standing, account, "writer", "editor")
        licence = rules_of(standing).licence
        if licence not in standing.consents.get(account.id, ()):
            WORKSHOP.append(connection, house.clock(), workshop, account.id, events.Consented(licence))
        return _again(connection, house, workshop, account)


@post("/workshops/{workshop:str}/drafts", sync_to_thread=True)
def post_draft(
    workshop: Name,
    house: InHouse,
    caller: By,
    copy_of: FromQuery[str | None] = None,
    rewrite: Annotated[int | None, QueryParameter(ge=0, le=2**31)] = None,
) -> Begun:
    """Begin a draft; a copy keeps what a tab has that lost its pen. `rewrite` is a seed: the draft begins
    with a question that the machine answers, and the seed says which."""
    question = None if rewrite is None else _to_rewrite(house, workshop, caller.account, rewrite)
    with turn(house.database) as connection:
        standing = house.workshops.of(connection, workshop)
        draft = begin_draft(connection, house.clock(), workshop, standing, caller.account, copy_of)
        if question is not None:
            begin_rewriting(connection, house.clock(), draft, rules_of(standing), question)
        return Begun(draft)


def _to_rewrite(house: House, workshop: str, account: Account, seed: int) -> Item:
    """A question that the editors have brought, or that the machine has learnt from, and that it answers."""
    with house.database.reading() as connection:
        standing = visible(house, connection, workshop, account)
        only_for(standing, account, "writer", "editor")
        rules = rules_of(standing)
        if rules.task != "quiz":
            raise ConflictError("questions are rewritten, and pairs are not", remedy="Choose an item.")
        brought = list(originals_of(connection, workshop, rules).values())
    against = house.systems.against(rules.systems)[0]
    return answered_question(sampled(brought) or house.systems.rewritable(against.name), against.system, seed)


@get("/workshops/{workshop:str}/drafts", sync_to_thread=True)
def show_drafts(workshop: Name, house: InHouse, caller: By, part: InPart) -> Response[list[DraftShown]]:
    """One's own drafts, by their ids."""
    found = sorted(own_drafts(house, caller, workshop), key=lambda each: each.draft)
    return part_of(part, str, found, lambda each: each.draft)


@get("/workshops/{workshop:str}/drafts/{draft:str}", sync_to_thread=True)
def show_draft(workshop: Name, draft: Name, house: InHouse, caller: By) -> DraftShown:
    """A draft of one's own as it is kept."""
    with house.database.reading() as connection:
        row = find_draft(connection, workshop, caller.account, draft)
        strokes = strokes_of(connection, draft)
    return DraftShown(row.id, row.created_at, len(strokes), replayed(strokes))


@delete("/workshops/{workshop:str}/drafts/{draft:str}", sync_to_thread=True)
def delete_own_draft(workshop: Name, draft: Name, house: InHouse, caller: By) -> None:
    """Delete a draft of one's own that was never handed in."""
    with turn(house.database) as connection:
        standing = house.workshops.held(connection, workshop)
        delete_draft(connection, workshop, standing, caller.account, draft)


@get("/workshops/{workshop:str}/answers", sync_to_thread=True)
def show_answers(
    workshop: Name,
    house: InHouse,
    caller: By,
    begins: Annotated[str, QueryParameter(min_length=1, max_length=100)],
) -> AnswersFound:
    """Answers that the workshop's systems know, for who types the beginning of one."""
    with house.database.reading() as connection:
        rules = rules_of(visible(house, connection, workshop, caller.account))
    known = [each.named.known for each in house.systems.against(rules.systems)]
    found = offered(known, begins)
    return AnswersFound(
        [each.answer for each in found], {each.answer: each.called for each in found if each.called}
    )


def _again(connection: Connection, house: House, workshop: str, account: Account) -> WorkshopShown:
    return shown(house, workshop, house.workshops.of(connection, workshop), account)


HANDLERS = [
    show_workshops,
    post_workshop,
    post_material,
    post_role,
    post_taken_workshop_role,
    post_leaving,
    post_workshop_invitation,
    show_workshop_people,
    show_workshop,
    show_workshop_rules,
    put_workshop_rules,
    put_workshop_consent,
    post_draft,
    show_drafts,
    show_draft,
    delete_own_draft,
    show_answers,
]
