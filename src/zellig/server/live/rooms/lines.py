"""How long the line of a player takes, there and back: measured by the connection itself.

The kernel knows how long its segments take to be acknowledged, and by whom they are: by the other kernel, as
they arrive. What a page answers, and when, does not come into it. A program could still read late on purpose,
which delays some acknowledgements: what is measured counts up to a bound above the shortest time that was
ever measured on the connection, which covers what lines vary by.
"""

from __future__ import annotations

import socket
import struct
from typing import Any, NamedTuple, Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from zellig.games.match.rules import Fairness
from zellig.server.live.rooms.messages import LineOf

SOCKET, CUT = "zellig.socket", "zellig.cut"  # among the extensions of a connection
WAITING = 2**17  # bytes that the kernel may keep for one connection: who is farther behind does not keep up
LAST = 5.0  # seconds in which a connection that is cut may still read what was sent
VARIES = 3.0, 0.25  # milliseconds, and a share of the shortest time, by which a line may be longer than that

_INFO = getattr(socket, "TCP_INFO", None)  # Linux
_RTT, _SHORTEST = struct.Struct("=68xI"), struct.Struct("=148xI")  # microseconds, in `struct tcp_info`


class Known(WebSocketsSansIOProtocol):
    """A connection that tells the application its socket, and can be cut."""

    async def run_asgi(self) -> None:
        """Serve it."""
        known = self.transport.get_extra_info("socket")
        if known is not None:
            known.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, WAITING)
        extensions: dict[str, Any] = dict(self.scope.get("extensions") or {})
        self.scope["extensions"] = extensions | {SOCKET: known, CUT: self.cut}
        await super().run_asgi()

    def cut(self, code: int) -> None:
        """Close it with a code without waiting for the other end, which does not read."""
        if self.close_sent or self.transport.is_closing():
            return
        self.conn.send_close(code)
        self.close_sent = True
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()
        self.loop.call_later(LAST, self.transport.abort)


class Times(NamedTuple):
    """Milliseconds that segments have taken to be acknowledged."""

    smoothed: float
    shortest: float


class HasOptions(Protocol):
    """A socket."""

    def getsockopt(self, level: int, name: int, size: int, /) -> bytes: ...


def times_of(connection: HasOptions) -> Times | None:
    """What the kernel has measured; None if it does not say."""
    if _INFO is None:
        return None
    try:
        raw = connection.getsockopt(socket.IPPROTO_TCP, _INFO, 256)
    except OSError:  # it is closed
        return None
    if len(raw) < _SHORTEST.size:
        return None
    return Times(_RTT.unpack_from(raw)[0] / 1000, _SHORTEST.unpack_from(raw)[0] / 1000)


class Line:
    """The line of one connection."""

    def __init__(self, connection: HasOptions | None, *, proxy: bool) -> None:
        """`proxy`: the connection ends at one, and nothing is known of the line behind it."""
        self._connection, self._shortest = connection, float("inf")
        self.how: LineOf = "proxy" if proxy else "none"

    def allowance(self, fairness: Fairness) -> int:
        """Milliseconds there and back, as far as the rules allow."""
        if self._connection is None or self.how == "proxy":
            return 0
        times = times_of(self._connection)
        if times is None:
            self.how = "none"
            return 0
        self.how = "measured"
        self._shortest = min(self._shortest, times.shortest)
        return min(fairness.most, round(bounded(times.smoothed, self._shortest)))


def bounded(smoothed: float, shortest: float) -> float:
    """What counts of a time that was measured, where the shortest ever was this."""
    at_least, share = VARIES
    return min(smoothed, shortest * (1 + share) + at_least)
