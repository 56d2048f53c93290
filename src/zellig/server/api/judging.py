"""Blind judging over HTTP."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, Response, get, post
from litestar.concurrency import sync_to_thread
from litestar.params import JSONBody

from zellig.games.contest.uploads import MEGABYTE
from zellig.server.agreement import Agreement, agreement
from zellig.server.api.cursors import InPart, part_of
from zellig.server.api.submissions import read_body
from zellig.server.contests import allow, organise, refusal
from zellig.server.etags import known_by
from zellig.server.gathering import rules_of
from zellig.server.given import By, InHouse, Name, Round
from zellig.server.judged import JudgedPair, Progress, judged, progress
from zellig.server.judging import (
    NOTE,
    Asked,
    Saying,
    ask_next,
    draw_questions,
    find_question,
    judgeable,
    undo,
    verdict,
)
from zellig.server.problems import ConflictError, ForbiddenError
from zellig.server.transactions import turn
from zellig.server.unresolved import Unresolved, unresolved
from zellig.server.verdict_files import Taken, take_verdicts, verdict_file
from zellig.server.versions import newest_rows

LARGEST = 16 * MEGABYTE  # bytes of a file of verdicts
TRIES = 3  # to draw what is judged, if other things count meanwhile


class Undone(msgspec.Struct):
    """The question whose verdict was taken back."""

    question: str


@post("/contests/{contest:str}/questions", sync_to_thread=True, status_code=200)
def post_questions(contest: Name, house: InHouse, caller: By, number: Round = 1) -> list[Asked]:
    """The next questions for the judge who asks; what is judged is written down when the first one asks."""
    account = caller.account
    for _ in range(TRIES):
        found = None
        with house.database.reading() as connection:
            standing = house.standings.of(connection, contest)
            if refusal(house.clock(), standing, account, "judge", number) is None:
                with house.tallies.of(connection, contest, number, rules_of(standing).judging) as tally:
                    if tally.questions:
                        return ask_next(connection, tally, standing, account, number)
                found = judgeable(connection, contest, standing, number)
        with turn(house.database) as connection:
            standing = house.standings.held(connection, contest)
            allow(connection, house.clock(), contest, standing, account, "judge", number)
            if found and draw_questions(connection, house.clock(), contest, standing, number, found):
                break
    else:
        raise ConflictError("what is judged was changed meanwhile", remedy="Ask again.")
    with house.database.reading() as connection:
        standing = house.standings.of(connection, contest)
        with house.tallies.of(connection, contest, number, rules_of(standing).judging) as tally:
            return ask_next(connection, tally, standing, account, number)


@post("/contests/{contest:str}/questions/{question:str}/verdicts", sync_to_thread=True, status_code=204)
def post_verdict(contest: Name, question: Name, data: JSONBody[Saying], house: InHouse, caller: By) -> None:
    """Say what the right answer is, or why one cannot say."""
    account, now = caller.account, house.clock()
    with house.database.looking() as connection:
        standing = house.standings.of(connection, contest)
        posed = house.tallies.find(contest, standing.rounds, question) or find_question(
            connection, contest, question
        )
    if refusal(now, standing, account, "judge", posed.round) is not None:
        with turn(house.database) as connection:  # it is written down that somebody came too late
            allow(connection, now, contest, standing, account, "judge", posed.round)
    house.database.write(NOTE, verdict(now, contest, standing, account, question, posed, data))


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
        with house.tallies.of(connection, contest, number, rules_of(standing).judging) as tally:
            known_by(request, caller.account.id, standing.last, len(tally.questions), tally.changes)
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


@get("/contests/{contest:str}/verdicts", sync_to_thread=True, media_type="application/jsonl")
def get_verdicts(contest: Name, house: InHouse, caller: By, number: Round = 1) -> Response[bytes]:
    """What people said in a round, as `zellig judge report` reads it; for organisers."""
    with house.database.reading() as connection:
        standing = house.standings.of(connection, contest)
        content = verdict_file(connection, contest, standing, caller.account, number)
    headers = {"Content-Disposition": 'attachment; filename="verdicts.jsonl"'}
    return Response(content, media_type="application/jsonl", headers=headers)


@post("/contests/{contest:str}/verdicts", request_max_body_size=LARGEST, status_code=200)
async def post_verdicts(
    contest: Name, request: Request[Any, Any, Any], house: InHouse, caller: By, number: Round = 1
) -> Taken:
    """Bring a file of verdicts that one has given elsewhere, with `zellig judge`, on texts that are asked
    about here."""
    account = caller.account
    content = await read_body(request, LARGEST)

    def take() -> Taken:
        with turn(house.database) as connection:
            now, standing = house.clock(), house.standings.held(connection, contest)
            allow(connection, now, contest, standing, account, "judge", number)
            return take_verdicts(connection, now, contest, standing, account, number, content)

    return await sync_to_thread(take)


HANDLERS = [
    post_questions,
    post_verdict,
    post_undo,
    get_progress,
    get_judged,
    get_unresolved,
    get_agreement,
    get_verdicts,
    post_verdicts,
]
