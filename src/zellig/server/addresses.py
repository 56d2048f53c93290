"""Where a server may go when somebody tells it an address: nowhere inside its own network, unless allowed.

A name is looked up when the connection is made, everything that it leads to is looked at, and the connection
goes to one of these addresses and no other: what the name leads to a moment later does not matter.
"""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import httpx

from zellig.errors import ZelligError
from zellig.systems.http import Line, is_loopback, split_address, tls

LONGEST = 500  # characters of an address, and of a token
SECONDS = 5.0  # that looking a name up may take

# Looking a name up may take a while, and nothing ends it: it has threads that nobody else waits for.
_NAMES = ThreadPoolExecutor(16, thread_name_prefix="names")

_OUTSIDE = ip_network("2000::/3")  # of IPv6, all that is given out to anybody
_INSIDE = tuple(  # that Python takes for global: of the protocols themselves, and ways back into IPv4
    map(ip_network, ("192.0.0.0/24", "192.88.99.0/24", "2001::/23", "2002::/16"))
)


def is_outside(address: IPv4Address | IPv6Address) -> bool:
    """Is this an address of the open network, which everybody can reach?"""
    if address.version == 6 and address not in _OUTSIDE:
        return False
    return address.is_global and not address.is_multicast and not any(address in each for each in _INSIDE)


def read_address(address: str, token: str | None) -> str:
    """The address as it is kept; refuses what is none, and a token that cannot go there, or in plain text."""
    if not address.startswith(("http://", "https://")) or len(address) > LONGEST:
        raise ZelligError(
            "an endpoint has an address of http or https",
            field="address",
            remedy="Write it as https://system.example.org.",
        )
    url, _ = split_address(address, ())
    if token is not None and not (token.isascii() and token.isprintable() and " " not in token):
        raise ZelligError(
            "the token has characters that cannot be sent", field="token", remedy="Copy it once more."
        )
    if token is not None and not (url.startswith("https:") or is_loopback(url)):
        raise ZelligError(
            "the token would go over the network in plain text", field="address", remedy="Use https://."
        )
    return url


def numbers_of(host: str, port: int | None) -> list[str]:
    """What a name leads to; this may take a while. One that is not known is an OSError."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(place[4][0]) for place in found))


async def look_up(url: str, *, inside: bool) -> list[str]:
    """All numbers that the host of an address leads to; refuses one of which any is inside, unless that is
    allowed. A host that is not known is an OSError."""
    host, port = httpx.URL(url).host, httpx.URL(url).port
    numbers = await asyncio.get_running_loop().run_in_executor(_NAMES, numbers_of, host, port)
    if not inside:
        _refuse_inside(host, numbers)
    return numbers


def _refuse_inside(host: str, numbers: list[str]) -> None:
    if any("%" in each or not is_outside(ip_address(each)) for each in numbers):
        raise ZelligError(
            f"{host} leads into a network that is not open to everybody",
            field="address",
            remedy="Let the system answer at a public address, or ask the operator.",
        )


def refuse_out_of_reach(url: str, *, inside: bool) -> None:
    """Refuse at once what would be refused when somebody is asked there, and a name that is not known."""
    host, port = httpx.URL(url).host, httpx.URL(url).port
    try:
        numbers = _NAMES.submit(numbers_of, host, port).result(SECONDS)
    except (OSError, TimeoutError):
        raise _unknown() from None
    if not inside:
        _refuse_inside(host, numbers)


async def refuse_out_of_reach_unheld(url: str, *, inside: bool) -> None:
    """The same where no thread may be held up meanwhile."""
    try:
        async with asyncio.timeout(SECONDS):
            await look_up(url, inside=inside)
    except (OSError, TimeoutError):
        raise _unknown() from None


def _unknown() -> ZelligError:
    return ZelligError(
        "the name in this address is not known", field="address", remedy="Check how it is spelt."
    )


class Guarded(httpx.AsyncBaseTransport):
    """Connects to an address that was looked at; certificates are those of the name all the same."""

    def __init__(self, *, inside: bool) -> None:
        self._inside = inside
        self._under = httpx.AsyncHTTPTransport(verify=tls())

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request to where its name leads now."""
        try:
            numbers = await look_up(str(request.url), inside=self._inside)
        except OSError as error:
            raise httpx.ConnectError(f"{request.url.host} is not known: {error.strerror}") from None
        fault = httpx.ConnectError(f"{request.url.host} leads nowhere")
        for number in numbers:
            there = httpx.Request(
                request.method,
                request.url.copy_with(host=number),
                headers=request.headers,  # with the name of the host
                stream=request.stream,
                extensions={**request.extensions, "sni_hostname": request.url.host},
            )
            try:
                return await self._under.handle_async_request(there)
            except httpx.ConnectError as error:
                fault = error
        raise fault

    async def aclose(self) -> None:
        """Let go of all connections."""
        await self._under.aclose()


@dataclass(frozen=True)
class GuardedLine(Line):
    """A line to an address that somebody else has told us."""

    inside: bool = False

    def client(self) -> httpx.AsyncClient:
        """A client that goes where it may, through no proxy, and is led nowhere else."""
        return httpx.AsyncClient(
            headers=dict(self.headers),
            transport=Guarded(inside=self.inside),
            timeout=self.timeout,
            trust_env=False,
            follow_redirects=False,
        )
