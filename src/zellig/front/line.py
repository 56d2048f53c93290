"""The line to a contest server: addresses, the token, tries, and refusals in the server's own words."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any

import httpx
import msgspec

from zellig.doors import option
from zellig.errors import ZelligError
from zellig.systems.http import is_loopback, split_address, tls
from zellig.tries import PassingError, Tries

TOKEN = "ZELLIG_TOKEN"  # noqa: S105 -- the name of the variable
TIMEOUT = 60.0  # seconds for one call
TRIES = 4
FIRST_WAIT = 0.25  # seconds before the second try; doubled for each further one
PREFIX = "/api/v1"
MAY_PASS = (502, 503, 504)

_ANSWERS = "Check the address: a browser that opens it shows the list of contests."


class LostError(ZelligError):
    """The line to the server failed, as often as it was tried."""


class _MayPassError(PassingError):
    """A fault that may pass, as it is told if it does not."""

    def __init__(self, fault: ZelligError) -> None:
        super().__init__(fault.what)
        self.fault = fault


class _Problem(msgspec.Struct, frozen=True):
    """A refusal, as the server writes it."""

    type: str
    detail: str
    where: str = ""
    remedy: str = ""
    request: str = ""


@dataclass(frozen=True)
class ServerLine:
    """A contest server that speaks to whoever has the token; without one it shows what is for everybody."""

    address: str
    token: str = field(repr=False)

    def get(self, path: str, **query: str | int) -> httpx.Response:
        """What the server answers; refuses what it refuses."""
        return self._send("GET", path, query)

    def get_public(self, path: str, **query: str | int) -> httpx.Response:
        """The same for what may be for everybody: it is asked for without a token, too."""
        return self._send("GET", path, query, public=True)

    def get_all(self, path: str, kind: type[Any]) -> list[Any]:
        """All parts of a list, each of which says where the next one is."""
        reply = self._send("GET", path, {"limit": 500})
        found = list(self.read(reply, list[kind]))  # type: ignore[valid-type]
        while "next" in reply.links:
            reply = self._send("GET", reply.links["next"]["url"].removeprefix(PREFIX), {})
            found += self.read(reply, list[kind])  # type: ignore[valid-type]
        return found

    def post(self, path: str, content: bytes = b"", key: str = "", **query: str | int) -> httpx.Response:
        """The same for what is brought; with its key it is brought once, however often it is sent."""
        headers = {"Idempotency-Key": key} if key else {}
        return self._send("POST", path, query, content=content, headers=headers)

    def put(self, path: str, body: object) -> httpx.Response:
        """The same for what is said of something; said twice, it is said once."""
        return self._send("PUT", path, {}, json=body)

    def patch(self, path: str, content: bytes, **query: str | int) -> httpx.Response:
        """The same for a part of something; the part says which it is, and may come twice."""
        return self._send("PATCH", path, query, content=content)

    def _send(
        self, method: str, path: str, query: dict[str, str | int], *, public: bool = False, **options: Any
    ) -> httpx.Response:
        if not (self.token or public):
            raise self._no_token()
        with httpx.Client(
            base_url=f"{self.address}{PREFIX}",
            headers={"Authorization": f"Bearer {self.token}"} if self.token else {},
            timeout=TIMEOUT,
            verify=tls(),
            trust_env=not is_loopback(self.address),
        ) as client:
            try:
                for attempt in Tries(TRIES, FIRST_WAIT):
                    with attempt:
                        return self._judged(
                            self._tried(client, method, path, params=query or None, **options)
                        )
            except _MayPassError as error:
                fault = error.fault
        raise fault

    def _tried(self, client: httpx.Client, method: str, path: str, **options: Any) -> httpx.Response:
        try:
            reply = client.request(method, path, **options)
        except httpx.ConnectError:
            lost = self._lost("there is no server", "Check the address, and that it is running.")
        except httpx.TimeoutException:
            lost = self._lost(f"no answer came within {TIMEOUT:g} s", "Try again later.")
        except httpx.TransportError as error:
            lost = self._lost(f"the connection failed ({error})", "Try again.")
        else:
            if reply.status_code in MAY_PASS:
                raise _MayPassError(self._refusal(reply))
            return reply
        raise _MayPassError(lost)

    def _judged(self, reply: httpx.Response) -> httpx.Response:
        if reply.is_success:
            return reply
        raise self._refusal(reply)

    def _refusal(self, reply: httpx.Response) -> ZelligError:
        """Why the server refused, in its own words."""
        try:
            problem = msgspec.json.decode(reply.content, type=_Problem)
        except msgspec.DecodeError:
            return self._fault(f"it answers {reply.status_code}, but not as a contest server does", _ANSWERS)
        if problem.type == "failure":
            return self._fault(
                f"the server failed in the request {problem.request}",
                "Try again, and tell the operator this number.",
            )
        if problem.type == "unauthorised" and not self.token:
            return self._no_token()
        if problem.type == "unauthorised":
            return self._fault(
                f"the token in {TOKEN} is not good here, or not any more",
                f"Make another one on {self.address}/account.",
            )
        what = f"{problem.where}: {problem.detail}" if problem.where else problem.detail
        return ZelligError(what, remedy=problem.remedy)

    def read(self, reply: httpx.Response, kind: type[Any]) -> Any:
        """An answer of the expected shape."""
        try:
            return msgspec.json.decode(reply.content, type=kind)
        except msgspec.DecodeError:
            raise self._fault("it does not answer as a contest server does", _ANSWERS) from None

    def _no_token(self) -> ZelligError:
        return ZelligError(
            "there is no token",
            remedy=f"Make one on {self.address}/account, and set it as the environment variable {TOKEN}.",
        )

    def _fault(self, what: str, remedy: str) -> ZelligError:
        return ZelligError(what, path=self.address, remedy=remedy)

    def _lost(self, what: str, remedy: str) -> LostError:
        return LostError(what, path=self.address, remedy=remedy)


def line_to(server: str) -> ServerLine:
    """The line to a server, with the token of the environment, if any; it never goes in plain text."""
    if not server.startswith(("http://", "https://")):
        raise ZelligError(
            f"{server} is not an address",
            remedy=f"Write it as https://contest.example.org: {option('server')}.",
        )
    address, _ = split_address(server, ())
    token = os.environ.get(TOKEN, "").strip()
    if not (token.isascii() and token.isprintable()):
        raise ZelligError(f"the token in {TOKEN} cannot be sent", remedy="Set it to what the page showed.")
    if token and not (address.startswith("https:") or is_loopback(address)):
        raise ZelligError(
            "the token would go over the network in plain text", path=address, remedy="Use https://."
        )
    return ServerLine(address, token)
