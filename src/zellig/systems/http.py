"""`http://...`, `https://...`: a system behind two addresses, `GET /status` and `POST /act`.

Calls are bounded in every direction: each has a time limit from the first byte sent to the last received,
a limit on the size of the reply, and a number of tries. What comes back is matched to the items by id.
"""

from __future__ import annotations

import asyncio
import hashlib
import ipaddress
import os
import re
import ssl
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cache
from typing import Any, TypeVar

import httpx
import msgspec
import numpy as np

from zellig.decoding import FAULTS, fault
from zellig.errors import ZelligError
from zellig.items import Item, Prediction
from zellig.messages import LARGEST_REPLY, Status
from zellig.performers import Spec, derive_seed
from zellig.systems.options import seconds, split_options, whole
from zellig.systems.own_loop import OwnLoop
from zellig.systems.predictions_file import batches, in_order, question, read_prediction
from zellig.texts import shown
from zellig.tries import PassingError, Tries

TIMEOUT = 30.0  # seconds for one call
TRIES = 4
KEY = "ZELLIG_HTTP_KEY"
BATCH = 64
FIRST_WAIT = 0.25  # seconds before the second try; doubled for each further one

_NAME = re.compile(r"[^./\\\s][^/\\\x00-\x1f]{0,99}")  # it becomes the name of a folder

_EXAMPLE = "Write it as http://127.0.0.1:8000."
_HOST_NAME = re.compile(rb"(?:[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?(?:\.|$))+")

T = TypeVar("T")


class _Reply(msgspec.Struct, frozen=True):
    predictions: list[msgspec.Raw]


class StatusError(ZelligError):
    """A server refuses a call, and says so with a number."""

    def __init__(self, code: int, what: str, where: str) -> None:
        super().__init__(what, path=where, remedy="Check the address.")
        self.code = code


@dataclass(frozen=True)
class Line:
    """How to reach a server: its address, the limits, and headers that are never shown."""

    url: str
    timeout: float = TIMEOUT
    tries: int = TRIES
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    secret: str = field(default="", repr=False)  # blotted out where a server repeats it
    largest: int = field(default_factory=lambda: LARGEST_REPLY)  # bytes of a reply

    def client(self) -> httpx.AsyncClient:
        """A client to be used in one event loop; redirects are not followed, they could lead anywhere."""
        # A proxy of the environment is for the world outside, not for a server on this machine.
        return httpx.AsyncClient(
            headers=dict(self.headers),
            verify=tls(),
            timeout=self.timeout,
            trust_env=not is_loopback(self.url),
        )

    async def call(self, client: httpx.AsyncClient, path: str, body: bytes | None, about: str) -> bytes:
        """The JSON that the server replies; tries again after faults that may pass."""
        where = self.url + path
        chance = np.random.default_rng(derive_seed(0, where, about))
        try:
            async for attempt in Tries(self.tries, FIRST_WAIT, spread=lambda: 0.5 + chance.random()):
                with attempt:
                    return await self._tried(client, where, body, about)
        except PassingError as error:
            fault = error
        raise ZelligError(
            f"{fault}{about}; tries: {self.tries}",
            path=where,
            remedy="See whether the server is up; the options timeout and tries give it more time.",
        )

    async def _tried(self, client: httpx.AsyncClient, where: str, body: bytes | None, about: str) -> bytes:
        try:
            async with asyncio.timeout(self.timeout):
                return await self._call_once(client, where, body, about)
        except (TimeoutError, httpx.TimeoutException):
            raise PassingError(f"no whole reply came within {self.timeout:g} s") from None
        except httpx.TransportError as error:
            raise PassingError(f"the connection failed ({type(error).__name__}: {error})") from None
        except httpx.RequestError as error:  # e.g. a body that is not compressed as its header says
            raise ZelligError(
                f"the reply cannot be read ({type(error).__name__}: {error}){about}",
                path=where,
                remedy="Correct the server.",
            ) from None

    async def _call_once(
        self, client: httpx.AsyncClient, where: str, body: bytes | None, about: str
    ) -> bytes:
        method, headers = ("GET", {}) if body is None else ("POST", {"Content-Type": "application/json"})
        async with client.stream(method, where, content=body, headers=headers) as response:
            content = bytearray()
            async for part in response.aiter_bytes():
                content += part
                if len(content) > self.largest:
                    raise ZelligError(
                        f"the reply is larger than {self.largest / 2**20:g} MB{about}",
                        path=where,
                        remedy="Reply with the predictions only, or use smaller batches (batch=NUMBER).",
                    )
        return self._judged(response, bytes(content), where, about)

    def _judged(self, response: httpx.Response, content: bytes, where: str, about: str) -> bytes:
        code = response.status_code
        excerpt = content.decode(errors="replace")
        excerpt = shown(excerpt.replace(self.secret, "***") if self.secret else excerpt)
        if code == httpx.codes.TOO_MANY_REQUESTS or response.is_server_error:
            raise PassingError(f"the server replied {code} ({excerpt})", _retry_after(response))
        if not response.is_success:
            raise StatusError(code, f"the server replied {code}{about}: {excerpt}", where)
        kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json" and not kind.endswith("+json"):
            raise ZelligError(
                f"the reply is {shown(kind) if kind else 'of no stated type'} and not JSON{about}: {excerpt}",
                path=where,
                remedy="The server must reply with the content type application/json.",
            )
        return content


