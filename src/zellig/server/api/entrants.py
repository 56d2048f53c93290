"""Entrants of a season over HTTP: registered, withdrawn; and those that come for their messages."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import delete, get, post, put
from litestar.concurrency import sync_to_thread
from litestar.params import JSONBody, QueryParameter

from zellig.errors import ZelligError
from zellig.games.arena.season.records import Property
from zellig.messages import Envelope, Status
from zellig.performers import Role
from zellig.server.addresses import LONGEST, read_address, refuse_out_of_reach_unheld
from zellig.server.arena.entrants import Registering, register, withdraw
from zellig.server.arena.joining import heard, introduce_own, own_seat
from zellig.server.arena.mailbox import LARGEST, LONGEST_WAIT, Brought, bring
from zellig.server.caller import PERFORMS, Caller
from zellig.server.given import By, InHouse, Name
from zellig.server.limits import spend
from zellig.server.state import House
from zellig.server.transactions import turn
from zellig.server.views.arenas import EntrantShown, entrants_shown

PATH = "/arenas/{arena:str}/seasons/{season:str}/entrants"
Short = Annotated[str, msgspec.Meta(max_length=200)]
Few = Annotated[dict[Annotated[str, msgspec.Meta(max_length=60)], Property], msgspec.Meta(max_length=20)]


class NewEntrant(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A performer that is registered: at an address that is called, one that comes for its messages (no
    address), or one of ours, for operators."""

    role: Role
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    address: Annotated[str, msgspec.Meta(max_length=LONGEST)] | None = None
    token: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST)] | None = None
    performer: Annotated[str, msgspec.Meta(max_length=60)] = ""
    params: Few = {}
    batch: Annotated[int, msgspec.Meta(ge=1, le=256)] = 64  # rounds that it takes at once
    resources: Annotated[tuple[Short, ...], msgspec.Meta(max_length=20)] = ()
    properties: Few = {}


class EntrantMade(msgspec.Struct):
    """An entrant that was registered, and where it joins, if it comes by itself."""

    entrant: str
    join: str | None


@get(PATH, sync_to_thread=True)
def show_entrants(arena: Name, season: Name, house: InHouse, caller: By) -> list[EntrantShown]:
    """The entrants of a season; what came of trying them out is for their owners and for organisers."""
    with house.database.reading() as connection:
        standing = house.arenas.of(connection, arena)
        return entrants_shown(connection, house, arena, standing, season, caller)


@post(PATH)
async def post_entrant(
    arena: Name, season: Name, data: JSONBody[NewEntrant], house: InHouse, caller: By
) -> EntrantMade:
    """Register a performer; it is tried out, and plays if it answers as it should."""
    account = caller.account
    given = {key: getattr(data, key) for key in data.__struct_fields__ if key != "address"}
    asked = Registering(**given, address=await _address(house, caller, data) if data.address else "")

    def keep() -> EntrantMade:
        with turn(house.database) as connection:
            standing = house.arenas.held(connection, arena)
            made = register(connection, house.clock(), arena, standing, account, season, asked)
        joins = f"{house.settings.address}/api/v1/arenas/{arena}/seasons/{season}/entrants/{made.id}"
        return EntrantMade(made.id, joins if made.kind == "joined" else None)

    return await sync_to_thread(keep)


async def _address(house: House, caller: Caller, data: NewEntrant) -> str:
    """The address as it is kept; refuses one that leads into a network which is not open to everybody."""
    if data.performer:
        raise ZelligError(
            "it is at an address, or one of ours", field="performer", remedy="Leave one of them out."
        )
    address = read_address(data.address or "", data.token)

    def counted() -> None:
        with turn(house.database) as connection:
            spend(connection, house.clock(), "name", caller.account.id)

    await sync_to_thread(counted)
    await refuse_out_of_reach_unheld(address, inside=house.settings.private_endpoints)
    return address


@delete(PATH + "/{entrant:str}", sync_to_thread=True)
def delete_entrant(arena: Name, season: Name, entrant: Name, house: InHouse, caller: By) -> None:
    """Withdraw an entrant of one's own, or any for who organises: it plays no more, and its token is
    forgotten. What it has played counts."""
    with turn(house.database) as connection:
        standing = house.arenas.held(connection, arena)
        withdraw(connection, house.clock(), arena, standing, caller.account, season, entrant)


@put(PATH + "/{entrant:str}/status", sync_to_thread=True, status_code=204, opt={PERFORMS: True})
def put_status(
    arena: Name, season: Name, entrant: Name, data: JSONBody[Status], house: InHouse, caller: By
) -> None:
    """A performer that comes by itself says what it is; from now on it asks for its messages."""
    introduce_own(house, caller.account, arena, season, entrant, data)


@get(PATH + "/{entrant:str}/next", opt={PERFORMS: True})
async def get_next(
    arena: Name,
    season: Name,
    entrant: Name,
    house: InHouse,
    caller: By,
    wait: Annotated[float, QueryParameter(ge=0, le=LONGEST_WAIT)] = 20.0,
) -> Envelope | None:
    """The next message to a performer, or null if none comes within so many seconds."""
    row = await sync_to_thread(heard, house, caller.account, arena, season, entrant, wait)
    found = await house.waiting.next(row.id, wait)
    return msgspec.json.decode(found, type=Envelope) if found else None


@post(
    PATH + "/{entrant:str}/reply",
    sync_to_thread=True,
    status_code=204,
    request_max_body_size=LARGEST,
    opt={PERFORMS: True},
)
def post_reply(
    arena: Name, season: Name, entrant: Name, data: JSONBody[Brought], house: InHouse, caller: By
) -> None:
    """The reply to a message; refused if nobody waits for it any more."""
    with turn(house.database) as connection:
        row = own_seat(connection, house.arenas, caller.account, arena, season, entrant)
        bring(connection, row.id, data)


HANDLERS = [show_entrants, post_entrant, delete_entrant, put_status, get_next, post_reply]
