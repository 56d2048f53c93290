"""A server with too much to do: who writes on and on sees guesses, evidence and the bell all the same."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from quiz_world import World
from zellig.games.writing.rules import usual_rules
from zellig.games.writing.strokes import Draft, Typed
from zellig.server.live import writer as live
from zellig.server.live.keeping import Opening, Piece
from zellig.server.live.systems import read_systems
from zellig.server.live.writer import Send, Shown, Told, Writer
from zellig.tasks import get_task

TURN = 0.15  # seconds that everything waits for its turn
WORDS = ("This", " town", " has", " a", " bridge", " over", " the", " river")


class Clock:
    """Seconds, as they are told."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


class KeepsNothing:
    async def keep(self, piece: Piece) -> None:
        pass


class Busy:
    """Every turn comes late, and before it the writer has written one more word."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.write_on: Callable[[], Any] = lambda: None

    async def take(self, due: float, work: Callable[[], Any]) -> Any:
        await asyncio.sleep(0)
        self.clock.now += TURN
        await self.write_on()
        return work()


def test_who_writes_on_and_on_is_shown_everything(
    tmp_path: Path, quiz: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "systems.toml"
    table.write_text(f'[ir]\nsystem = "{quiz.guesser("ir")}"\n')
    system = read_systems(table)["ir"]
    system.load()
    clock = Clock()
    monkeypatch.setattr(live, "time", clock)
    shown: dict[str, list[tuple[float, int]]] = {"guesses": [], "evidence": [], "bell": []}

    async def tell(told: Told) -> None:
        if isinstance(told, Shown):
            rung = told.look.bell or told.look.silent
            found = {"guesses": told.look.guesses, "evidence": told.look.evidence, "bell": rung}
            for what, there in found.items():
                if there:
                    shown[what].append((clock.now, told.of))

    async def play() -> None:
        turns = Busy(clock)
        writer = Writer(
            Opening("draft", "tab", None),
            Draft(),
            0,
            rules=usual_rules(get_task("quiz"), ("ir",)),
            task=get_task("quiz"),
            systems=[system],
            originals={},
            keeper=KeepsNothing(),  # type: ignore[arg-type]
            turns=turns,  # type: ignore[arg-type]
            clock=lambda: datetime.now(UTC),
            tell=tell,
        )
        written, number = "", 0

        async def write_on() -> None:
            nonlocal written, number
            word = WORDS[number % len(WORDS)]
            at, written, number = len(written), written + word, number + 1
            await writer.take(Send(number, [Typed("text", at, at, word, len(written))]))

        await write_on()
        turns.write_on = write_on
        looking = asyncio.ensure_future(writer.look())
        while clock.now < 1030:
            await asyncio.sleep(0)
            assert not looking.done()
        looking.cancel()

    asyncio.run(play())
    for what, longest in (("guesses", 1.6), ("evidence", 2.5), ("bell", 3.5)):
        moments = [1000.0, *(now for now, _ in shown[what]), 1030.0]
        waited = [later - earlier for earlier, later in pairwise(moments)]
        assert max(waited) <= longest, f"{what} came after {max(waited):.1f} seconds"
    assert all([of for _, of in found] == sorted(of for _, of in found) for found in shown.values()), (
        "nothing older comes after what is newer"
    )
