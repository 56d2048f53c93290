"""What was shown of a text is kept and counts as shown, also where a system has no more to say of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from quiz_world import World
from zellig.errors import ZelligError
from zellig.games.writing.evidence import evidence_for
from zellig.games.writing.listening import Guesses, Listener
from zellig.games.writing.looks import unpack
from zellig.games.writing.rules import usual_rules
from zellig.games.writing.strokes import Draft, Typed
from zellig.server.live import writer as live
from zellig.server.live.keeping import Opening, Piece
from zellig.server.live.systems import read_systems
from zellig.server.live.waits import IDLE, LATER, SOON, Waits
from zellig.server.live.writer import Refused, Send, Shown, Told, Writer
from zellig.tasks import get_task

TEXT = "This town has a bridge over the river"


class Kept:
    """A keeper that keeps all in a list."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []

    async def keep(self, piece: Piece) -> None:
        self.pieces.append(piece)


class AtOnce:
    """Every turn comes at once."""

    async def take(self, due: float, work: Callable[[], Any]) -> Any:
        await asyncio.sleep(0)
        return work()


class NotedWaits(Waits):
    """Waits that say what was shown."""

    def __init__(self) -> None:
        super().__init__()
        self.was_shown: set[float] = set()
        noted.append(self)

    def shown(self, urgency: float, taken: float, *, newest: bool) -> None:
        self.was_shown.add(urgency)
        super().shown(urgency, taken, newest=newest)


noted: list[NotedWaits] = []


def looked_at(folder: Path, quiz: World, names: list[str], ended: Callable[[Told], bool]) -> list[Piece]:
    """What is kept after a text was typed, and looked at by these systems until something is told."""
    table = folder / "systems.toml"
    table.write_text("".join(f'[{name}]\nsystem = "{quiz.guesser("ir")}"\n' for name in names))
    systems = list(read_systems(table).values())
    for each in systems:
        each.load()
    kept = Kept()

    async def play() -> None:
        over = asyncio.Event()

        async def tell(told: Told) -> None:
            if ended(told):
                over.set()

        writer = Writer(
            Opening("draft", "tab", None),
            Draft(),
            0,
            rules=usual_rules(get_task("quiz"), tuple(names)),
            task=get_task("quiz"),
            systems=systems,
            originals={},
            keeper=kept,  # type: ignore[arg-type]
            turns=AtOnce(),  # type: ignore[arg-type]
            clock=lambda: datetime.now(UTC),
            tell=tell,
        )
        await writer.take(Send(1, [Typed("text", 0, 0, TEXT, len(TEXT))]))
        looking = asyncio.ensure_future(writer.look())
        await asyncio.wait_for(over.wait(), 60)
        await asyncio.sleep(0)  # the look ends after what it has told
        await writer.close()
        looking.cancel()

    asyncio.run(play())
    return kept.pieces


def test_what_was_shown_is_kept_if_the_second_system_refuses_to_say_why(
    tmp_path: Path, quiz: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def refused_the_second_time(*about: Any) -> Any:
        asked.append("")
        if len(asked) == 2:
            raise ZelligError("it does not say why", remedy="Ask another one.")
        return evidence_for(*about)

    monkeypatch.setattr(live, "evidence_for", refused_the_second_time)
    pieces = looked_at(tmp_path, quiz, ["one", "two"], lambda told: isinstance(told, Refused))
    looks = {look.system: look for look in (unpack(each.look) for each in pieces if each.look)}
    assert set(looks) == {"one", "two"}
    assert all(look.guesses for look in looks.values())
    assert looks["one"].evidence
    assert looks["two"].evidence is None


def test_a_system_without_guesses_leaves_no_evidence_to_wait_for(
    tmp_path: Path, quiz: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted.clear()
    monkeypatch.setattr(live, "Waits", NotedWaits)
    monkeypatch.setattr(Listener, "guess", lambda *about: Guesses((), None))
    looked_at(
        tmp_path,
        quiz,
        ["one"],
        lambda told: isinstance(told, Shown) and bool(told.look.bell or told.look.silent),
    )
    assert noted[0].was_shown == {SOON, LATER, IDLE}
