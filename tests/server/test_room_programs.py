"""Programs in rooms: registered ones, remote ones, one that connects with a token, and ones that fail."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from arena_performers import TESTS
from match_room import Remote, served_program
from own_server import PATIENCE, OwnServer
from room_night import QUICK, Chair, Guest, first_link, new_server, packet
from served import TOKEN, perform
from zellig.performers import Hearing, Said

THINKS = 3.0  # seconds
RULES = {**QUICK, "tossups": 2, "words_a_minute": 300, "seconds_to_answer": 30.0, "neg": 0}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OwnServer]:
    folder = tmp_path_factory.mktemp("programs")
    table = tmp_path_factory.mktemp("table") / "systems.toml"
    table.write_text('[knowing]\nsystem = "py:match_programs:GUESSER"\ntask = "quiz"\ntitle = "Knowing"\n')
    with pytest.MonkeyPatch.context() as patch:
        path = os.pathsep.join(filter(None, [str(TESTS), os.environ.get("PYTHONPATH")]))
        patch.setenv("PYTHONPATH", path)
        found = new_server(folder / "zellig.sqlite", folder, "--systems", str(table), "--private-endpoints")
        found.start("Become the organiser")
        yield found
        found.stop()


@pytest.fixture(scope="module")
def host(server: OwnServer) -> Guest:
    return Guest(server.address, "Hanna", first_link(server))


def _founded(host: Guest, room: str, **rules: float) -> str:
    body = {"room": room, "title": "Programs", "teams": ["A", "B"], "packet": packet(("kettle", "river"))}
    host.post("/rooms", body | {"rules": RULES | rules, "about": {"open": True}})
    return f"/rooms/{room}"


def test_a_registered_guesser_a_remote_one_and_one_with_a_token_play(
    server: OwnServer, host: Guest, tmp_path: Path
) -> None:
    path = _founded(host, "mixed")
    with perform("player", "py:match_programs:PLAYER", tmp_path / "notes") as remote:
        ours = host.post(f"{path}/programs", {"team": "t1", "system": "knowing"})["player"]
        far = {"team": "t2", "name": "Far", "address": remote.address, "token": TOKEN}
        there = host.post(f"{path}/programs", far)["player"]
        own = host.post(f"{path}/players", {"team": "t2", "kind": "program", "name": "Mine"})["player"]
        assert TOKEN not in host.send("GET", path).text

        async def play() -> list[str]:
            headers = {"authorization": f"Bearer {host.token()}"}
            mine = await Chair(server.address, "mixed", headers, own).open()
            assert mine.told[0]["role"] == "player"
            await asyncio.to_thread(host.post, f"{path}/beginning")
            await mine.stage("over")
            assert all(len(each.get("text", "")) <= 500 for each in mine.told)
            answered = [
                answer["player"]
                for message in mine.told
                if message["told"] == "seen"
                for answer in (message["seen"].get("last") or {}).get("answers", ())
            ]
            missed = [each for each in mine.told if each["told"] == "missed"]
            assert missed == []
            await mine.close()
            return answered

        answered = asyncio.run(play())
    with closing(sqlite3.connect(server.log.parent / "zellig.sqlite")) as line:
        assert not line.execute("SELECT player FROM room_programs WHERE token IS NOT NULL").fetchall()
    assert {ours, there} & {*answered}
    scores = host.get(f"{path}/match")["scores"]
    assert sum(scores.values()) >= 10


def test_a_program_that_is_not_there_or_is_garbled_never_stops_the_room(
    server: OwnServer, host: Guest
) -> None:
    path = _founded(host, "failing")
    ann = Guest(server.address, "Ann")
    gone = {"team": "t2", "name": "Gone", "address": "http://127.0.0.1:9"}
    lost = host.post(f"{path}/programs", gone)["player"]
    me = ann.post(f"{path}/players", {"team": "t1"})["player"]

    async def play() -> None:
        a = await Chair(server.address, "failing", ann.headers()).open()
        await asyncio.to_thread(host.post, f"{path}/beginning")
        await a.heard(1, 6)
        await a.do("buzz", number=1)
        await a.stage("answering", 1, player=me)
        await a.do("answer", number=1, text="kettle")
        await a.stage("over")
        await a.until(lambda: len(a.missed) == 3)
        assert {(each["player"], each["why"]) for each in a.missed} == {(lost, "it cannot take its seat")}
        assert {each["number"] for each in a.missed} == {0, 1, 2}
        counted = [each["players"] for each in a.told if each["told"] == "room"]
        assert {each["id"]: each["missed"] for each in counted[-1]} == {me: 0, lost: 2}
        await a.close()

    asyncio.run(play())
    assert {each["id"]: each["missed"] for each in ann.get(path)["players"]} == {me: 0, lost: 2}


class Faltering(Remote):
    """Is garbled once on each tossup, when it is told to go on, and buzzes after that on the first."""

    def __init__(self) -> None:
        super().__init__({})
        self.asked, self.may_go_on = threading.Event(), threading.Event()
        self.faltered: set[str] = set()

    def _said(self, heard: Hearing) -> Said:
        if heard.id in self.faltered:
            return Said(heard.id, "kettle", 0.9, heard.id == "1")
        self.asked.set()
        assert self.may_go_on.wait(PATIENCE)
        self.faltered.add(heard.id)
        return Said(heard.id, "ten thousand secrets " * 100, 0.9, True)


@contextmanager
def _away(database: Path) -> Iterator[None]:
    """Nobody can read or write what happens in rooms."""
    with closing(sqlite3.connect(database, timeout=PATIENCE)) as line:
        line.execute("ALTER TABLE room_events RENAME TO room_events_away")
        try:
            yield
        finally:
            line.execute("ALTER TABLE room_events_away RENAME TO room_events")


def _noted(server: OwnServer, sentence: str) -> None:
    limit = time.monotonic() + PATIENCE
    while sentence not in server.log.read_text():
        assert time.monotonic() < limit
        time.sleep(0.05)


def test_a_program_that_fails_while_the_database_is_away_plays_on_and_what_it_answers_is_not_missed(
    server: OwnServer, host: Guest
) -> None:
    path, program = _founded(host, "outage", seconds_to_buzz=30), Faltering()
    with served_program(program) as address:
        far = host.post(f"{path}/programs", {"team": "t2", "name": "Far", "address": address})["player"]
        me = host.post(f"{path}/players", {"team": "t1"})["player"]

        async def play() -> None:
            a = await Chair(server.address, "outage", host.headers()).open()
            await asyncio.to_thread(host.post, f"{path}/beginning")
            await asyncio.to_thread(program.asked.wait, PATIENCE)
            with _away(server.log.parent / "zellig.sqlite"):
                program.may_go_on.set()
                await asyncio.to_thread(_noted, server, "what programs miss in outage was not written")
            await a.stage("reading", 2)
            await a.until(lambda: 2 in {each["number"] for each in a.missed})
            await a.do("buzz", number=2)
            await a.stage("answering", 2, player=me)
            await a.do("answer", number=2, text="river")
            await a.stage("over")
            assert not any("secret" in each["why"] for each in a.missed)
            await a.close()

        asyncio.run(play())
    assert {each["id"]: each["missed"] for each in host.get(path)["players"]} == {far: 1, me: 0}
    assert min(host.get(f"{path}/match")["points"][each] for each in (far, me)) > 0


class Thinking(Remote):
    """A program that takes a while at the end of a tossup, so that somebody else is first."""

    def play(self, hearings: Sequence[Hearing], seeds: Sequence[int]) -> list[Said]:
        if hearings[0].over and not hearings[0].turn:
            time.sleep(THINKS)
        return super().play(hearings, seeds)


def test_a_program_that_somebody_was_quicker_than_buzzes_when_they_were_wrong(
    server: OwnServer, host: Guest
) -> None:
    body = {"room": "second", "title": "Second", "teams": ["A", "B"], "packet": packet(("snow",))}
    rules = {**RULES, "tossups": 1, "words_a_minute": 900, "seconds_to_buzz": 20.0}
    host.post("/rooms", body | {"rules": rules, "about": {"open": True}})
    path, ann = "/rooms/second", Guest(server.address, "Ada")
    me = ann.post(f"{path}/players", {"team": "t1"})["player"]
    with served_program(Thinking({"1": "snow"})) as address:
        far = host.post(f"{path}/programs", {"team": "t2", "name": "Far", "address": address})["player"]

        async def play() -> None:
            a = await Chair(server.address, "second", ann.headers()).open()
            await asyncio.to_thread(host.post, f"{path}/beginning")
            await a.until(lambda: a.seen.get("read", False))
            await a.do("buzz", number=1)
            await a.stage("answering", 1, player=me)
            await asyncio.sleep(THINKS + 0.5)  # the program has come too late meanwhile
            await a.do("answer", number=1, text="spoon")
            await a.stage("over")
            assert [each["player"] for each in a.seen["last"]["answers"]] == [me, far]
            await a.close()

        asyncio.run(play())


def test_what_may_not_be_seated_is_refused(server: OwnServer, host: Guest) -> None:
    path = _founded(host, "seats")
    other = Guest(server.address, "Uwe")
    other.post(f"{path}/programs", {"team": "t1", "system": "knowing"}, status=403)
    host.post(f"{path}/programs", {"team": "t1", "system": "nobody"}, status=404)
    host.post(f"{path}/programs", {"team": "t9", "system": "knowing"}, status=400)
    host.post(f"{path}/programs", {"team": "t1"}, status=400)
    host.post(f"{path}/programs", {"team": "t1", "address": "ftp://example.org"}, status=400)
    host.post(f"{path}/beginning", status=409)
