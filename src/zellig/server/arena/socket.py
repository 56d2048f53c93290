"""The connection of a performer that comes by itself: a WebSocket over which messages and replies go."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from zellig.decoding import FAULTS, fault
from zellig.errors import ZelligError
from zellig.messages import Status
from zellig.server.accounts import Account
from zellig.server.api.entrants import PATH
from zellig.server.arena.joining import heard, introduce_own
from zellig.server.arena.mailbox import LARGEST, LOOK, Brought, bring
from zellig.server.given import InHouse, Name
from zellig.server.problems import ConflictError, ForbiddenError, RefusedError, UnauthorisedError
from zellig.server.state import House
from zellig.server.tokens import find_token

CLOSED = 4000  # the codes with which a connection is closed are this and the status of the refusal
MOST = 120  # bytes of the reason with which a connection is closed
WAIT = 5.0  # seconds after which it is noted again that somebody is there

Socket = WebSocket[Any, Any, Any]


class Hello(msgspec.Struct, frozen=True):
    """The first message of a client: its token, and what it is."""

    token: str
    status: Status


@websocket(PATH + "/{entrant:str}/live")
async def perform(socket: Socket, arena: Name, season: Name, entrant: Name, house: InHouse) -> None:
    """Play: the client says who it is, is sent envelopes, and sends replies, each with its game and turn."""
    await socket.accept()
    with suppress(WebSocketDisconnect):
        try:
            account = await _open(socket, house, arena, season, entrant)

            def hear_of() -> str:
                return heard(house, account, arena, season, entrant, WAIT).id

            await _serve(socket, house, hear_of)
        except ZelligError as error:
            with suppress(RuntimeError, OSError):
                status = error.status if isinstance(error, RefusedError) else 400
                await socket.close(CLOSED + status, reason=error.what.encode()[:MOST].decode(errors="ignore"))


async def _open(socket: Socket, house: House, arena: str, season: str, entrant: str) -> Account:
    hello = _read(await socket.receive_text(), Hello)

    def known() -> Account:
        with house.database.reading() as connection:
            found = find_token(connection, house.clock(), hello.token)
        if found is None:
            raise UnauthorisedError("this token is not good, or not any more", remedy="Make another one.")
        account, token = found
        if token.scope == "read" or token.contest is not None:
            raise ForbiddenError("this token is for something else", remedy="Make one for performers.")
        introduce_own(house, account, arena, season, entrant, hello.status)
        return account

    return await asyncio.to_thread(known)


async def _serve(socket: Socket, house: House, hear_of: Callable[[], str]) -> None:
    """Send messages, one at a time, and take their replies, until the client goes or plays no more."""
    receiving = asyncio.ensure_future(socket.receive_text())
    try:
        while True:
            seat = await asyncio.to_thread(hear_of)
            found = await house.waiting.next(seat, WAIT)
            if found is not None:
                await socket.send_text(found.decode())
                reply = _read(await receiving, Brought)
                receiving = asyncio.ensure_future(socket.receive_text())
                with suppress(ConflictError):  # too late: the next message comes
                    await asyncio.to_thread(_bring, house, seat, reply)
            elif receiving.done():
                await receiving  # it has gone, or speaks without having been asked
                raise RefusedError("nothing was asked", remedy="Wait for a message.")
            await asyncio.sleep(LOOK / 10)
    finally:
        receiving.cancel()


def _bring(house: House, seat: str, reply: Brought) -> None:
    with house.database.writing() as connection:
        bring(connection, seat, reply)


def _read(raw: str, kind: type[Any]) -> Any:
    try:
        if len(raw) > LARGEST:
            raise ValueError("it is too long")
        return msgspec.json.decode(raw, type=kind)
    except FAULTS as error:
        raise RefusedError(
            f"this is not a message of a performer ({fault(error)})",
            remedy="Look at docs/reference/arena-online.md.",
        ) from None
