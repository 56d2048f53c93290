"""Programs that the server asks in a room: each by a task of its own, in a thread, with a time limit.

A program is told what is made for the player that it is, as a page is. What it says late, or not as agreed,
does not count: the room goes on, everybody is told, and it stands among the room's events.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from sqlalchemy import Connection, select

from zellig.buzzers.program import Program
from zellig.errors import ZelligError
from zellig.games.match.events import Event as MatchEvent
from zellig.games.match.packet import Packet
from zellig.games.match.playing import Lines, Match, answer, buzz
from zellig.games.match.programs import SeatedProgram, asked, begin, hearing
from zellig.games.match.reading import Moment
from zellig.games.match.rooms import Place, ProgramMissed, ProgramSeated, RoomEvent, Standing
from zellig.games.match.seeing import Viewer, seen
from zellig.games.match.setting import Setting
from zellig.games.match.simulated import game_of
from zellig.performers import Hearing
from zellig.seats.address import Address
from zellig.seats.seat import Here, Missed, Seat
from zellig.server.addresses import GuardedLine
from zellig.server.live.systems import Registration
from zellig.server.rooms import ROOM
from zellig.store.database.tables.rooms import ROOM_PROGRAMS
from zellig.systems.evaluation import admit
from zellig.tasks.quiz import QUIZ

if TYPE_CHECKING:
    from zellig.server.live.rooms.room import LiveRoom

LISTENING = 3.0  # seconds that a program has for what it hears while others may buzz
STATUS = 5.0  # seconds to introduce itself
AGAIN = 5.0  # seconds before a program that could not be seated is tried once more
LARGEST = 2**20  # bytes of a reply

# Everybody in the room is told these, so not what came from elsewhere: neither an address nor a path.
NOT_SEATED = "it cannot take its seat"
WORDS = {
    "late": "it was late",
    "crashed": "it crashed",
    "garbled": "what it said was not as agreed",
    "flooded": "it said far too much",
    "cut off": "the line to it was cut off",
    "refused": "it refused the message",
    "too large": "the message was too large for it",
    "gone": "it failed several times in a row, and is not asked any more",
}

log = logging.getLogger(__name__)
T = TypeVar("T")


class _Row(NamedTuple):
    """Where a program is."""

    system: str
    address: str
    token: str | None


class Programs:
    """The programs of a room, asked by this process."""

    def __init__(self, room: LiveRoom) -> None:
        self._room = room
        self._missed: set[tuple[str, int]] = set()
        places = [each for each in room.standing.places if each.asked]
        self._tasks = [asyncio.ensure_future(self._play(each)) for each in places]

    async def close(self) -> None:
        """Ask them no more."""
        for each in self._tasks:
            each.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _play(self, place: Place) -> None:
        seat = await self._seat(place)
        moved = asyncio.Event()
        moved.set()
        self._room.moved.add(moved)
        told: tuple[Hearing, int] | None = None
        written = 0  # events that there are at least: of what is older it is not asked
        try:
            while True:
                await moved.wait()
                moved.clear()
                if place.player.id in self._room.standing.away:
                    await self._write(lambda standing: [ProgramSeated(place.player.id)])
                heard, limit = self._heard(place)
                # The same words are asked about again when something has happened: others were wrong.
                happened = 0 if self._room.match is None else len(self._room.match.events)
                if heard is None or (heard, happened) == told or happened < written:
                    continue
                told = heard, happened
                written = await self._ask(SeatedProgram(place.player, seat), heard, limit)
        except Exception:
            log.exception("the program %s of %s is asked no more", place.player.name, self._room.name)
        finally:
            self._room.moved.discard(moved)
            self._room.service.askers.submit(_let_go, seat)

    async def _seat(self, place: Place) -> Seat:
        first = 0 if self._room.match is None else self._room.match.now.number
        while True:
            try:
                return await self._in_thread(partial(self._seated, place))
            except Exception as error:  # noqa: BLE001 -- whatever its code or its address does
                log.warning("%s cannot take its seat in %s: %s", place.player.name, self._room.name, error)
                await self._miss(place.player.id, 0, NOT_SEATED, since=first)
                await asyncio.sleep(AGAIN)

    def _seated(self, place: Place) -> Seat:
        house, match = self._room.service.house, self._room.match
        assert match is not None  # noqa: S101 -- programs are asked while a match is played
        with house.database.reading() as connection:
            row = _row_of(connection, self._room.name, place.player.id)
        setting = match.setting
        inside = house.settings.private_endpoints
        seat: Seat = (
            Here(apart(house.systems[row.system], setting)) if row.system else _at(row, inside=inside)
        )
        begin(SeatedProgram(place.player, seat), game_of(setting), setting.seed)
        return seat

    def _heard(self, place: Place) -> tuple[Hearing | None, float]:
        """What a program is asked about now, and for how many seconds."""
        room = self._room
        if room.match is None:
            return None, 0.0
        now = room.service.house.moment()
        told = seen(room.match, Viewer("player", place.player.id), now, room.allowances)
        if told.stage == "bonus" and not self._speaks(place):
            return None, 0.0
        limit = LISTENING if told.time_left is None else max(0.05, told.time_left / 1000)
        return hearing(told, place.player), limit

    def _speaks(self, place: Place) -> bool:
        """Does this one answer bonuses? The first of a team of programs does; people do so themselves."""
        team = [each for each in self._room.standing.places if each.player.team == place.player.team]
        return all(each.player.kind == "program" for each in team) and team[0] is place

    async def _ask(self, program: SeatedProgram, heard: Hearing, limit: float) -> int:
        """Ask a program, and do what it says; gives how many events were written by then. Before they are
        read here, it would be asked whether it buzzes while it is its turn, and lose the time to answer."""
        room, player = self._room, program.player
        assert room.match is not None  # noqa: S101
        number = int(heard.id.partition("-")[0])
        part = int(heard.id.partition("-")[2] or 0)
        try:
            told = await self._in_thread(partial(asked, program, heard, room.match.setting.seed, limit))
        except (Missed, ZelligError) as error:
            log.warning("%s in %s, question %s: %s", player.name, room.name, heard.id, error)
            await self._miss(player.id, number, WORDS[error.why if isinstance(error, Missed) else "crashed"])
            return 0
        written = 0

        def doing(match: Match, at: Moment, lines: Lines) -> Sequence[MatchEvent]:
            """What it said, if that is still what is asked."""
            nonlocal written
            written = len(match.events)
            found = said(match, at, lines)
            written += len(found)
            return found

        def said(match: Match, at: Moment, lines: Lines) -> Sequence[MatchEvent]:
            now = match.now
            if now.number != number or (part and now.part != part):
                return ()
            if heard.turn:
                return answer(match, player.id, told.guess, at, told.confidence)
            return buzz(match, player.id, at, lines.get(player.id, 0))

        if heard.turn or told.buzz:
            try:
                await room.settled()
                await room.act(None, doing)
            except ZelligError as error:  # others were first
                log.debug("%s in %s: %s", player.name, room.name, error)
            except Exception:  # the database may be away for a moment: it plays on when it is back
                log.exception("what %s said in %s was not written", player.name, room.name)
                return 0
        return written

    async def _miss(self, player: str, number: int, why: str, since: int = 0) -> None:
        """Write down what a program misses, of one tossup once. Who is not there (0) has also missed what was
        finished `since` this tossup, while it was waited for."""

        def missed(standing: Standing) -> list[RoomEvent]:
            before = [] if number else [each for each in standing.finished if each >= since]
            return [ProgramMissed(player, each, why) for each in (*before, number)]

        if (player, number) not in self._missed and await self._write(missed):
            self._missed.add((player, number))

    async def _write(self, events: Callable[[Standing], Sequence[RoomEvent]]) -> bool:
        """Write events of the room; says whether they are written."""

        def doing(connection: Connection, standing: Standing) -> None:
            now = self._room.service.house.clock()
            ROOM.append(connection, now, self._room.name, None, *events(standing))

        try:
            await self._room.change(doing)
        except Exception:  # the database may be away for a moment: it plays on when it is back
            log.exception("what programs miss in %s was not written", self._room.name)
            return False
        return True

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._room.service.askers, work)


def apart(registered: Registration, setting: Setting) -> Program:
    """A registered guesser with its buzzer as it plays this match: none of the questions is evidence for
    itself. Refuses one that has learnt from them."""
    registered.load()
    packet = Packet(setting.tossups, setting.bonuses)
    system = admit(registered.system, packet.questions(), QUIZ, allow_overlap=False).system
    program = Program(system, registered.buzzer)
    return program.apart_from(packet.as_heard(setting.rules.tossups))[0]


def _row_of(connection: Connection, room: str, player: str) -> _Row:
    programs = ROOM_PROGRAMS.c
    query = select(programs.system, programs.address, programs.token)
    row = connection.execute(query.where(programs.room == room, programs.player == player)).one()
    return _Row(*row)


def _at(row: _Row, *, inside: bool) -> Seat:
    headers = {"Authorization": f"Bearer {row.token}"} if row.token else {}
    line = GuardedLine(
        row.address, STATUS, 1, headers=headers, secret=row.token or "", largest=LARGEST, inside=inside
    )
    return Address("player", row.address, {}, (), line)


def _let_go(seat: Seat) -> None:
    seat.leave()
    seat.close()
