"""Blind answers and second readers' tags over HTTP."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, get, post, put
from litestar.params import JSONBody

from zellig.games.writing.blind import (
    BlindAnswer,
    blind_answers,
    clue_after,
    clue_before,
    left_for,
    next_for,
)
from zellig.games.writing.second_reading import Agreement, agreement
from zellig.games.writing.standing import Reading, Standing, Text
from zellig.server.accounts import Account
from zellig.server.api.cursors import InPart, part_of
from zellig.server.given import By, InHouse, Name
from zellig.server.readers import answer_blind, hear_clue, only_for_blind, tag
from zellig.server.texts import find_text
from zellig.server.transactions import turn
from zellig.server.views.readers import ToTag, WriterShown, to_tag, whole_question, writers
from zellig.server.views.workshops import visible
from zellig.server.workshops import only_for, rules_of
from zellig.tasks.task import Judgement


class Tags(msgspec.Struct, forbid_unknown_fields=True):
    """What makes a question hard, as a second reader sees it; perhaps nothing."""

    phenomena: Annotated[tuple[str, ...], msgspec.Meta(max_length=50)]


class ToAnswer(msgspec.Struct):
    """A question as far as its reader has heard it, and how many there are to answer."""

    left: int
    text: str | None = None  # none: nothing is left
    heard: str = ""
    clue: int = 0  # where the last clue begins in what was heard
    more: bool = False  # is there another clue?
    prompted: bool = False  # is an answer asked to say more?
    ask: str = ""


class Said(msgspec.Struct, forbid_unknown_fields=True):
    """An answer; an empty one gives up."""

    answer: Annotated[str, msgspec.Meta(max_length=500)]
    position: Annotated[int, msgspec.Meta(ge=0, le=100_000)] | None = None  # characters read; else all heard


class Judged(msgspec.Struct):
    """What became of an answer; the answer line and the rest of the question when it is over."""

    judgement: Judgement
    over: bool
    answer: str = ""
    question: str = ""


@get("/workshops/{workshop:str}/to-tag", sync_to_thread=True)
def show_to_tag(workshop: Name, house: InHouse, caller: By, part: InPart) -> Response[list[ToTag]]:
    """Accepted questions of the sample that wait for the caller's tags, in the order of their texts."""
    return part_of(part, int, to_tag(house, caller, workshop), lambda each: each.number)


@put("/workshops/{workshop:str}/texts/{text:str}/tags", sync_to_thread=True, status_code=204)
def put_tags(workshop: Name, text: Name, data: JSONBody[Tags], house: InHouse, caller: By) -> None:
    """Tag a question of the sample, without having seen what its writer said."""
    with turn(house.database) as connection:
        standing = house.workshops.held(connection, workshop)
        tag(connection, house.clock(), workshop, standing, caller.account, text, data.phenomena)


@get("/workshops/{workshop:str}/agreement", sync_to_thread=True)
def show_tag_agreement(workshop: Name, house: InHouse, caller: By) -> Agreement:
    """How far second readers agree with each other and with the writers; editors only."""
    with house.database.reading() as connection:
        standing = visible(house, connection, workshop, caller.account)
        only_for(standing, caller.account, "editor")
    return agreement(standing, list(rules_of(standing).phenomena))


@get("/workshops/{workshop:str}/to-answer", sync_to_thread=True)
def show_to_answer(workshop: Name, house: InHouse, caller: By) -> ToAnswer:
    """The question that the caller has begun to read, or the next one; as far as it was heard."""
    with house.database.reading() as connection:
        standing = visible(house, connection, workshop, caller.account)
        only_for_blind(standing, caller.account)
        return _to_answer(standing, caller.account, next_for(standing, caller.account.id))


@post("/workshops/{workshop:str}/texts/{text:str}/clues", sync_to_thread=True)
def post_clue(workshop: Name, text: Name, house: InHouse, caller: By) -> ToAnswer:
    """Hear the next clue of a question."""
    with turn(house.database) as connection:
        standing = house.workshops.held(connection, workshop)
        hear_clue(connection, house.clock(), workshop, standing, caller.account, text)
        again: Standing = house.workshops.of(connection, workshop)
        return _to_answer(again, caller.account, find_text(again, text))


@post("/workshops/{workshop:str}/texts/{text:str}/answers", sync_to_thread=True)
def post_answer(workshop: Name, text: Name, data: JSONBody[Said], house: InHouse, caller: By) -> Judged:
    """Answer a question after what was heard of it; it is judged at once."""
    with turn(house.database) as connection:
        standing = house.workshops.held(connection, workshop)
        judgement = answer_blind(
            connection,
            house.clock(),
            workshop,
            standing,
            caller.account,
            text,
            data.answer,
            data.position,
        )
    if judgement.outcome == "prompt":  # why would tell what the answer is
        return Judged(Judgement("prompt", "it is asked to be more exact", judgement.ask), False)
    question = standing.texts[text].question
    return (
        Judged(judgement, True, *whole_question(standing.texts[text]))
        if question
        else Judged(judgement, True)
    )


@get("/workshops/{workshop:str}/texts/{text:str}/answers", sync_to_thread=True)
def show_blind_answers(
    workshop: Name, text: Name, house: InHouse, caller: By, part: InPart
) -> Response[list[BlindAnswer]]:
    """What blind readers answered to a question, and how it was judged; editors only, and nobody is named."""
    with house.database.reading() as connection:
        standing = visible(house, connection, workshop, caller.account)
        only_for(standing, caller.account, "editor")
    return part_of(part, int, blind_answers(find_text(standing, text)), lambda each: each.number)


@get("/workshops/{workshop:str}/board", sync_to_thread=True)
def show_writers(workshop: Name, house: InHouse, caller: By, part: InPart) -> Response[list[WriterShown]]:
    """The writers, by name: accepted texts, systems fooled, people not fooled."""
    return part_of(part, str, writers(house, caller, workshop), lambda each: each.name)


def _to_answer(standing: Standing, account: Account, text: Text | None) -> ToAnswer:
    left = left_for(standing, account.id)
    if text is None or text.question is None:
        return ToAnswer(left)
    question, reading = text.question, text.readings.get(account.id, Reading())
    asked = reading.said[-1].judgement if reading.said else None
    return ToAnswer(
        left,
        text.event.text,
        question.fields["text"][: reading.heard],
        clue_before(question, reading.heard),
        clue_after(question, reading.heard) is not None,
        asked is not None,
        asked.ask if asked else "",
    )


HANDLERS = [
    show_to_tag,
    put_tags,
    show_tag_agreement,
    show_to_answer,
    post_clue,
    post_answer,
    show_blind_answers,
    show_writers,
]
