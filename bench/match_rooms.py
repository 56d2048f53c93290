"""How late words come in rooms: 500 spectators and 40 players in 10 rooms, over real connections.

PYTHONPATH=tests python bench/match_rooms.py [--minutes 5] [--kind sqlite|postgresql]

SQLite with one process, PostgreSQL with two, whose viewers are spread over both. A word is due when its
tossup was asked and so much time has passed, by the transcript of the match; players buzz now and then, so
that the reading stops and goes on. Everything runs on this machine, who looks, too: its own share is told.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from websockets.asyncio.client import ClientConnection, connect

from databases import databases
from own_server import OwnServer
from room_night import Guest, first_link, new_server
from zellig.games.match.events import Finished, TossupAsked
from zellig.games.match.playing import Match
from zellig.games.match.standing import words_now

ROOMS, SPECTATORS, PLAYERS = 10, 50, 4  # the last two of each room
SENTENCE = (
    "This invented thing number {number} stands in a room of its own, and word after word is said of it so "
    "that somebody may be the first to know, while others listen, wait, and wonder how long it will go on "
    "before anybody says aloud, for ten points, what it is called."
)


class Viewer:
    """One connection: when it was told which words."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.words: list[tuple[float, int, int, str]] = []  # when, tossup, where, what
        self.seen: dict[str, Any] = {}
        self.socket: ClientConnection | None = None

    async def run(self, address: str, headers: dict[str, str], player: str = "") -> None:
        url = f"{address.replace('http', 'ws', 1)}/api/v1/rooms/r{self.room}/live"
        async with connect(
            url, additional_headers=headers, proxy=None, compression=None, max_queue=None
        ) as self.socket:
            await self.socket.send(json.dumps({"do": "enter"} | ({"player": player} if player else {})))
            async for raw in self.socket:
                at = time.time() * 1000
                told = json.loads(raw)
                if told["told"] == "word":
                    self.words.append((at, told["number"], told["start"], told["text"]))
                elif told["told"] in ("seen", "entered") and told["seen"]:
                    self.seen = told["seen"]
                    self.words.append((0.0, self.seen["number"], 0, self.seen.get("text", "")))
                    if player:
                        await self.answer(player)
                    if self.seen["stage"] == "over":
                        return

    async def answer(self, player: str) -> None:
        if self.seen["stage"] == "answering" and self.seen.get("player") == player and self.socket:
            await self.socket.send(
                json.dumps({"do": "answer", "number": self.seen["number"], "text": "something"})
            )

    async def buzz(self) -> None:
        if self.socket and self.seen.get("stage") == "reading":
            await self.socket.send(json.dumps({"do": "buzz", "number": self.seen["number"]}))


def found(host: Guest, room: int, tossups: int) -> None:
    questions = [
        {"question": SENTENCE.format(number=f"{room}-{number}"), "answer": f"thing {number}"}
        for number in range(1, tossups + 1)
    ]
    rules = {"name": "bench", "tossups": tossups, "seconds_to_buzz": 2.0, "seconds_between": 1.0}
    body = {
        "room": f"r{room}",
        "title": f"Room {room}",
        "teams": ["A", "B"],
        "packet": {"tossups": questions},
    }
    host.post("/rooms", body | {"rules": rules, "about": {"open": True}})


async def watch(servers: Sequence[OwnServer], host: Guest, seconds: float) -> list[Viewer]:
    """All who look, until the time is over."""
    people = [Guest(servers[0].address, f"P{number}") for number in range(PLAYERS)]
    token = {"authorization": f"Bearer {host.token()}"}
    viewers: list[Viewer] = []
    tasks = []
    players: list[Viewer] = []
    for room in range(ROOMS):
        for number, person in enumerate(people):
            place = person.post(f"/rooms/r{room}/players", {"team": f"t{number % 2 + 1}"})["player"]
            viewer = Viewer(room)
            players.append(viewer)
            server = servers[number % len(servers)]
            headers = {**person.headers(), "origin": server.address}
            tasks.append(asyncio.create_task(viewer.run(server.address, headers, place)))
        for number in range(SPECTATORS):
            viewers.append(Viewer(room))
            server = servers[number % len(servers)]
            tasks.append(asyncio.create_task(viewers[-1].run(server.address, token)))
            if number % 10 == 9:
                await asyncio.sleep(0.05)
    while not all(each.socket for each in (*viewers, *players)):
        await asyncio.sleep(0.1)
    await asyncio.sleep(1)
    for room in range(ROOMS):
        await asyncio.to_thread(host.post, f"/rooms/r{room}/beginning")
    until = time.monotonic() + seconds
    chance = np.random.default_rng(18)
    while time.monotonic() < until:
        await asyncio.sleep(1)
        await players[int(chance.integers(len(players)))].buzz()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return [*viewers, *players]


