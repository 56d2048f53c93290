"""Blind judging over HTTP."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, Response, get, post
from litestar.params import JSONBody
from sqlalchemy import Connection

from zellig.games.contest.phases import refuse_act
from zellig.server.accounts import Account
from zellig.server.agreement import Agreement, agreement
from zellig.server.api.cursors import InPart, part_of
from zellig.server.api.given import By, InHouse, Name, Round
from zellig.server.api.tags import known_by
from zellig.server.contests import allow, organise
from zellig.server.gathering import rules_of
from zellig.server.judged import JudgedPair, Progress, judged, progress
from zellig.server.judging import Asked, Saying, ask_about, ask_next, is_asked, say, undo
from zellig.server.problems import ForbiddenError
from zellig.server.state import House
from zellig.server.transactions import turn
from zellig.server.unresolved import Unresolved, unresolved
from zellig.server.versions import newest_rows


class Undone(msgspec.Struct):
    """The question whose verdict was taken back."""

    question: str


@post("/contests/{contest:str}/questions", sync_to_thread=True, status_code=200)
def post_questions(contest: Name, house: InHouse, caller: By, number: Round = 1) -> list[Asked]:
    """The next questions for the judge who asks; what is judged is written down when the first one asks."""
    account = caller.account
    with house.database.reading() as connection:
        standing = house.standings.of(connection, contest)
        refused = refuse_act("judge", standing.roles_of(account.id), standing.timeline, house.clock(), number)
        if refused is None and is_asked(connection, contest, number):
            return _next(house, connection, contest, account, number)
    with turn(house.database) as connection:
        standing = house.standings.held(connection, contest)
        allow(connection, house.clock(), contest, standing, account, "judge", number)
        ask_about(connection, house.clock(), contest, standing, number)
    with house.database.reading() as connection:
        return _next(house, connection, contest, account, number)


def _next(house: House, connection: Connection, contest: str, account: Account, number: int) -> list[Asked]:
    standing = house.standings.of(connection, contest)
    with house.tallies.of(connection, contest, number, rules_of(standing).judging) as tally:
        return ask_next(connection, tally, standing, account, number)


@post("/contests/{contest:str}/questions/{question:str}/verdicts", sync_to_thread=True, status_code=204)
def post_verdict(contest: Name, question: Name, data: JSONBody[Saying], house: InHouse, caller: By) -> None:
    """Say what the right answer is, or why one cannot say."""
    with turn(house.database) as connection:
        standing = house.standings.of(connection, contest)
        say(connection, house.clock(), contest, standing, caller.account, question, data)


@post("/contests/{contest:str}/undo", sync_to_thread=True)
def post_undo(contest: Name, house: InHouse, caller: By, number: Round = 1) -> Undone:
    """Take back the last verdict."""
    with turn(house.database) as connection:
        standing = house.standings.of(connection, contest)
        allow(connection, house.clock(), contest, standing, caller.account, "judge", number)
        return Undone(undo(connection, house.clock(), contest, caller.account, number))


@get("/contests/{contest:str}/progress", sync_to_thread=True)
def get_progress(
    contest: Name, request: Request[Any, Any, Any], house: InHouse, caller: By, number: Round = 1
) -> Progress:
    """How far the judging is, for judges and organisers."""
    with house.database.reading() as connection:
        standing = house.standings.of(connection, contest)
        if not {"judge", "organiser"} & standing.roles_of(caller.account.id):
            raise ForbiddenError("this is for judges and organisers", remedy="Ask the organiser.")
        known_by(request, caller.account.id, standing.last, newest_rows(connection, contest, number))
        with house.tallies.of(connection, contest, number, rules_of(standing).judging) as tally:
            return progress(connection, tally, standing, caller.account)


@get("/contests/{contest:str}/judged", sync_to_thread=True)
def get_judged(
    contest: Name,
    request: Request[Any, Any, Any],
    house: InHouse,
    caller: By,
    part: InPart,
    number: Round = 1,
) -> Response[list[JudgedPair]]:
    """How the pairs that one's own team brought or answered were judged, or all for an organiser, by pair and
    side."""
    with house.database.reading() as connection:
        standing = house.standings.of(connection, contest)
        allow(connection, house.clock(), contest, standing, caller.account, "see-judged", number)
        known_by(request, caller.account.id, standing.last, newest_rows(connection, contest, number))
        found = judged(connection, contest, standing, number, caller.account)
    return part_of(part, tuple[str, str], found, lambda each: (each.pair, each.side))


@get("/contests/{contest:str}/unresolved", sync_to_thread=True)
def get_unresolved(
    contest: Name, house: InHouse, caller: By, part: InPart, number: Round = 1
) -> Response[list[Unresolved]]:
    """What judging has left open, why, and who has to act; for organisers."""
    with house.database.reading() as connection:
        standing = house.standings.of(connection, contest)
        organise(standing, caller.account)
        found = unresolved(connection, house.clock(), contest, standing, number)
    return part_of(part, tuple[str, str], found, lambda each: (each.judged.pair, each.judged.side))


@get("/contests/{contest:str}/agreement", sync_to_thread=True)
def get_agreement(
    contest: Name, request: Request[Any, Any, Any], house: InHouse, caller: By, number: Round = 1
) -> Agreement:
    """How far the judges agree, what each is worth, and the likeliest answer to each question."""
    with house.database.reading() as connection:
        standing = house.standings.of(connection, contest)
        organise(standing, caller.account)
        known_by(request, standing.last, newest_rows(connection, contest, number))
        return agreement(connection, contest, standing, caller.account, number)


HANDLERS = [
    post_questions,
    post_verdict,
    post_undo,
    get_progress,
    get_judged,
    get_unresolved,
    get_agreement,
]
