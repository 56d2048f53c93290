"""The connection of a tab in which somebody writes: a WebSocket that carries JSON both ways."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from zellig.decoding import FAULTS, fault
from zellig.errors import ZelligError
from zellig.games.writing.rules import WorkshopRules
from zellig.games.writing.strokes import Draft, replayed
from zellig.items import Item
from zellig.server.accounts import Account
from zellig.server.caller import COOKIE
from zellig.server.credentials import Credential
from zellig.server.given import InHouse, Name
from zellig.server.live.keeping import Opening, last_strokes
from zellig.server.live.systems import Registration
from zellig.server.live.writer import Asked, Leave, Open, Opened, Refused, Send, Told, Writer, decode
from zellig.server.problems import ForbiddenError, RefusedError, UnauthorisedError, problem_of
from zellig.server.secrets import key_of
from zellig.server.sessions import find_session
from zellig.server.state import House
from zellig.server.tokens import find_token
from zellig.server.workshops import (
    find_draft,
    last_of,
    lay_down_pen,
    originals_of,
    rewritten_by,
    rules_of,
    strokes_of,
    take_pen,
)
from zellig.tasks import get_task

LARGEST = 2**20  # characters of a message
GONE = 4000  # the codes with which a connection is closed are this and the status of the refusal

log = logging.getLogger(__name__)

Socket = WebSocket[Any, Any, Any]
T = TypeVar("T")


@websocket("/workshops/{workshop:str}/drafts/{draft:str}/live")
async def live(socket: Socket, workshop: Name, draft: Name, house: InHouse) -> None:
    """Write a draft: the tab says what was typed, and is told what is kept and what systems make of it."""
    await socket.accept()
    try:
        writer, credential = await _open(socket, workshop, draft, house)
    except ZelligError as error:
        await _tell(socket, Refused(problem_of(error), pen=False))
        status = error.status if isinstance(error, RefusedError) else 400
        await socket.close(GONE + status)
        return
    except WebSocketDisconnect:
        return
    looking = asyncio.ensure_future(writer.look())
    looking.add_done_callback(_said)
    tasks = [
        asyncio.ensure_future(each)
        for each in (_hear(socket, writer, house, draft), house.live.doorkeeper.until_ended(credential))
    ]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        await next(iter(done))
    except UnauthorisedError as error:
        await _tell(socket, Refused(problem_of(error), pen=False))
        await socket.close(GONE + error.status)
    except ZelligError as error:
        await _tell(socket, Refused(problem_of(error), pen=False))
        await socket.close(GONE + 400)
    except WebSocketDisconnect:
        pass
    finally:
        for each in (looking, *tasks):
            each.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await writer.close()


async def _hear(socket: Socket, writer: Writer, house: House, draft: str) -> None:
    """Do what the tab asks, until it is gone."""
    while True:
        asked = await _receive(socket)
        if isinstance(asked, Send):
            await writer.take(asked)
        elif isinstance(asked, Leave):
            await writer.close()
            await asyncio.to_thread(_leave, house, draft, writer.tab)


class _Found(NamedTuple):
    """What the database says of a draft when a tab opens it."""

    opening: Opening
    state: Draft
    kept: int
    pen: bool
    rules: WorkshopRules
    systems: list[Registration]
    originals: dict[str, Item]
    rewritten: str


async def _open(socket: Socket, workshop: str, draft: str, house: House) -> tuple[Writer, Credential]:
    account, credential = await asyncio.to_thread(came_in, socket, house)
    opened = await _receive(socket)
    if not isinstance(opened, Open):
        raise RefusedError("the first message opens the draft", remedy='Send {"do": "open", "tab": ...}.')
    found = await asyncio.to_thread(_find, workshop, draft, house, account, opened)
    found.opening.credential = credential
    await _tell(socket, Opened(found.state, found.kept, found.pen, found.opening.last))
    writer = Writer(
        found.opening,
        found.state,
        found.kept,
        rules=found.rules,
        task=get_task(found.rules.task),
        systems=found.systems,
        originals=found.originals,
        rewritten=found.rewritten,
        keeper=house.live.keeper,
        turns=house.live.turns,
        clock=house.clock,
        tell=lambda told: _tell(socket, told),
    )
    return writer, credential


def _find(workshop: str, draft: str, house: House, account: Account, opened: Open) -> _Found:
    with house.database.reading() as connection:
        rules = rules_of(house.workshops.of(connection, workshop))
        find_draft(connection, workshop, account, draft)
        systems = house.systems.against(rules.systems)
        originals = {} if rules.task == "quiz" else originals_of(connection, workshop, rules)
        _, rewritten = rewritten_by(connection, draft)
    with house.database.writing() as connection:
        pen = take_pen(connection, draft, opened.tab, force=opened.take)
    # After the pen was taken, all of one moment: what another tab wrote until then is there, and nobody waits
    # while it is read.
    with house.database.reading() as connection:
        state = replayed(strokes_of(connection, draft))
        kept = last_of(connection, draft, opened.tab)
        opening = Opening(draft, opened.tab, last_strokes(connection, [draft]).get(draft))
    return _Found(opening, state, kept, pen, rules, systems, originals, rewritten)


def _leave(house: House, draft: str, tab: str) -> None:
    with house.database.writing() as connection:
        lay_down_pen(connection, draft, tab)


def came_in(socket: Socket, house: House) -> tuple[Account, Credential]:
    """Who connects, and by what: a token, or the cookie of a session and from a page of this site."""
    scheme, _, secret = socket.headers.get("authorization", "").partition(" ")
    with house.database.reading() as connection:
        if scheme.lower() == "bearer":
            if (found := find_token(connection, house.clock(), secret)) is not None:
                if found[1].scope != "write" or found[1].contest is not None:
                    raise ForbiddenError(
                        "this token is for something else", remedy="Make one that may write."
                    )
                return found[0], Credential("token", key_of(secret))
        elif (cookie := socket.cookies.get(COOKIE)) is not None:
            own = {urlsplit(house.settings.address).netloc, socket.headers.get("host", "")}
            if urlsplit(socket.headers.get("origin", "")).netloc not in own:
                raise ForbiddenError("a page of another site connects", remedy="Use the pages of this one.")
            if (session := find_session(connection, house.clock(), cookie)) is not None:
                return session.account, Credential("session", key_of(cookie))
    raise UnauthorisedError("nobody has signed in", remedy="Sign in, or send a token.")


async def _receive(socket: Socket) -> Asked:
    return await receive(socket, decode, LARGEST, "a writer", "writing")


async def receive(socket: Socket, decode: Callable[[str], T], largest: int, whose: str, page: str) -> T:
    """The next message; refuses one of more than `largest` characters, and what is none."""
    raw = await socket.receive_text()
    try:
        if len(raw) > largest:
            raise ValueError("it is too long")
        return decode(raw)
    except FAULTS as error:
        raise RefusedError(
            f"this is not a message of {whose} ({fault(error)})", remedy=f"Look at docs/reference/{page}.md."
        ) from None


async def _tell(socket: Socket, told: Told) -> None:
    # The tab is gone: what was kept is told when it comes back.
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        await socket.send_text(msgspec.json.encode(told).decode())


def _said(looking: asyncio.Future[None]) -> None:
    if not looking.cancelled() and (failed := looking.exception()) is not None:
        log.error("nobody looks at a draft any more", exc_info=failed)
