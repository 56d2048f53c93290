"""Connections to a room: who does not keep up is cut off with a code, and nobody waits for them."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from zellig.server.accounts import Account
from zellig.server.credentials import Credential
from zellig.server.live.rooms import lines
from zellig.server.live.rooms.fan_out import BEHIND, Connected
from zellig.server.live.rooms.lines import CUT, WAITING, Known, Line
from zellig.server.live.rooms.socket import AGAIN

ACCOUNT = Account("a", "Ann", None, False, datetime(2027, 1, 1, tzinfo=UTC))
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]


def test_who_is_too_far_behind_is_gone_though_a_message_is_stuck() -> None:
    async def look() -> None:
        sent: list[str] = []

        async def stuck(message: str) -> None:
            sent.append(message)
            await asyncio.Event().wait()

        connected = Connected(ACCOUNT, Credential("session", "k"), "", Line(None, proxy=False), stuck)
        sending = asyncio.ensure_future(connected.run())
        for number in range(BEHIND + 1):
            connected.tell(str(number))
            await asyncio.sleep(0)
            assert not connected.gone.is_set()
        connected.tell("one too many")
        await asyncio.wait_for(connected.gone.wait(), 1)
        assert sent == ["0"]
        sending.cancel()

    asyncio.run(look())


class Telling:
    """A server that tells whoever comes more than they read, and cuts them off."""

    def __init__(self) -> None:
        self.ended = asyncio.Event()

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})

        async def text(message: str) -> None:
            await send({"type": "websocket.send", "text": message})

        connected = Connected(ACCOUNT, Credential("session", "k"), "", Line(None, proxy=False), text)
        sending = asyncio.ensure_future(connected.run())
        while not connected.gone.is_set():
            connected.tell("word " * (WAITING // 100))
            await asyncio.sleep(0)
        sending.cancel()
        scope["extensions"][CUT](AGAIN)
        self.ended.set()


async def _read_all(page: ClientConnection) -> None:
    while True:
        await page.recv()


@pytest.mark.parametrize("reads", [True, False])
def test_a_page_that_does_not_read_is_cut_off_and_may_read_why(
    reads: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "LAST", 20.0 if reads else 0.5)

    async def look() -> None:
        application = Telling()
        listener = socket.create_server(("127.0.0.1", 0))
        config = uvicorn.Config(application, ws=Known, log_config=None, lifespan="off")
        server = uvicorn.Server(config)
        serving = asyncio.ensure_future(server.serve([listener]))
        address = f"ws://127.0.0.1:{listener.getsockname()[1]}"
        async with connect(address, proxy=None, max_queue=1, max_size=None, close_timeout=0.1) as page:
            await asyncio.wait_for(application.ended.wait(), 30)
            if reads:  # late, but before it is given up
                with pytest.raises(ConnectionClosed) as closed:
                    await asyncio.wait_for(_read_all(page), 30)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == AGAIN
            else:
                async with asyncio.timeout(20):
                    while server.server_state.connections:
                        await asyncio.sleep(0.1)
        server.should_exit = True
        await serving

    asyncio.run(look())
