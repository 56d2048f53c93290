"""A performer behind an address: `GET /status` says who it is, `POST /act` takes a message.

A message that was cut off on its way is sent again, and the server answers a turn once: what it did is not
done twice. The reply is bounded in time and size.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress

import httpx
import msgspec

from zellig import messages
from zellig.decoding import FAULTS, fault
from zellig.errors import ZelligError
from zellig.messages import LARGEST_REPLY, End, Envelope, Reply, Serves, Status
from zellig.performers import Spec
from zellig.seats.player import Player
from zellig.seats.seat import TOO_LARGE, Distant, Missed, reply_in
from zellig.systems.http import KEY, Line, line_to, split_address
from zellig.systems.own_loop import OwnLoop
from zellig.texts import shown
from zellig.tries import PassingError, Tries

STATUS_LIMIT = 30.0  # seconds
LEAVE_LIMIT = 2.0
FIRST_WAIT = 0.05  # seconds before a message is sent again; doubled each time
TRIES = 6  # of a message, when no clock runs


class Address(Distant):
    """A performer that somebody serves, here or elsewhere."""

    def __init__(
        self,
        role: Serves,
        url: str,
        params: Mapping[str, object],
        resources: Sequence[str],
        line: Line | None = None,
    ) -> None:
        """`line` is how to get there, where that is not for the environment to say."""
        if params:
            raise ZelligError(
                f"{url!r} has no parameter {next(iter(params))!r}", remedy="Give it to `zellig perform`."
            )
        plain, _ = split_address(url, ())
        self._role, self._resources = role, tuple(resources)
        self._line = line or line_to(plain, {}, STATUS_LIMIT, KEY)
        self._loop: OwnLoop | None = None
        super().__init__()

    def close(self) -> None:
        """Hang up; a call opens the line again."""
        if self._loop is not None:
            self._loop.run(self._client.aclose())
            self._loop.close()
            self._loop = None

    def leave(self) -> None:
        """Say that the game is over; a server that does not hear it finds out by itself after a while."""
        if self._loop is not None:
            with suppress(Missed):
                self._exchange(self._envelope(End()), LEAVE_LIMIT)

    def _connect(self) -> Player:
        self.close()
        self._loop, self._client = OwnLoop(), self._line.client()
        where = f"{self._line.url}/status"
        try:
            raw = self._called("GET", "/status", None, time.monotonic() + STATUS_LIMIT)
            status = msgspec.json.decode(raw, type=Status)
        except (Missed, *FAULTS) as error:
            self.close()
            raise ZelligError(
                f"the {self._role} does not introduce itself ({fault(error)})",
                path=where,
                remedy="Start it with `zellig perform`, or see docs/reference/arena.md on its replies.",
            ) from None
        if status.role != self._role:
            self.close()
            raise ZelligError(
                f"this is a {status.role}, and a {self._role} is needed", path=where, remedy="Check it."
            )
        spec = Spec(status.name, status.params, status.version or "")
        return Player(spec, status.adapts, self._resources or status.resources, status.justification)

    def _exchange(self, envelope: Envelope, limit: float) -> Reply:
        body = msgspec.json.encode(envelope)
        if len(body) > messages.LARGEST_MESSAGE:  # it would be refused at the other end, after a long way
            raise Missed(TOO_LARGE, f"a message of more than {messages.LARGEST_MESSAGE / 2**20:g} MB")
        raw = self._called("POST", "/act", body, time.monotonic() + limit)
        return reply_in(envelope, raw)

    def _called(self, method: str, path: str, body: bytes | None, until: float) -> bytes:
        """The body of a good reply; what is cut off is tried again as long as there is time."""
        try:
            for attempt in Tries(TRIES, FIRST_WAIT, within=until - time.monotonic()):
                with attempt:
                    return self._called_once(method, path, body, until)
        except PassingError as error:
            cut_off = error
        raise Missed("cut off", str(cut_off))

    def _called_once(self, method: str, path: str, body: bytes | None, until: float) -> bytes:
        assert self._loop  # noqa: S101 -- asked only while it is connected
        try:
            response, content = self._loop.run(self._reply(method, path, body, until))
        except (TimeoutError, httpx.TimeoutException):
            raise Missed("late") from None
        except httpx.HTTPError as error:
            raise PassingError(f"{type(error).__name__}: {error}") from None
        if response.is_success:
            return content
        text = content.decode(errors="replace")
        secret = self._line.secret
        raise Missed(
            "refused", f"{response.status_code}: {shown(text.replace(secret, '***') if secret else text)}"
        )

    async def _reply(
        self, method: str, path: str, body: bytes | None, until: float
    ) -> tuple[httpx.Response, bytes]:
        """The whole reply; the clock runs until its last byte, however slowly they come."""
        headers = {"Content-Type": "application/json"} if body else {}
        content = bytearray()
        async with asyncio.timeout(until - time.monotonic()):
            async with self._client.stream(
                method, self._line.url + path, content=body, timeout=None, headers=headers
            ) as response:
                async for part in response.aiter_bytes():
                    content += part
                    if len(content) > (largest := min(LARGEST_REPLY, self._line.largest)):
                        raise Missed("flooded", f"a reply of more than {largest / 2**20:g} MB")
        return response, bytes(content)
