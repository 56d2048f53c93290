"""Rooms for tests: people and programs who speak over real WebSockets with a server in its own process."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from contest_night import PASSWORD
from match_night import TOSSUPS, tossup
from own_server import OwnServer

_decode = msgspec.json.Decoder().decode
PATIENCE = 40  # seconds for what is waited for

# As short as can be, for a match that is over in seconds.
QUICK = {
    "name": "quick",
    "tossups": 4,
    "power": 15,
    "words_a_minute": 900,
    "seconds_to_buzz": 0.4,
    "seconds_between": 0.2,
    "seconds_to_answer": 5.0,
    "seconds_after_prompt": 5.0,
}


def packet(names: tuple[str, ...] = tuple(TOSSUPS)) -> dict[str, Any]:
    """The questions of `match_night` as a packet."""
    return {"tossups": [{"question": TOSSUPS[name][0], "answer": TOSSUPS[name][1]} for name in names]}


def whole_text(name: str) -> str:
    return tossup(name).fields["text"]


class Guest:
    """Somebody with an account."""

    def __init__(self, address: str, name: str, link: str | None = None) -> None:
        self.address, self.name = address, name
        self.client = httpx.Client(base_url=f"{address}/api/v1", timeout=60, trust_env=False)
        reply = self.client.post("/accounts", json={"name": name, "password": PASSWORD, "link": link})
        assert reply.status_code == 201, reply.text
        self.client.headers["x-csrf-token"] = reply.json()["csrf"]

    @classmethod
    def again(cls, guest: Guest) -> Guest:
        """The same account, signed in on another device."""
        other = object.__new__(cls)
        other.address, other.name = guest.address, guest.name
        other.client = httpx.Client(base_url=f"{guest.address}/api/v1", timeout=60, trust_env=False)
        reply = other.client.post("/session", json={"name": guest.name, "password": PASSWORD})
        assert reply.status_code == 201, reply.text
        other.client.headers["x-csrf-token"] = reply.json()["csrf"]
        return other

    def send(self, method: str, path: str, body: object = None, status: int | None = None) -> httpx.Response:
        reply = self.client.request(method, path, json=body)
        well = reply.is_success if status is None else reply.status_code == status
        assert well, f"{method} {path}: {reply.status_code} {reply.text[:1000]}"
        if path == "/invitations/accept":  # a session goes on with a new cookie
            self.client.headers["x-csrf-token"] = reply.json()["csrf"]
        return reply

    def post(self, path: str, body: object = None, status: int | None = None) -> Any:
        return self.send("POST", path, body, status).json()

    def get(self, path: str) -> Any:
        return self.send("GET", path).json()

    def token(self) -> str:
        """One that may write."""
        return str(self.post("/tokens", {"title": "x", "scope": "write"})["secret"])

    def headers(self) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        return {"cookie": cookies, "origin": self.address}


class Chair:
    """A connection to a room, which keeps all that it was told."""

    def __init__(self, address: str, room: str, headers: dict[str, str], player: str = "") -> None:
        self._url = f"{address.replace('http', 'ws', 1)}/api/v1/rooms/{room}/live"
        self._headers, self._player = headers, player
        self.told: list[dict[str, Any]] = []
        self.seen: dict[str, Any] = {}
        self.text = ""
        self.socket: ClientConnection | None = None
        self._more = asyncio.Condition()
        self._hearing: asyncio.Task[None] | None = None

    async def open(self) -> Self:
        self.socket = await connect(self._url, additional_headers=self._headers, proxy=None)
        self._hearing = asyncio.create_task(self._hear())
        await self.do("enter", **({"player": self._player} if self._player else {}))
        await self.until(lambda: any(each["told"] in ("entered", "refused") for each in self.told))
        return self

    async def close(self) -> None:
        assert self.socket
        assert self._hearing
        await self.socket.close()
        self._hearing.cancel()
        await asyncio.gather(self._hearing, return_exceptions=True)  # how it ended is known

    async def do(self, what: str, **more: Any) -> None:
        assert self.socket
        await self.socket.send(msgspec.json.encode({"do": what, **more}).decode())

    async def until(self, held: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE), self._more:
            await self._more.wait_for(held)

    async def stage(self, stage: str, number: int | None = None, **more: Any) -> None:
        """Until the match is there."""
        await self.until(
            lambda: (
                self.seen.get("stage") == stage
                and number in (None, self.seen["number"])
                and all(self.seen.get(key) == value for key, value in more.items())
            )
        )

    async def heard(self, number: int, words: int) -> None:
        """Until so many words of a tossup were told."""
        await self.until(lambda: self.seen.get("number") == number and len(self.text.split()) >= words)

    @property
    def refused(self) -> list[str]:
        return [each["problem"]["detail"] for each in self.told if each["told"] == "refused"]

    @property
    def missed(self) -> list[dict[str, Any]]:
        """What programs missed."""
        return [each for each in self.told if each["told"] == "missed"]

    async def _hear(self) -> None:
        assert self.socket
        async for raw in self.socket:
            message = _decode(raw)
            self.take(message)
            async with self._more:
                self._more.notify_all()

    def take(self, message: dict[str, Any]) -> None:
        """Act on a message as a page does."""
        self.told.append(message)
        if message["told"] in ("seen", "entered") and message.get("seen") is not None:
            self.seen = message["seen"]
            self.text = self.seen.get("text", "")
        elif message["told"] == "word" and message["number"] == self.seen.get("number"):
            self.text = self.text[: message["start"]] + message["text"]


def first_link(server: OwnServer) -> str:
    """The link by which the first operator comes in."""
    found = re.search(r"/join/(\S+)", server.told)
    assert found, server.told
    return found.group(1)


def new_server(where: Path | str, folder: Path, *words: str) -> OwnServer:
    return OwnServer(where, folder, "--open", "--no-worker", *words)
