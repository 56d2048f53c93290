"""Uploads and downloads of a contest over HTTP."""

from __future__ import annotations

import secrets
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, get, post
from litestar.concurrency import sync_to_thread
from litestar.params import FromPath, FromQuery, HeaderParameter, QueryParameter
from sqlalchemy import Connection

from zellig.games.contest.phases import Act
from zellig.games.contest.uploads import MEGABYTE, Kind
from zellig.items import Item, Prediction, encode_record, header_of
from zellig.server.api.cursors import InPart, part_of
from zellig.server.caller import Caller
from zellig.server.contests import allow
from zellig.server.gathering import blind_round, brought_pairs, dev_answers, organisers_items, rules_of
from zellig.server.given import By, InHouse, Name, Round
from zellig.server.limits import spend
from zellig.server.problems import ForbiddenError, TooLargeError
from zellig.server.receiving import largest_of, receive, too_large, withdraw
from zellig.server.state import House
from zellig.server.submissions import Submission, contents, find_submission, refuse_unfinished, submissions_of
from zellig.server.transactions import turn

LARGEST = 1024 * MEGABYTE  # bytes of any upload, whatever the rules say

What = Literal["training", "dev", "starter", "dev-predictions", "pairs"]

_GETS: dict[What, Act] = {
    "training": "get-training",
    "dev": "get-dev",
    "starter": "get-starter",
    "dev-predictions": "get-dev-predictions",
    "pairs": "get-blind-pairs",
}


class Received(msgspec.Struct):
    """An upload was taken, and will be checked."""

    submission: str


@post("/contests/{contest:str}/submissions", request_max_body_size=LARGEST)
async def upload(
    contest: Name,
    request: Request[Any, Any, Any],
    house: InHouse,
    caller: By,
    kind: FromQuery[Kind],
    filename: Annotated[str, QueryParameter(min_length=1, max_length=200)],
    number: Round = 1,
    key: Annotated[str | None, HeaderParameter(name="Idempotency-Key", max_length=100)] = None,
) -> Received:
    """Upload the body of the request as a file; the same Idempotency-Key gives the same submission."""
    account = caller.account

    def allowed() -> int:
        with house.database.reading() as connection:
            return largest_of(house.standings.of(connection, contest), account)

    content = await read_body(request, await sync_to_thread(allowed))

    def take() -> str:
        with turn(house.database) as connection:
            standing = house.standings.held(connection, contest)
            now = house.clock()  # only now, so that what is received later is later
            spend(connection, now, "upload", account.id)
            return receive(
                connection,
                now,
                contest,
                standing,
                account,
                kind,
                number,
                filename,
                content,
                key or secrets.token_hex(16),
            )

    return Received(await sync_to_thread(take))


async def read_body(request: Request[Any, Any, Any], largest: int) -> bytes:
    """The body of a request, of which no more is kept than may be."""
    content = bytearray()
    async for chunk in request.stream():
        content += chunk
        if len(content) > largest:
            raise too_large(largest)
    return bytes(content)


@get("/contests/{contest:str}/submissions", sync_to_thread=True)
def show_submissions(contest: Name, house: InHouse, caller: By, part: InPart) -> Response[list[Submission]]:
    """The submissions of one's own team, or all of them for an organiser, the oldest first; without their
    findings."""
    with house.database.reading() as connection:
        standing = house.standings.of(connection, contest)
        team = standing.team_of(caller.account.id)
        organiser = "organiser" in standing.roles_of(caller.account.id)
        if team is None and not organiser:
            raise ForbiddenError("only teams and organisers have submissions", remedy="Join a team first.")
        after = part.after(int)
        found = submissions_of(
            connection,
            contest,
            team=None if organiser or team is None else team.id,
            after=after,
            limit=part.limit + 1,
        )
    return part_of(part, int, found, lambda each: each.number)


