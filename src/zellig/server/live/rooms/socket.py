"""The connection of somebody in a room: a WebSocket that carries JSON both ways."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any, NamedTuple

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from zellig.decoding import FAULTS, fault
from zellig.errors import ZelligError
from zellig.games.match.rooms import Standing
from zellig.games.match.seeing import Viewer, seen
from zellig.server.accounts import Account
from zellig.server.given import InHouse, Name
from zellig.server.live.rooms.doing import doing_of, refuse_move
from zellig.server.live.rooms.fan_out import Connected, encoded
from zellig.server.live.rooms.lines import SOCKET, Line
from zellig.server.live.rooms.messages import Asked, Enter, Entered, LineShown, Refused, Say, decode
from zellig.server.live.rooms.room import LiveRoom
from zellig.server.live.rooms.service import LiveRooms
from zellig.server.live.rooms.shown import room_shown
from zellig.server.live.socket import GONE, account_of
from zellig.server.problems import ForbiddenError, NotFoundError, RefusedError, problem_of
from zellig.server.rooms import allow, say_line
from zellig.server.state import House
from zellig.server.views.rooms import viewer_of

LARGEST = 2**14  # characters of a message
SERVICE = "live_rooms"  # in the state of the application

log = logging.getLogger(__name__)

Socket = WebSocket[Any, Any, Any]


class _Entering(NamedTuple):
    """Somebody who is let in."""

    account: Account
    room: LiveRoom
    viewer: Viewer


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
    connected = Connected(entering.viewer, entering.account.id, _line(socket, house), socket.send_text)
    _welcome(entering, connected, house)
    service.enter(entering.room, connected)
    sending, hearing = (
        asyncio.ensure_future(each) for each in (connected.run(), _hear(socket, entering, connected))
    )
    try:
        done, _ = await asyncio.wait({sending, hearing}, return_when=asyncio.FIRST_COMPLETED)
        for each in done:
            each.result()
    except ZelligError as error:
        await _close(socket, "", error)
    except WebSocketDisconnect:
        pass
    finally:
        service.leave(entering.room, connected)
        for each in (sending, hearing):
            each.cancel()
        await asyncio.gather(sending, hearing, return_exceptions=True)


async def _enter(socket: Socket, name: str, house: House, service: LiveRooms) -> _Entering:
    account = await service.in_thread(lambda: account_of(socket, house))
    asked = await _receive(socket)
    if not isinstance(asked, Enter):
        raise RefusedError("the first message enters the room", remedy='Send {"do": "enter"}.')

    def find() -> Standing:
        with house.database.reading() as connection:
            return house.rooms.of(connection, name)

    standing = await service.in_thread(find)
    viewer = _viewer(standing, account, asked.player)
    return _Entering(account, await service.room(name), viewer)


def _viewer(standing: Standing, account: Account, player: str) -> Viewer:
    """As what somebody comes in; refuses to be somebody else."""
    allow(standing, account, "watch")
    own = [each.player for each in standing.places_of(account.id)]
    if player:
        if player not in {each.id for each in own}:
            raise ForbiddenError("that player is somebody else", remedy="Leave `player` out.")
        return Viewer("player", player)
    return viewer_of(standing, account)


def _line(socket: Socket, house: House) -> Line:
    extensions: Mapping[str, Any] = socket.scope.get("extensions") or {}
    known = extensions.get(SOCKET)
    peer = known.getpeername()[0] if known is not None else ""
    through = "x-forwarded-for" in socket.headers or (
        peer == house.settings.proxy and not peer.startswith("127.") and peer != "::1"
    )
    return Line(known, proxy=through)


def _welcome(entering: _Entering, connected: Connected, house: House) -> None:
    room, viewer = entering.room, entering.viewer
    match, standing = room.match, room.standing
    now = house.moment()
    chat = tuple(
        LineShown(room.names.get(each.actor or "", ""), each.event.text, each.at) for each in standing.said
    )
    shown = room_shown(room.name, standing, entering.account, room.names, room.lines, viewer.player)
    view = None if match is None else seen(match, viewer, now, room.allowances)
    connected.tell(encoded(Entered(shown, viewer.role, view, chat if standing.about.chat else ())))


async def _hear(socket: Socket, entering: _Entering, connected: Connected) -> None:
    """Do what is asked, one thing after the other."""
    while True:
        asked = await _receive(socket)
        at = entering.room.service.house.moment()
        try:
            await _do(entering, asked, at)
        except ZelligError as error:
            connected.tell(encoded(Refused(str(type(asked).__struct_config__.tag), problem_of(error))))


async def _do(entering: _Entering, asked: Asked, at: int) -> None:
    room, account, viewer = entering.room, entering.account, entering.viewer
    if isinstance(asked, Enter):
        raise RefusedError("you are in already", remedy="Open another connection.")
    if isinstance(asked, Say):
        now = room.service.house.clock()
        await room.change(
            lambda connection, standing: say_line(connection, now, room.name, standing, account, asked.text)
        )
        return
    if room.match is None:
        raise NotFoundError("the match has not begun", remedy="Wait for it.")
    refuse_move(room.standing, account, viewer.player, asked)
    await room.act(account.id, doing_of(asked, viewer.player, account.name), at)


async def _receive(socket: Socket) -> Asked:
    raw = await socket.receive_text()
    try:
        if len(raw) > LARGEST:
            raise ValueError("it is too long")
        asked: Asked = decode(raw)
    except FAULTS as error:
        raise RefusedError(
            f"this is not a message of a room ({fault(error)})",
            remedy="Look at docs/reference/matches-online.md.",
        ) from None
    return asked


async def _close(socket: Socket, do: str, error: ZelligError) -> None:
    try:
        await socket.send_text(encoded(Refused(do, problem_of(error))))
        await socket.close(GONE + (error.status if isinstance(error, RefusedError) else 400))
    except (WebSocketDisconnect, RuntimeError, OSError):
        log.debug("a connection was closed before it was refused")
