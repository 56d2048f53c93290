"""The connection of somebody in a room: a WebSocket that carries JSON both ways."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from sqlalchemy import Connection

from zellig.errors import ZelligError
from zellig.games.match.rooms import Standing, rules_as
from zellig.games.match.seeing import Viewer
from zellig.server.accounts import Account
from zellig.server.credentials import Credential, refuse_ended
from zellig.server.given import InHouse, Name
from zellig.server.live.rooms.doing import doing_of, refuse_move
from zellig.server.live.rooms.fan_out import Connected, encoded
from zellig.server.live.rooms.lines import CUT, LAST, SOCKET, Line
from zellig.server.live.rooms.messages import Answer, Asked, Enter, Refused, Say, decode
from zellig.server.live.rooms.room import LiveRoom
from zellig.server.live.rooms.service import LiveRooms
from zellig.server.live.rooms.shown import viewer_of
from zellig.server.live.socket import GONE, came_in, receive
from zellig.server.problems import ForbiddenError, RefusedError, problem_of
from zellig.server.rooms import say_line
from zellig.server.state import House

LARGEST = 2**14  # characters of a message
SERVICE = "live_rooms"  # in the state of the application
AGAIN = 1013  # the code with which who does not keep up is cut off: to come again

log = logging.getLogger(__name__)

Socket = WebSocket[Any, Any, Any]


class _Entering(NamedTuple):
    """Somebody who is let in."""

    account: Account
    credential: Credential
    room: LiveRoom
    viewer: Viewer
    player: str  # as whom, if they said so


@websocket("/rooms/{room:str}/live")
async def live_room(socket: Socket, room: Name, house: InHouse) -> None:
    """Look at a match, and take part in it."""
    await socket.accept()
    service: LiveRooms = socket.app.state[SERVICE]
    try:
        entering = await _enter(socket, room, house, service)
    except ZelligError as error:
        await _close(socket, "enter", error)
        return
    except WebSocketDisconnect:
        return
    account, credential, joined, viewer, player = entering
    connected = Connected(account, credential, player, _line(socket, house), socket.send_text)
    joined.let_in(connected, account, viewer)
    service.enter(joined, connected)
    tasks = [
        asyncio.ensure_future(each)
        for each in (_hear(socket, joined, connected), connected.run(), connected.gone.wait())
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        service.leave(joined, connected)
        for each in tasks:
            each.cancel()
        heard, *_ = await asyncio.gather(*tasks, return_exceptions=True)
    await _part(socket, connected, heard)


async def _part(socket: Socket, connected: Connected, heard: object) -> None:
    """Close a connection that ended: `heard` is how listening to it did."""
    if isinstance(heard, Exception) and not isinstance(heard, ZelligError | WebSocketDisconnect):
        raise heard
    error = connected.refused or (heard if isinstance(heard, ZelligError) else None)
    with suppress(TimeoutError):
        if error is not None:
            await asyncio.wait_for(_close(socket, "", error), LAST)
    extensions: Mapping[str, Any] = socket.scope.get("extensions") or {}
    if CUT in extensions:
        extensions[CUT](AGAIN)  # unless it is closed


async def _enter(socket: Socket, name: str, house: House, service: LiveRooms) -> _Entering:
    account, credential = await service.in_thread(lambda: came_in(socket, house))
    asked = await _receive(socket)
    if not isinstance(asked, Enter):
        raise RefusedError("the first message enters the room", remedy='Send {"do": "enter"}.')

    def find() -> Standing:
        with house.database.reading() as connection:
            return house.rooms.of(connection, name)

    standing = await service.in_thread(find)
    viewer = viewer_of(standing, account, asked.player)
    if asked.player not in ("", viewer.player):
        raise ForbiddenError("that player is somebody else", remedy="Leave `player` out.")
    return _Entering(account, credential, await service.room(name), viewer, asked.player)


def _line(socket: Socket, house: House) -> Line:
    extensions: Mapping[str, Any] = socket.scope.get("extensions") or {}
    known = extensions.get(SOCKET)
    peer = known.getpeername()[0] if known is not None else ""
    through = "x-forwarded-for" in socket.headers or (
        peer == house.settings.proxy and not peer.startswith("127.") and peer != "::1"
    )
    return Line(known, proxy=through)


async def _hear(socket: Socket, room: LiveRoom, connected: Connected) -> None:
    """Do what is asked, one thing after the other."""
    while True:
        asked = await _receive(socket)
        at = room.service.house.moment()
        try:
            await _do(room, connected, asked, at)
        except ZelligError as error:
            connected.tell(encoded(Refused(str(type(asked).__struct_config__.tag), problem_of(error))))


async def _do(room: LiveRoom, connected: Connected, asked: Asked, at: int) -> None:
    account, player, now = connected.account, connected.viewer.player, room.service.house.clock()
    if isinstance(asked, Enter):
        raise RefusedError("you are in already", remedy="Open another connection.")
    if isinstance(asked, Say):
        text = asked.text

        def say(connection: Connection, standing: Standing) -> None:
            refuse_ended(connection, now, connected.credential)
            say_line(connection, now, room.name, standing, account, text)

        await room.change(say)
        return
    if isinstance(asked, Answer):
        await room.settled()
    doing = doing_of(asked, player, rules_as(room.standing, account.id))

    def admit(connection: Connection, standing: Standing) -> None:
        refuse_ended(connection, now, connected.credential)
        refuse_move(standing, account, player, asked)

    await room.act(account.id, doing, at, admit)


async def _receive(socket: Socket) -> Asked:
    return await receive(socket, decode, LARGEST, "a room", "matches-online")


async def _close(socket: Socket, do: str, error: ZelligError) -> None:
    try:
        await socket.send_text(encoded(Refused(do, problem_of(error))))
        await socket.close(GONE + (error.status if isinstance(error, RefusedError) else 400))
    except (WebSocketDisconnect, RuntimeError, OSError):
        log.debug("a connection was closed before it was refused")
