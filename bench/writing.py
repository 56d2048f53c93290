"""Measure how fast a server answers people who write: guesses, evidence and the bell, on both databases.

    PYTHONPATH=tests python bench/writing.py DATA [INDEX] [--seconds 30]

DATA is ../shared/data/quizbowl, and INDEX that of all its questions and leads: it is made if it is not there.
50 people type development questions, each a few letters every 0.2 seconds, over the WebSockets of two
processes of `zellig serve`, who get every other one of them; then one types alone. Who types is this process.
A time runs from the moment at which letters are due until what is shown is about them, or about newer ones.
Afterwards all strokes have to be acknowledged and in the database, in order: else it ends with 1.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from contest_server import Running
from databases import KINDS, databases
from own_server import OwnServer
from scripted_pen import Pen
from writing_crowd import Seat, draft_address, seat_writers
from zellig.corpora import open_corpus
from zellig.games.writing.strokes import Noted, Notes, Stroke, Typed
from zellig.items import Item
from zellig.server.workshops import kept_of
from zellig.store.database import open_database
from zellig.tasks.quiz.task import LINE

WRITERS = 50
EVERY = 0.2  # seconds between two updates of a writer
LETTERS = 1, 7  # of an update
SERVERS = 2
PATIENCE = 30  # seconds for the last answers
SHOWN = ("kept", "guesses", "evidence", "bell")
WANTED = {"guesses": "p99 < 50", "evidence": "p99 < 100", "bell": "most < 1,000"}  # milliseconds


class Used(NamedTuple):
    """Seconds: of the load, and of processor time of the servers and of this process."""

    wall: float
    servers: float
    own: float


@dataclass
class Typist:
    """Somebody who types a question, and notes when something is shown."""

    seat: Seat
    server: str
    question: Item
    seconds: float
    due: dict[int, float] = field(default_factory=dict)  # by number of the stroke
    waiting: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SHOWN, 1))  # first not shown
    taken: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))  # milliseconds
    errors: list[str] = field(default_factory=list)
    strokes: list[Stroke] = field(default_factory=list)

    async def open(self) -> None:
        """Open the draft, and see the first guess: the systems are loaded."""
        address = draft_address(self.server, self.seat.draft)
        self.pen = Pen(address, self.seat.headers(self.server), self._hear)
        notes = Notes(answer=str(self.question.metadata.get(LINE) or self.question.accepted[0]))
        await self.write(Noted(notes), Typed("text", 0, 0, "A", 1))
        await self.settled()
        self.taken.clear()

    async def type(self) -> None:
        """Letter group by letter group, each when it is due, whether or not the last was answered."""
        draw = random.Random(self.question.id)
        begun = time.perf_counter() + draw.uniform(0, EVERY)
        for number, (at, new) in zip(range(int(self.seconds / EVERY)), self._groups(draw), strict=False):
            due = begun + number * EVERY
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            await self.write(Typed("text", at, at, new, at + len(new)), due=due)

    def _groups(self, draw: random.Random) -> Iterator[tuple[int, str]]:
        at, text = 1, self.question.fields["text"]
        while True:  # who is through with a question begins it again below
            left = text
            while left:
                size = draw.randint(*LETTERS)
                yield at, left[:size]
                at, left = at + len(left[:size]), left[size:]
            yield at, "\n"
            at += 1

    async def write(self, *strokes: Stroke, due: float | None = None) -> None:
        for number in range(len(self.strokes) + 1, len(self.strokes) + len(strokes) + 1):
            self.due[number] = due or time.perf_counter()
        self.strokes += strokes
        await self.pen.write(*strokes)

    async def settled(self) -> None:
        """Until everything is shown."""
        limit = time.perf_counter() + PATIENCE
        while min(self.waiting.values()) <= len(self.strokes):
            if time.perf_counter() > limit:
                self.errors.append(f"of {len(self.strokes)} strokes not shown from: {self.waiting}")
                return
            await asyncio.sleep(0.02)

    def _hear(self, message: dict[str, Any]) -> None:
        now, told = time.perf_counter(), message["told"]
        if told == "kept":
            self._note("kept", message["upto"], now)
        elif told == "shown":
            look = message["look"]
            for what, keys in (
                ("guesses", ("guesses",)),
                ("evidence", ("evidence",)),
                ("bell", ("bell", "silent")),
            ):
                if any(key in look for key in keys):
                    self._note(what, message["of"], now)
        elif told == "refused":
            self.errors.append(str(message["problem"]))

    def _note(self, what: str, upto: int, now: float) -> None:
        for number in range(self.waiting[what], upto + 1):
            self.taken[what].append(1000 * (now - self.due[number]))
        self.waiting[what] = max(self.waiting[what], upto + 1)


async def drive(servers: Sequence[Running], typists: Sequence[Typist]) -> Used:
    """Everybody types at once; what it took."""
    for typist in typists:
        await typist.open()
    start, own = time.perf_counter(), time.process_time()
    cpu = sum(server.cpu() for server in servers)
    await asyncio.gather(*(typist.type() for typist in typists))
    took = time.perf_counter() - start
    used = Used(took, sum(server.cpu() for server in servers) - cpu, time.process_time() - own)
    for typist in typists:
        await typist.settled()
        await typist.pen.leave()
        if typist.pen.lost:
            typist.errors.append("the connection was lost")
    return used


def missing(where: Path | str, typists: Sequence[Typist]) -> list[str]:
    """What is not in the database as it was typed."""
    database = open_database(where)
    with database.reading() as connection:
        found = [
            f"strokes of {typist.seat.account.name}"
            for typist in typists
            if [each.stroke for each in kept_of(connection, typist.seat.draft)] != typist.strokes
        ]
    database.close()
    return found


def show(title: str, typists: Sequence[Typist], used: Used, lost: Sequence[str]) -> bool:
    """The table of one load; whether all is well."""
    errors = [error for typist in typists for error in typist.errors]
    updates = sum(len(typist.taken["guesses"]) for typist in typists)
    print(f"\n{title}: {updates:,} updates in {used.wall:.0f} s")
    print(f"{len(errors)} errors, {len(lost)} missing")
    print("| milliseconds | updates | p50 | p95 | p99 | most | wanted |\n|---|---|---|---|---|---|---|")
    for what in SHOWN:
        taken = np.array([one for typist in typists for one in typist.taken[what]])
        shown = " | ".join(f"{value:.1f}" for value in np.percentile(taken, [50, 95, 99, 100]))
        wanted = WANTED.get(what, "") if typists[1:] else "p50 < 10" if what == "guesses" else ""
        print(f"| {what} | {len(taken):,} | {shown} | {wanted} |")
    servers, own = (f"{100 * each / used.wall:.0f} %" for each in (used.servers, used.own))
    each_update = 1000 * used.servers / updates
    print(f"processor time: {servers} of a core for the servers ({each_update:.2f} ms an update), ", end="")
    print(f"{own} for who types", flush=True)
    for problem in [*errors, *lost][:5]:
        print(f"  {problem}")
    return not errors and not lost


def measure(
    kind: str,
    where: Path | str,
    data: Path,
    systems: Path,
    questions: Sequence[Item],
    said: argparse.Namespace,
) -> bool:
    """The tables of one database; whether all is well."""
    seats = seat_writers(where, systems, said.writers + 1)
    with ExitStack() as running:
        servers = []
        for _ in range(said.servers):
            server = OwnServer(where, data, "--no-worker", "--systems", str(systems))
            running.callback(server.stop)
            server.start()
            servers.append(Running(server, server.address))
        typists = [
            Typist(seat, servers[at % len(servers)].address, questions[at], said.seconds)
            for at, seat in enumerate(seats)
        ]
        *many, one = typists
        crowd, alone = asyncio.run(drive(servers, many)), asyncio.run(drive(servers, [one]))
        megabytes = max(server.megabytes() for server in servers)
    lost = missing(where, typists)
    well = show(f"{kind}, {len(many)} writers, {len(servers)} processes", many, crowd, lost)
    well &= show(f"{kind}, one writer", [one], alone, [])
    print(f"memory of a process: {megabytes:.0f} MB", flush=True)
    return well


def made(data: Path, index: Path) -> Path:
    """The index, which is made if it is not there."""
    if not index.exists():
        sources = [f"tossups:{data / 'tossups.train.jsonl.gz'}", f"leads:{data / 'wiki-leads.jsonl.gz'}"]
        command = [sys.executable, "-m", "zellig", "quiz", "index", *sources, "--out", str(index)]
        subprocess.run(command, check=True, capture_output=True)
    return index.resolve()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("index", type=Path, nargs="?", default=Path("build/quiz/ir"))
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--writers", type=int, default=WRITERS)
    parser.add_argument("--servers", type=int, default=SERVERS)
    parser.add_argument("--database", choices=KINDS, action="append", help="one of them alone")
    said = parser.parse_args()
    index = made(said.data, said.index)
    found = list(open_corpus(f"tossups:{said.data / 'tossups.dev.jsonl.gz'}"))
    questions = random.Random(2018).sample(found, said.writers + 1)
    well = True
    with databases(lasting=True) as new:
        systems = new.folder / "systems.toml"
        systems.write_text(f'[ir]\nsystem = "{index}"\nbuzzer = "threshold?at=0.3"\n')
        for kind in said.database or KINDS:
            data = new.folder / f"data-{kind}"
            data.mkdir()
            where = data / "zellig.sqlite" if kind == "sqlite" else new.new(kind)
            well &= measure(kind, where, data, systems, questions, said)
    sys.exit(not well)


if __name__ == "__main__":
    main()
