"""A pen as the writing page has one (static/pen.js), without a browser: strokes are numbered, kept until they
are acknowledged, and sent again after a lost connection."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from zellig.games.writing.strokes import Stroke

WAIT = 0.3  # seconds before the connection is tried again
TOGETHER = 200  # strokes in one message

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode

Told = Callable[[dict[str, Any]], None]


class Pen:
    """The pen of one tab of one draft. `told` is called with every message, before the pen acts on it."""

    def __init__(self, address: str, headers: dict[str, str], told: Told) -> None:
        """`address` is that of the draft under /api/v1, `headers` those of a session."""
        self._address = f"{address.replace('http', 'ws', 1)}/live"
        self._headers, self._told = headers, told
        self.tab = uuid4().hex
        self.first = 1  # the number of the first stroke that the server may not have
        self.unsent: list[Stroke] = []
        self.idle = asyncio.Event()  # all is kept
        self.opened = asyncio.Event()
        self.lost = 0  # connections
        self._socket: ClientConnection | None = None
        self._holding = asyncio.create_task(self._hold())

    async def write(self, *strokes: Stroke) -> int:
        """Write strokes: they are kept here at once. Gives the number of the last."""
        next_one = self.first + len(self.unsent)
        self.unsent += strokes
        self.idle.clear()
        if self.opened.is_set():
            await self._flush(next_one)
        return next_one + len(strokes) - 1

    async def leave(self) -> None:
        """Let go of the pen, and of the connection."""
        if self._socket is not None and self.opened.is_set():
            await self._say({"do": "leave"})
        self._holding.cancel()
        await asyncio.wait([self._holding])

    async def _hold(self) -> None:
        while True:
            try:
                async with connect(
                    self._address, additional_headers=self._headers, proxy=None, max_size=None
                ) as socket:
                    self._socket = socket
                    await self._say({"do": "open", "tab": self.tab, "take": False})
                    async for raw in socket:
                        await self._hear(_decode(raw))
            except (OSError, InvalidHandshake, WebSocketException):
                pass
            self.lost += 1
            self.opened.clear()
            await asyncio.sleep(WAIT)

    async def _hear(self, message: dict[str, Any]) -> None:
        self._told(message)
        if message["told"] == "opened":
            self._drop(message["kept"])
            if message["pen"]:
                self.opened.set()
                await self._flush(self.first)
        elif message["told"] == "kept":
            self._drop(message["upto"])

    def _drop(self, upto: int) -> None:
        del self.unsent[: max(0, upto + 1 - self.first)]
        self.first = max(self.first, upto + 1)
        if not self.unsent:
            self.idle.set()

    async def _flush(self, start: int) -> None:
        for at in range(start - self.first, len(self.unsent), TOGETHER):
            strokes = self.unsent[at : at + TOGETHER]
            await self._say({"do": "send", "first": self.first + at, "strokes": strokes})

    async def _say(self, message: dict[str, Any]) -> None:
        assert self._socket is not None
        try:
            await self._socket.send(_encode(message).decode())
        except WebSocketException:  # it is sent again when the connection is back
            self.opened.clear()