def line_to(url: str, options: Mapping[str, str], timeout: float, variable: str) -> Line:
    """The line of an address with its options; the key in the environment variable goes along.

    Not in plain text over the open network, though: there it would be everybody's.
    """
    key = os.environ.get(variable, "")
    if not (key.isascii() and key.isprintable()):
        raise ZelligError(
            f"the key in {variable} holds characters that cannot be sent", remedy="Set it to printable ASCII."
        )
    safe = url.startswith("https:") or is_loopback(url)
    headers = {"Authorization": f"Bearer {key}"} if key and safe else {}
    limits = seconds(options, "timeout", timeout), whole(options, "tries", TRIES)
    return Line(url, *limits, headers=headers, secret=key)


@cache
def tls() -> ssl.SSLContext:
    """What a server has to prove over https."""
    return httpx.create_ssl_context()  # reads all certificates: once is enough


def is_loopback(url: str) -> bool:
    """Does this address stay on this machine?"""
    host = httpx.URL(url).host
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:  # a name, not a number
        return False


def _retry_after(response: httpx.Response) -> float | None:
    """Seconds a server asks us to wait: a number or a date; None if it says nothing that can be read."""
    text = response.headers.get("retry-after", "").strip()
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        until = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None
    if until.tzinfo is None:
        until = until.replace(tzinfo=UTC)
    return max(0.0, (until - datetime.now(UTC)).total_seconds())


def run(work: Coroutine[Any, Any, T]) -> T:
    """Do the work in an event loop of its own, also where one is running already (a notebook)."""
    with OwnLoop() as loop:
        return loop.run(work)


def split_address(address: str, known: Sequence[str]) -> tuple[str, dict[str, str]]:
    """The address without its query, and the options in the query; refuses options that are not `known`."""
    plain, options = split_options(address, known)
    try:
        url = httpx.URL(plain)
        right = _is_host(url.host, url.raw_host) and not url.fragment
    except (httpx.InvalidURL, ValueError) as error:  # a name that IDNA does not allow is a ValueError
        raise ZelligError(f"{shown(plain)} is not an address ({error})", remedy=_EXAMPLE) from None
    if not right:
        raise ZelligError(f"{shown(plain)} is not an address", remedy=_EXAMPLE)
    if url.userinfo:
        raise ZelligError(
            "an address with a user and a password would be written into every run",
            remedy="Give the address without them.",
        )
    if url.port is not None and not 0 < url.port < 2**16:
        raise ZelligError(f"{url.port} is not a port", path=plain, remedy="Ports go from 1 to 65535.")
    return plain.rstrip("/"), options


def _is_host(host: str, raw: bytes) -> bool:
    """Is this a number, or a name that can be looked up?"""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return len(raw) < 254 and _HOST_NAME.fullmatch(raw) is not None
    return True


def decode(raw: bytes, kind: type[T], where: str, about: str = "") -> T:
    """JSON of the expected shape; anything else is named."""
    try:
        return msgspec.json.decode(raw, type=kind)
    except FAULTS as error:
        raise ZelligError(
            f"the reply{about} is not what was expected ({fault(error)}): {shown(raw)}",
            path=where,
            remedy="See docs/reference/adapters.md for what a server replies.",
        ) from None


class HttpSystem:
    """A system behind an address."""

    def __init__(self, line: Line, status: Status, batch: int) -> None:
        params = {"url": line.url, "timeout": line.timeout, "tries": line.tries, "batch": batch}
        self.spec = Spec(status.name, params, status.version or "")
        self.task = status.task
        self.labels = status.labels
        self.probabilities = status.probabilities
        self.pinned = bool(status.version)
        known_by = [status.name, status.version, line.url]
        self.fingerprint = hashlib.sha256(msgspec.json.encode(known_by)).hexdigest()
        self._line = line
        self._batch = batch

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        """What the server answers, batch after batch, in the order of the items."""
        return run(self._predict(items))

    async def _predict(self, items: Sequence[Item]) -> list[Prediction]:
        found: list[Prediction] = []
        async with self._line.client() as client:
            for batch in batches(items, self._batch):
                found += await self._act(client, batch)
        return found

    async def _act(self, client: httpx.AsyncClient, batch: list[Item]) -> list[Prediction]:
        about = f" when asked about the item {shown(batch[0].id)}"
        if len(batch) > 1:
            about += f" and {len(batch) - 1} more"
        body = msgspec.json.encode({"items": [question(item) for item in batch]})
        raw = await self._line.call(client, "/act", body, about)
        where = f"{self._line.url}/act"
        reply = decode(raw, _Reply, where, about)
        return in_order(batch, (read_prediction(each, where) for each in reply.predictions), where)


def load(name: str) -> HttpSystem:
    """`http://ADDRESS`, `https://ADDRESS`: a system behind an address, which is asked who it is."""
    url, options = split_address(name, ("timeout", "tries", "batch"))
    return system_at(line_to(url, options, TIMEOUT, KEY), whole(options, "batch", BATCH))


def system_at(line: Line, wanted: int = BATCH) -> HttpSystem:
    """The system at the end of a line, which is asked who it is; refuses any other performer."""
    url = line.url
    status = run(_status(line))
    if status.role != "system":
        raise ZelligError(
            f"this is a {status.role}, and a system is needed", path=f"{url}/status", remedy="Check it."
        )
    if not _NAME.fullmatch(status.name):
        raise ZelligError(
            f"the system calls itself {shown(status.name)}, which cannot be the name of a folder",
            path=f"{url}/status",
            remedy="Give it a short name without slashes.",
        )
    if status.max_batch is not None and status.max_batch < 1:
        raise ZelligError(
            f"max_batch is {status.max_batch}", path=f"{url}/status", remedy="It must be 1 or more."
        )
    return HttpSystem(line, status, min(wanted, status.max_batch or wanted))


async def _status(line: Line) -> Status:
    async with line.client() as client:
        return decode(await line.call(client, "/status", None, ""), Status, f"{line.url}/status")
