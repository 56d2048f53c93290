"""A server that is killed at random moments while people write, and what must be true of every stroke.

`python -m killing_writers --kills 50` does it on both databases (`make proof`); a test does it a few times.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import signal
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
from sqlalchemy import select

from databases import KINDS, databases
from own_server import PATIENCE, OwnServer
from quiz_world import TOWNS, World, question
from scripted_pen import Pen
from writing_crowd import Seat, draft_address, seat_writers
from zellig.games.writing.strokes import Noted, Notes, Stroke, Typed, replayed
from zellig.server.workshops import kept_of, seen_of
from zellig.store.database import open_database
from zellig.store.database.tables.writing import DRAFTS
from zellig.systems.http import tls

WRITERS = 20
PAUSE = 0.02, 0.2  # seconds between two groups of keystrokes of a writer
LIVED = 0.8  # seconds at most that a server lives after the first stroke that it has kept
TYPED = question(TOWNS[0], 0)
LONG = 30  # strokes of a draft, about, until its writer begins another one


@dataclass
class Sheet:
    """A draft as its writer has it: every stroke in its order, and what they come to."""

    draft: str
    strokes: list[Stroke] = field(default_factory=list)
    text: str = ""
    notes: Notes = field(default_factory=Notes)
    acknowledged: int = 0
    tab: str = ""


class ScriptedWriter:
    """Somebody who types, changes and deletes, and begins a new draft now and then."""

    def __init__(self, seat: Seat, server: str, seed: int) -> None:
        self.seat, self.server = seat, server
        self.random = random.Random(f"{seat.account.name} {seed}")
        self.sheets = [Sheet(seat.draft)]
        self.faults: list[str] = []
        self.told: Counter[str] = Counter()

    async def write(self, stopped: asyncio.Event) -> None:
        """Write until it is enough, and stay until everything is kept."""
        while not stopped.is_set():
            sheet = self.sheets[-1]
            pen = Pen(
                draft_address(self.server, sheet.draft),
                self.seat.headers(self.server),
                lambda message, sheet=sheet: self._hear(sheet, message),  # type: ignore[misc]
            )
            sheet.tab = pen.tab
            while not stopped.is_set() and len(sheet.strokes) < LONG:
                strokes = [self._stroke(sheet) for _ in range(self.random.randint(1, 3))]
                await pen.write(*strokes)
                await asyncio.sleep(self.random.uniform(*PAUSE))
            await asyncio.wait_for(pen.idle.wait(), PATIENCE)
            await pen.leave()
            self.told["lost lines"] += pen.lost
            if not stopped.is_set():
                self.sheets.append(Sheet(await self._begin()))

    def _stroke(self, sheet: Sheet) -> Stroke:
        """The next stroke, and what it does to the sheet."""
        draw, size = self.random, len(sheet.text)
        if draw.random() < 0.1:
            sheet.notes = Notes(answer=draw.choice(TOWNS), private=draw.random() < 0.5)
            stroke: Stroke = Noted(sheet.notes)
        else:
            start = size if draw.random() < 0.7 else draw.randint(0, size)
            end = min(size, start + draw.choice((0, 0, 0, 1, 9)))
            at = draw.randrange(200)
            new = "" if start < end else f"{TYPED[at : at + draw.randint(1, 9)]}é\U0001f514"
            sheet.text = sheet.text[:start] + new + sheet.text[end:]
            stroke = Typed("text", start, end, new, len(sheet.text))
        sheet.strokes.append(stroke)
        return stroke

    def _hear(self, sheet: Sheet, message: dict[str, Any]) -> None:
        told = message["told"]
        self.told[told] += 1
        if told == "kept":
            sheet.acknowledged = max(sheet.acknowledged, message["upto"])
        elif told == "refused":
            self.faults.append(f"refused: {message['problem']}")
        elif told == "opened":
            kept, found = message["kept"], message["draft"]["fields"].get("text", "")
            if kept < sheet.acknowledged:
                self.faults.append(f"{kept} are kept of {sheet.acknowledged} that were acknowledged")
            if found != replayed(sheet.strokes[:kept]).fields.get("text", ""):
                self.faults.append(f"the text after {kept} strokes is {found!r}")
            if not message["pen"]:
                self.faults.append("its own tab has no pen")

    async def _begin(self) -> str:
        """A new draft, asked for until there is one."""
        async with httpx.AsyncClient(
            headers=self.seat.headers(self.server), timeout=PATIENCE, trust_env=False, verify=tls()
        ) as client:
            while True:
                try:
                    reply = await client.post(draft_address(self.server, "")[:-1])
                except httpx.TransportError:
                    await asyncio.sleep(0.05)
                    continue
                if reply.is_success:
                    return str(reply.json()["draft"])
                self.faults.append(f"{reply.status_code} {reply.text}")
                await asyncio.sleep(0.05)


async def play(server: OwnServer, writers: list[ScriptedWriter], kills: int, seed: int) -> None:
    """Kill the server while everybody writes; then let everything be kept."""
    draw, stopped = random.Random(seed), asyncio.Event()
    writing = [asyncio.create_task(writer.write(stopped)) for writer in writers]
    for _ in range(kills):
        before = _acknowledged(writers)
        limit = time.monotonic() + PATIENCE
        while _acknowledged(writers) == before:
            assert time.monotonic() < limit, server.log.read_text()[-3000:]
            await asyncio.sleep(0.01)
        await asyncio.sleep(draw.uniform(0, LIVED))
        await asyncio.to_thread(server.end, signal.SIGKILL)
        await asyncio.to_thread(server.start)
    stopped.set()
    await asyncio.gather(*writing)


def _acknowledged(writers: list[ScriptedWriter]) -> int:
    return sum(sheet.acknowledged for writer in writers for sheet in writer.sheets)


def check(where: Path | str, writers: list[ScriptedWriter]) -> Counter[str]:
    """Every stroke is there once and in order, and makes up the text that its writer has; what was told."""
    faults = [fault for writer in writers for fault in writer.faults]
    assert faults == [], faults[:3]
    database = open_database(where)
    with database.reading() as connection:
        begun = set(connection.execute(select(DRAFTS.c.id)).scalars())
        for writer in writers:
            for sheet in writer.sheets:
                assert sheet.draft in begun
                kept = kept_of(connection, sheet.draft)
                numbers = [(each.tab, each.sequence) for each in kept]
                assert numbers == [(sheet.tab, number) for number in range(1, len(sheet.strokes) + 1)]
                assert [each.stroke for each in kept] == sheet.strokes
                found = replayed([each.stroke for each in kept])
                assert (found.fields.get("text", ""), found.notes) == (sheet.text, sheet.notes)
                assert all(seen.sequence <= len(kept) for seen in seen_of(connection, sheet.draft))
    database.close()
    told: Counter[str] = sum((writer.told for writer in writers), Counter())
    told["strokes"] = sum(len(sheet.strokes) for writer in writers for sheet in writer.sheets)
    told["drafts"] = sum(len(writer.sheets) for writer in writers)
    return told


def ordeal(where: Path | str, data: Path, guesser: Path, kills: int, seed: int) -> Counter[str]:
    """Kill so many times; what writers were told meanwhile."""
    data.mkdir()
    systems = data.with_suffix(".toml")
    systems.write_text(f'[ir]\nsystem = "{guesser}"\nbuzzer = "threshold?at=0.15"\n')
    server = OwnServer(where, data, "--no-worker", "--systems", str(systems))
    seats = seat_writers(where, systems, WRITERS)
    server.start()
    try:
        writers = [ScriptedWriter(seat, server.address, seed) for seat in seats]
        asyncio.run(play(server, writers, kills, seed))
    finally:
        server.stop()
    return check(where, writers)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    said = parser.parse_args()
    with databases() as new, TemporaryDirectory() as folder:
        guesser = World(Path(folder)).guesser("ir")
        for kind in KINDS:
            start = time.monotonic()
            data = new.folder / f"writers-{kind}"
            where = data / "zellig.sqlite" if kind == "sqlite" else new.new(kind)
            found = ordeal(where, data, guesser, said.kills, said.seed)
            took = time.monotonic() - start
            print(f"{kind}, seed {said.seed}: {said.kills} kills in {took:.0f} s, {dict(found)}", flush=True)


if __name__ == "__main__":
    main()
