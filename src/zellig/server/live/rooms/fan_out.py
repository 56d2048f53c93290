"""Who looks at a room from this process: what is told to all of them is encoded once for each kind of viewer.

Each connection has a queue of its own, so that nobody waits for a slow line. Who is too far behind is cut
off: a page that comes back gets the whole state.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress

import msgspec
from litestar.exceptions import WebSocketDisconnect

from zellig.errors import ZelligError
from zellig.games.match.events import Given, TossupAsked
from zellig.games.match.playing import Lines, Match
from zellig.games.match.reading import Moment
from zellig.games.match.rooms import Right
from zellig.games.match.seeing import SPECTATOR, Viewer, seen
from zellig.server.accounts import Account
from zellig.server.credentials import Credential
from zellig.server.live.rooms.lines import Line
from zellig.server.live.rooms.messages import Now, Probe, Told

BEHIND = 300  # messages that may wait for one connection

_encode = msgspec.json.Encoder().encode
PROBE = _encode(Probe()).decode()


def encoded(told: Told) -> str:
    """A message as it is sent."""
    return _encode(told).decode()


class Connected:
    """One connection. What its viewer is follows from the room, and may change while it is open."""

    def __init__(
        self,
        account: Account,
        credential: Credential,
        player: str,
        line: Line,
        send: Callable[[str], Awaitable[None]],
    ) -> None:
        """`player`: as whom somebody came in who speaks for several; empty: as what they are."""
        self.account, self.credential, self.player, self.line = account, credential, player, line
        self.viewer, self.rights = SPECTATOR, frozenset[Right]()
        self._send, self._waiting = send, deque[str]()
        self._woken = asyncio.Event()
        self.gone = asyncio.Event()
        self.refused: ZelligError | None = None  # why it is gone; None: by itself, or it was too far behind
        self.quiet = True  # since the line was looked at last, nothing was sent

    def tell(self, message: str) -> None:
        """Send a message after those before it."""
        if len(self._waiting) >= BEHIND:
            self.gone.set()
            return
        self._waiting.append(message)
        self.quiet = False
        self._woken.set()

    def refuse(self, error: ZelligError) -> None:
        """Let go of somebody who may not look any more."""
        self.refused = error
        self.gone.set()

    async def run(self) -> None:
        """Send what waits, one message after the other; who does not read holds this up."""
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while not self.gone.is_set():
                await self._woken.wait()
                self._woken.clear()
                while self._waiting and not self.gone.is_set():
                    await self._send(self._waiting.popleft())
        self.gone.set()


class Viewers:
    """The connections of a room."""

    def __init__(self) -> None:
        self._all: set[Connected] = set()

    def __iter__(self) -> Iterator[Connected]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def add(self, connected: Connected) -> None:
        """Somebody has come."""
        self._all.add(connected)

    def discard(self, connected: Connected) -> None:
        """Somebody has gone."""
        self._all.discard(connected)

    def tell(self, told: Told) -> None:
        """Tell everybody the same."""
        if self._all:
            message = encoded(told)
            for each in self._all:
                each.tell(message)

    def show(self, match: Match, moment: Moment, lines: Lines) -> None:
        """Hand everybody the match as it is theirs to see."""
        made: dict[Viewer, str] = {}
        for each in self._all:
            kind = kind_of(match, each.viewer)
            if kind not in made:
                made[kind] = encoded(Now(seen(match, kind, moment, lines)))
            each.tell(made[kind])

    def players(self) -> Iterator[tuple[str, Connected]]:
        """The players who are connected here, by id, each with every connection."""
        return ((each.viewer.player, each) for each in self._all if each.viewer.role == "player")


def kind_of(match: Match, viewer: Viewer) -> Viewer:
    """A viewer who is handed the same: what a player sees differs from what everybody does only by what the
    player has answered to the tossup that is played."""
    if viewer.role != "player":
        return viewer
    for event in reversed(match.events):
        if isinstance(event, Given) and event.player == viewer.player:
            return viewer
        if isinstance(event, TossupAsked):
            break
    return SPECTATOR
