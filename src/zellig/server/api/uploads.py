"""Uploads in parts over HTTP: begun, sent part by part, gone on with after a lost connection, completed."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, get, patch, post, put
from litestar.concurrency import sync_to_thread
from litestar.params import JSONBody, PathParameter, QueryParameter

from zellig.games.contest.uploads import Kind
from zellig.server.api.submissions import LARGEST, Received, read_body
from zellig.server.given import By, InHouse, Name
from zellig.server.limits import spend
from zellig.server.receiving import largest_of
from zellig.server.transactions import turn
from zellig.server.uploading import (
    PART,
    Announced,
    Uploading,
    begin,
    complete,
    find_upload,
    take_part,
    uploads_of,
)

Key = Annotated[str, PathParameter(pattern="^[A-Za-z0-9_-]{1,100}$")]
Offset = Annotated[int, QueryParameter(ge=0, le=LARGEST)]


class NewUpload(msgspec.Struct, forbid_unknown_fields=True):
    """What will come."""

    kind: Kind
    filename: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    bytes: Annotated[int, msgspec.Meta(ge=1, le=LARGEST)]
    sha256: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
    round: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1


@get("/contests/{contest:str}/uploads", sync_to_thread=True)
def show_uploads(contest: Name, house: InHouse, caller: By) -> list[Uploading]:
    """The uploads of one's own that are not complete: with the key of one it can be gone on with."""
    with house.database.reading() as connection:
        largest_of(house.standings.of(connection, contest), caller.account)
        return uploads_of(connection, house.clock(), contest, caller.account)


@put("/contests/{contest:str}/uploads/{key:str}", sync_to_thread=True)
def put_upload(contest: Name, key: Key, data: JSONBody[NewUpload], house: InHouse, caller: By) -> Uploading:
    """Begin an upload under a key of one's own choice, or say how far it has come."""
    announced = Announced(data.kind, data.round, data.filename, data.bytes, data.sha256)
    with turn(house.database) as connection:
        standing = house.standings.held(connection, contest)
        largest_of(standing, caller.account)
        spend(connection, house.clock(), "upload", caller.account.id)
        return begin(connection, house.clock(), contest, standing, caller.account, key, announced)


@get("/contests/{contest:str}/uploads/{key:str}", sync_to_thread=True)
def show_upload(contest: Name, key: Key, house: InHouse, caller: By) -> Uploading:
    """How much of an upload of one's own is there."""
    with house.database.reading() as connection:
        largest_of(house.standings.of(connection, contest), caller.account)
        return find_upload(connection, house.clock(), contest, caller.account, key)


@patch("/contests/{contest:str}/uploads/{key:str}", request_max_body_size=2 * PART)
async def patch_upload(
    contest: Name, key: Key, request: Request[Any, Any, Any], house: InHouse, caller: By, offset: Offset
) -> Uploading:
    """The body of the request is the next part, which begins at an offset; what is answered for is kept."""
    account = caller.account

    def known() -> None:
        with house.database.reading() as connection:
            largest_of(house.standings.of(connection, contest), account)
            find_upload(connection, house.clock(), contest, account, key)

    await sync_to_thread(known)
    content = await read_body(request, PART)

    def take() -> Uploading:
        with turn(house.database) as connection:
            return take_part(connection, house.clock(), contest, account, key, offset, content)

    return await sync_to_thread(take)


@post("/contests/{contest:str}/uploads/{key:str}/submission", sync_to_thread=True)
def post_complete(contest: Name, key: Key, house: InHouse, caller: By) -> Received:
    """Make a submission of an upload all of which is there; it is checked and counted as any other."""
    with turn(house.database) as connection:
        standing = house.standings.held(connection, contest)
        largest_of(standing, caller.account)
        return Received(complete(connection, house.clock(), contest, standing, caller.account, key))


HANDLERS = [show_uploads, put_upload, show_upload, patch_upload, post_complete]
