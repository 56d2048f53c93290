"""All rooms that a process looks at: those that are played, and those that somebody has opened.

Twice a second a process says that it is there, which lines it has measured, and that it goes on asking the
programs of the rooms that it asks them in.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from sqlalchemy import Connection

from zellig.games.match.rooms import Standing
from zellig.server.live.rooms.fan_out import PROBE, Connected
from zellig.server.live.rooms.programs import Programs
from zellig.server.live.rooms.pulse import Measured, Pulse, beat, forget_line
from zellig.server.live.rooms.room import LiveRoom
from zellig.server.live.rooms.wakes import Wakes
from zellig.server.rooms import wake_others
from zellig.server.secrets import new_id

if TYPE_CHECKING:
    from zellig.server.state import House

BEAT, IDLE = 0.5, 1.0  # seconds; the second where no room is looked at
THREADS, ASKERS = 8, 32  # that wait for the database, and for programs

log = logging.getLogger(__name__)
T = TypeVar("T")


class LiveRooms:
    """The rooms of a process, in its event loop."""

    def __init__(self, house: House) -> None:
        self.house, self.process, self.begun = house, new_id(), house.moment()
        self.across = not house.database.is_sqlite  # may other processes receive buzzes, too?
        self._loop = asyncio.get_running_loop()
        self._rooms: dict[str, LiveRoom] = {}
        self._programs: dict[str, Programs] = {}
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="rooms")
        self.askers = ThreadPoolExecutor(ASKERS, thread_name_prefix="programs")
        self._wakes = Wakes(house.database, self._wake_soon)
        house.bell.rung, house.bell.begun = self._wake_soon, self.begun
        self._beating = asyncio.ensure_future(self._beat())

    async def close(self) -> None:
        """Let go of everything; what was done is written."""
        self._beating.cancel()
        await asyncio.gather(self._beating, return_exceptions=True)
        for programs in self._programs.values():
            await programs.close()
        for room in self._rooms.values():
            await room.close()
        await asyncio.to_thread(self._wakes.close)
        self.house.bell.rung = None
        self._threads.shutdown(wait=False)
        self.askers.shutdown(wait=False, cancel_futures=True)

    async def in_thread(self, work: Callable[[], T]) -> T:
        """What some work gives, which may wait for the database."""
        return await self._loop.run_in_executor(self._threads, work)

    def changed(self, room: str, doing: Callable[[Connection, Standing], T]) -> T:
        """Change a room in one transaction, and let everybody know."""
        with self.house.database.writing() as connection:
            found = doing(connection, self.house.rooms.held(connection, room))
            wake_others(connection, room)
        return found

    async def room(self, name: str) -> LiveRoom:
        """A room, looked at from now on; whoever asks for it enters it at once."""
        found = self._opened(name)
        found.entering += 1
        try:
            await found.known.wait()
        finally:
            found.entering -= 1
        return found

    def enter(self, room: LiveRoom, connected: Connected) -> None:
        """Somebody looks at a room."""
        room.viewers.add(connected)

    def leave(self, room: LiveRoom, connected: Connected) -> None:
        """Somebody does so no more."""
        room.viewers.discard(connected)
        player = connected.viewer.player
        if player and player not in dict(room.viewers.players()):
            self._threads.submit(forget_line, self.house.database, room.name, player)

    def _wake_soon(self, name: str) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake, name)

    def _wake(self, name: str) -> None:
        if name in self._rooms:
            self._rooms[name].wake()
        elif not name:
            for room in self._rooms.values():
                room.wake()

    def _opened(self, name: str) -> LiveRoom:
        if name not in self._rooms:
            self._rooms[name] = LiveRoom(self, name)
            self._wakes.wanted.set()
        return self._rooms[name]

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT if self._rooms else IDLE)
            try:
                await self._beat_once()
            except Exception:  # the database may be away: it is tried again
                log.exception("nobody knows that this process looks after its rooms")

    async def _beat_once(self) -> None:
        now = self.house.moment()
        playing = [name for name, room in self._rooms.items() if room.state == "playing"]
        asking = [name for name in playing if any(each.asked for each in self._rooms[name].standing.places)]
        measured = [each for room in self._rooms.values() for each in self._measured(room)]
        pulse = await self.in_thread(
            lambda: beat(self.house.database, self.process, now, playing, asking, measured, [*self._rooms])
        )
        self._take(pulse)
        await self._let_go(pulse.asked_here)

    def _measured(self, room: LiveRoom) -> Sequence[Measured]:
        """The lines of the players who are connected here; of one with several connections the shortest: any
        of them may buzz."""
        rules = room.standing.rules
        if rules is None:
            return []
        found: dict[str, Measured] = {}
        for player, connected in room.viewers.players():
            if connected.quiet:
                connected.tell(PROBE)
            connected.quiet = True
            line = connected.line
            measured = Measured(room.name, player, line.allowance(rules.fairness), line.how)
            if player not in found or measured.allowance < found[player].allowance:
                found[player] = measured
        return list(found.values())

    def _take(self, pulse: Pulse) -> None:
        for name in pulse.playing:
            self._opened(name)
        for name in pulse.stale:
            self._rooms[name].take_up()
        for name, room in self._rooms.items():
            room.set_lines(pulse.lines.get(name, {}))
        for name in pulse.asked_here:
            if name not in self._programs and name in self._rooms:
                self._programs[name] = Programs(self._rooms[name])

    def _is_played(self, name: str) -> bool:
        return name in self._rooms and self._rooms[name].state == "playing"

    async def _let_go(self, asked_here: Collection[str]) -> None:
        """Let go of rooms at which nobody looks, and of programs that others ask now or nobody any more."""
        others = [each for each in self._programs if each not in asked_here or not self._is_played(each)]
        for name in others:
            await self._programs.pop(name).close()
        for name, room in [*self._rooms.items()]:
            if room.state != "playing" and not room.viewers and not room.entering and room.known.is_set():
                await self._rooms.pop(name).close()
        if not self._rooms:
            self._wakes.wanted.clear()