@get("/contests/{contest:str}/submissions/{submission:str}", sync_to_thread=True)
def show_submission(contest: Name, submission: Name, house: InHouse, caller: By) -> Submission:
    """One submission with all that was found in its lines."""
    with house.database.reading() as connection:
        return _own(connection, house, caller, contest, submission)


@get(
    "/contests/{contest:str}/submissions/{submission:str}/content",
    sync_to_thread=True,
    media_type="application/octet-stream",
)
def show_content(contest: Name, submission: Name, house: InHouse, caller: By) -> Response[bytes]:
    """The bytes of a submission as they were uploaded."""
    with house.database.reading() as connection:
        found = _own(connection, house, caller, contest, submission)
        content = contents(connection, [found])[found.id].content
    return _download(content, "upload", "application/octet-stream")


@post("/contests/{contest:str}/submissions/{submission:str}/withdraw", sync_to_thread=True)
def post_withdraw(contest: Name, submission: Name, house: InHouse, caller: By) -> Submission:
    """Take a submission back; it stays, and does not count."""
    with turn(house.database) as connection:
        standing = house.standings.held(connection, contest)
        withdraw(connection, house.clock(), contest, standing, caller.account, submission)
        return find_submission(connection, contest, submission)


@get("/contests/{contest:str}/data/{what:str}", sync_to_thread=True, media_type="application/jsonl")
def get_data(
    contest: Name,
    what: FromPath[What],
    house: InHouse,
    caller: By,
    number: Round = 1,
) -> Response[bytes]:
    """Data of the contest as JSONL, for a role that may see it now; development items and pairs are blind."""
    with house.database.reading() as connection:
        standing = house.standings.of(connection, contest)
        allow(connection, house.clock(), contest, standing, caller.account, _GETS[what], number)
        rules = rules_of(standing)
        if what == "pairs":
            refuse_unfinished(connection, contest, number, "pairs")
            brought = brought_pairs(connection, contest, rules, number)
            items = blind_round(brought, standing, number)
        elif what == "dev-predictions":
            if rules.dev_predictions == "nobody":
                raise ForbiddenError("the rules show these to nobody", remedy="Do without.")
            return _predictions(dev_answers(connection, contest, standing, number), rules.task)
        else:
            items = organisers_items(connection, contest, rules, what)
    if what == "dev":
        items = [Item(item.id, item.fields) for item in items]
    return _items(items, rules.task, what)


def _own(connection: Connection, house: House, caller: Caller, contest: str, submission: str) -> Submission:
    standing = house.standings.of(connection, contest)
    found = find_submission(connection, contest, submission)
    team = standing.team_of(caller.account.id)
    if "organiser" not in standing.roles_of(caller.account.id) and (team is None or team.id != found.team):
        raise ForbiddenError("this is not a submission of your team", remedy="Look at your own.")
    return found


def _items(items: list[Item], task: str, name: str) -> Response[bytes]:
    lines = [header_of(Item, task), *map(encode_record, items)]
    return _download(b"".join(lines), name, "application/jsonl")


def _predictions(found: dict[str, dict[str, str]], task: str) -> Response[bytes]:
    """One line for each answer of each system; who the systems are is not said."""
    lines = [header_of(Prediction, task)]
    for system, answers in found.items():
        lines += [
            msgspec.json.encode({"id": item, "answer": answer, "system": system}) + b"\n"
            for item, answer in answers.items()
        ]
    return _download(b"".join(lines), "dev-predictions", "application/jsonl")


def _download(content: bytes, name: str, media: str) -> Response[bytes]:
    if len(content) > LARGEST:
        raise TooLargeError("this is too large to be sent", remedy="Ask the organiser.")
    ending = ".jsonl" if media == "application/jsonl" else ""
    headers = {"Content-Disposition": f'attachment; filename="{name}{ending}"'}
    return Response(content, media_type=media, headers=headers)


HANDLERS = [
    upload,
    show_submissions,
    show_submission,
    show_content,
    post_withdraw,
    get_data,
]
