"""A program of a room is not asked about what it has acted on already; by a clock that is handed in."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

from match_night import PLAYERS, Table, new_match
from zellig.games.match.playing import Match, due
from zellig.games.match.rooms import Place, Standing
from zellig.performers import Hearing, Said, Spec
from zellig.seats.seat import Here, Seat
from zellig.server.live.rooms.matches import Doing
from zellig.server.live.rooms.programs import Programs

BOT = PLAYERS[3]
PATIENCE = 40  # seconds, of a machine that is busy


class Thinking:
    """Buzzes when it is let, and knows the answer; says what it was asked."""

    spec = Spec("thinking")

    def __init__(self) -> None:
        self.turns: list[bool] = []
        self.asked, self.may_say = threading.Event(), threading.Event()

    def play(self, hearings: Sequence[Hearing], seeds: Sequence[int]) -> list[Said]:
        (heard,) = hearings
        self.turns.append(heard.turn)
        self.asked.set()
        assert self.may_say.wait(PATIENCE)
        return [Said(heard.id, "kettle", 0.9, buzz=True)]


class Room:
    """A room of which this process has read only a part of what is written."""

    name, allowances = "kitchen", dict[str, int]()

    def __init__(self, table: Table) -> None:
        self.table, self.match = table, table.match
        self.standing = Standing(places=(Place(BOT, asked="thinking"),))
        self.moved: set[asyncio.Event] = set()
        self.acted = asyncio.Event()
        house = SimpleNamespace(moment=lambda: table.now)
        self.service = SimpleNamespace(askers=ThreadPoolExecutor(1), house=house)

    async def settled(self) -> None:
        pass

    async def act(self, actor: str | None, doing: Doing) -> None:
        match = self.table.match
        self.table.match = match.with_events(doing(match, self.table.now, {}))
        self.acted.set()

    async def read(self, match: Match) -> None:
        self.match = match
        for each in self.moved:
            each.set()
        await asyncio.sleep(0.05)  # it would be asked by now


class Seating(Programs):
    """Programs whose only one is in hand."""

    program: Thinking

    def _seated(self, place: Place) -> Seat:
        return Here(self.program)


async def _played(program: Thinking) -> Table:
    table = Table(new_match()).ask()
    over = due(table.match, {})
    assert over is not None
    table.wait(over - 1000 - table.now)  # all words are read, and the time to buzz runs
    room: Any = Room(table)
    Seating.program = program
    programs = Seating(room)
    assert await asyncio.to_thread(program.asked.wait, PATIENCE)
    table.buzz("ann").wait(0).say("ann", "spoon")
    wrong = table.match  # written, and not read here yet
    program.may_say.set()
    await asyncio.wait_for(room.acted.wait(), PATIENCE)
    assert table.match.now.stage == "racing"  # its buzz came with the wrong answer, and counts
    await room.read(wrong)
    assert program.turns == [False]
    room.acted.clear()
    await room.read(table.wait(0).match)
    await asyncio.wait_for(room.acted.wait(), PATIENCE)
    await programs.close()
    return table


def test_a_late_buzz_and_a_wrong_answer_that_come_together() -> None:
    program = Thinking()
    table = asyncio.run(_played(program))
    assert program.turns == [False, True]
    assert table.points == {"a": 0, "b": 10}
    assert table.match.now.stage == "waiting"