def lateness(viewers: Sequence[Viewer], matches: Sequence[Match]) -> tuple[list[float], int, int]:
    """Milliseconds after its due time of every word that somebody was told; how many were out of order; and
    how many tossups that nobody stopped some viewer did not hear as they are."""
    late: list[float] = []
    disordered = lost = 0
    for viewer in viewers:
        match = matches[viewer.room]
        last = (0, 0)
        for at, number, start, text in viewer.words:
            if not at:  # a state: the text is as long as it says
                last = (number, len(text))
                continue
            disordered += (number, start) < last
            last = (number, start + len(text))
            due = due_of(match, number, start, at)
            late += [] if due is None else [at - due]
        lost += sum(not whole(viewer, match, number) for number in undisturbed(match))
    return late, disordered, lost


def due_of(match: Match, number: int, start: int, at: float) -> float | None:
    """When the word that begins at a character was due: by the last reading that had begun by then."""
    found = None
    state = Match(match.setting)
    for event in match.events:
        if event.at > at:
            break
        state = state.with_events([event])
        if state.now.number == number and state.now.stage == "reading":
            words = words_now(match.setting, state.now)
            place = next((n for n, end in enumerate(words.ends) if end > start), None)
            if place is not None and place >= state.now.word:
                found = float(words.moment(state.now.since, state.now.word, place))
    return found


def undisturbed(match: Match) -> list[int]:
    """The tossups that were read to their end without a buzz."""
    found, number, clean = [], 0, False
    for event in match.events:
        if isinstance(event, TossupAsked):
            number, clean = event.number, True
        elif isinstance(event, Finished) and clean:
            found.append(number)
        else:
            clean = False
    return found


def whole(viewer: Viewer, match: Match, number: int) -> bool:
    text = ""
    for at, of, start, part in viewer.words:
        if of == number and not at:
            text = part
        elif of == number:
            if start != len(text):
                return False
            text += part
    return text == match.setting.tossups[number - 1].fields["text"]


def transcripts(host: Guest, where: Path | str) -> list[Match]:
    """The matches as far as they are, from the database."""
    from zellig.server.live.rooms.matches import Matches
    from zellig.server.rooms import Rooms
    from zellig.store.database import open_database

    database = open_database(where)
    rooms, matches = Rooms(), Matches()
    with database.reading() as connection:
        found = [
            matches.of(connection, f"r{room}", rooms.of(connection, f"r{room}")) for room in range(ROOMS)
        ]
    database.close()
    return found


def spent(server: OwnServer) -> float:
    """Seconds of processor time that a process has used."""
    assert server.running
    words = Path(f"/proc/{server.running.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def measure(kind: str, seconds: float) -> None:
    with databases(lasting=True) as places, tempfile.TemporaryDirectory() as folder:
        where: Path | str = Path(folder, "one", "zellig.sqlite") if kind == "sqlite" else places.new(kind)
        names = ["one"] if kind == "sqlite" else ["one", "two"]
        for name in names:
            Path(folder, name).mkdir()
        servers = [new_server(where, Path(folder, name)) for name in names]
        servers[0].start("Become the organiser")
        try:
            host = Guest(servers[0].address, "Hanna", first_link(servers[0]))
            for each in servers[1:]:  # each that comes up before there is an operator makes a new link
                each.start()
            for room in range(ROOMS):
                found(host, room, max(2, round(seconds / 15)))
            before = [spent(each) for each in servers]
            own = resource.getrusage(resource.RUSAGE_SELF)
            begun = time.monotonic()
            viewers = asyncio.run(watch(servers, host, seconds))
            took = time.monotonic() - begun
            after = resource.getrusage(resource.RUSAGE_SELF)
            share = sum(spent(each) - b for each, b in zip(servers, before, strict=True)) / took
            load = (after.ru_utime + after.ru_stime - own.ru_utime - own.ru_stime) / took
            late, disordered, lost = lateness(viewers, transcripts(host, where))
        finally:
            for each in servers:
                each.stop()
    p50, p99, worst = np.percentile(late, [50, 99, 100])
    print(
        f"| {kind}, {len(names)} | {len(viewers)} | {len(late):,} | {p50:.0f} | {p99:.0f} | {worst:.0f} | "
        f"{lost} | {disordered} | {100 * share:.0f}% | {100 * load:.0f}% |",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--kind", choices=["sqlite", "postgresql"])
    given = parser.parse_args()
    heads = "database, processes|viewers|words|p50, ms|p99, ms|worst, ms|lost|out of order|server|who looks"
    print("| " + heads.replace("|", " | ") + " |\n" + "|---" * 10 + "|")
    for kind in [given.kind] if given.kind else ["sqlite", "postgresql"]:
        measure(kind, 60 * given.minutes)


if __name__ == "__main__":
    main()
