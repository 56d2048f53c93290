"""Live endpoints over HTTP: registered, looked at, asked, removed by their team."""

from __future__ import annotations

import secrets
from typing import Annotated

import msgspec
from litestar import delete, get, post, put
from litestar.concurrency import sync_to_thread
from litestar.params import HeaderParameter, JSONBody

from zellig.server.addresses import LONGEST, read_address, refuse_out_of_reach_unheld
from zellig.server.askings import Asking
from zellig.server.contests import allow
from zellig.server.endpoints import Endpoint, ask_now, find_endpoint, register, remove, team_of
from zellig.server.given import By, InHouse, Name, Round
from zellig.server.limits import spend
from zellig.server.transactions import turn


class NewEndpoint(msgspec.Struct, forbid_unknown_fields=True):
    """Where a system answers; the token is sent to it as `Authorization: Bearer`, and never shown."""

    address: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST)]
    token: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST)] | None = None


@get("/contests/{contest:str}/endpoint", sync_to_thread=True)
def show_endpoint(contest: Name, house: InHouse, caller: By) -> Endpoint:
    """The endpoint of one's own team, and what came of asking it."""
    with house.database.reading() as connection:
        standing = house.standings.of(connection, contest)
        return find_endpoint(connection, contest, team_of(standing, caller.account))


@put("/contests/{contest:str}/endpoint")
async def put_endpoint(
    contest: Name, data: JSONBody[NewEndpoint], house: InHouse, caller: By, number: Round = 1
) -> Endpoint:
    """Register the endpoint of one's own team, in place of an earlier one; it is tried out, and asked for the
    pairs when the phase `predict` opens."""
    account = caller.account

    def allowed() -> None:  # before anything is looked up
        with turn(house.database) as connection:
            standing = house.standings.held(connection, contest)
            allow(connection, house.clock(), contest, standing, account, "put-endpoint", number)
            spend(connection, house.clock(), "name", account.id)

    address = read_address(data.address, data.token)
    await sync_to_thread(allowed)
    await refuse_out_of_reach_unheld(address, inside=house.settings.private_endpoints)

    def keep() -> Endpoint:
        with turn(house.database) as connection:
            standing = house.standings.held(connection, contest)
            now = house.clock()
            return register(connection, now, contest, standing, account, number, address, data.token)

    return await sync_to_thread(keep)


@delete("/contests/{contest:str}/endpoint", sync_to_thread=True)
def delete_endpoint(contest: Name, house: InHouse, caller: By) -> None:
    """Remove the endpoint of one's own team, and forget its token."""
    with turn(house.database) as connection:
        standing = house.standings.held(connection, contest)
        remove(connection, house.clock(), contest, standing, caller.account)


@post("/contests/{contest:str}/endpoint/askings", sync_to_thread=True)
def post_asking(
    contest: Name,
    house: InHouse,
    caller: By,
    number: Round = 1,
    key: Annotated[str | None, HeaderParameter(name="Idempotency-Key", min_length=1, max_length=100)] = None,
) -> Asking:
    """Have the endpoint of one's own team asked for the pairs of a round, now or once more."""
    with turn(house.database) as connection:
        standing = house.standings.held(connection, contest)
        word = key or secrets.token_hex(16)
        return ask_now(connection, house.clock(), contest, standing, caller.account, number, word)


HANDLERS = [show_endpoint, put_endpoint, delete_endpoint, post_asking]
