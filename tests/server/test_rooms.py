"""Rooms: whole matches over real WebSockets, against servers in processes of their own."""

from __future__ import annotations

import asyncio
import re
import signal
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from databases import KINDS, Databases
from match_moves import marked_tossup
from own_server import OwnServer
from room_night import QUICK, Chair, Guest, first_link, new_server, packet, whole_text
from zellig.games.match.events import Finished
from zellig.games.match.folder import read_match
from zellig.games.match.playing import Match
from zellig.games.match.standing import heard


@pytest.fixture(scope="module", params=KINDS)
def server(
    request: pytest.FixtureRequest, new_databases: Databases, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[OwnServer]:
    folder = tmp_path_factory.mktemp("rooms")
    found = new_server(
        new_databases.new(request.param) if request.param == "postgresql" else folder / "zellig.sqlite",
        folder,
    )
    found.start("Become the organiser")
    yield found
    found.stop()


@pytest.fixture(scope="module")
def host(server: OwnServer) -> Guest:
    return Guest(server.address, "Hanna", first_link(server))


class Noting(Chair):
    """A chair that notes when it was told what."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.noted: list[tuple[int, str]] = []

    def take(self, message: dict[str, Any]) -> None:
        self.noted.append((time.time_ns() // 1_000_000, msgspec.json.encode(message).decode()))
        super().take(message)


def founded(host: Guest, room: str, rules: Any = QUICK, **about: Any) -> str:
    body = {"room": room, "title": "Friday", "teams": ["Anchors", "Barrels"], "packet": packet()}
    host.post("/rooms", body | {"rules": rules, "about": {"open": True, **about}})
    return f"/rooms/{room}"


def test_two_people_play_a_match_with_a_neg_a_prompt_and_a_protest_that_is_upheld(
    server: OwnServer, host: Guest, tmp_path: Path
) -> None:
    ann, bea = Guest(server.address, "Ann"), Guest(server.address, "Bea")
    path = founded(host, "whole")
    ids = [
        guest.post(f"{path}/players", {"team": team})["player"] for guest, team in ((ann, "t1"), (bea, "t2"))
    ]

    async def play() -> None:
        chairs = [await Chair(server.address, "whole", guest.headers()).open() for guest in (ann, bea, host)]
        a, b, watching = chairs
        await asyncio.to_thread(host.post, f"{path}/beginning")
        # A neg, and a right answer after the reading went on.
        await a.heard(1, 4)
        await a.do("buzz", number=1)
        await a.stage("answering", player=ids[0])
        await a.do("answer", number=1, text="spoon")
        await b.stage("reading", 1, out=["t1"])
        await b.heard(1, 12)
        await b.do("buzz", number=1)
        await b.stage("answering", player=ids[1])
        await b.do("answer", number=1, text="pot")
        await b.until(lambda: any(each.get("ask") for each in b.seen.get("answers", ())))
        assert all(not each.get("ask") and "text" not in each for each in watching.seen.get("answers", ()))
        await b.do("answer", number=1, text="kettle")
        await watching.until(lambda: watching.seen.get("last", {}).get("number") == 1)
        assert watching.seen["last"]["text"] == whole_text("kettle")
        # Misjudged, and protested about.
        await a.heard(2, 3)
        await a.do("buzz", number=2)
        await a.stage("answering", 2)
        await a.do("answer", number=2, text="a stream that is long")
        await a.until(lambda: a.seen.get("last", {}).get("number") == 2)
        await a.do("protest", number=2, player=ids[0], reason="It is the same thing.")
        await watching.until(lambda: bool(watching.seen.get("protests")))
        before = dict(watching.seen["scores"])
        protest = watching.seen["protests"][0]["protest"]
        ruling = {"number": 2, "player": ids[0], "outcome": "right", "reason": "It is.", "protest": protest}
        await watching.do("rule", **ruling)
        await a.until(lambda: bool(a.seen.get("protests", [{}])[0].get("ruled")))
        assert a.seen["scores"]["t1"] >= before["t1"] + 15
        await asyncio.gather(*(each.stage("over") for each in chairs))
        assert a.seen["scores"] == watching.seen["scores"]
        for each in chairs:
            assert each.refused == []
            await each.close()

    asyncio.run(play())
    scores = bea.get(f"{path}/match")["scores"]
    (tmp_path / "whole.zip").write_bytes(bea.send("GET", f"{path}/transcript").content)
    with zipfile.ZipFile(tmp_path / "whole.zip") as archive:
        archive.extractall(tmp_path / "folder")
    match = read_match(tmp_path / "folder")
    assert match.score.teams == scores
    assert bea.get(f"{path}/qbj")["version"]
    kinds = [type(each).__name__ for each in match.events]
    assert {"Protested", "Ruled", "Ended"} <= {*kinds}


def test_a_server_that_was_killed_goes_on_where_it_was(server: OwnServer, host: Guest) -> None:
    slow = {**QUICK, "words_a_minute": 120, "seconds_to_buzz": 60.0}
    path = founded(host, "killed", slow)
    ann, bea = Guest(server.address, "Amy"), Guest(server.address, "Ben")
    for guest, team in ((ann, "t1"), (bea, "t2")):
        guest.post(f"{path}/players", {"team": team})

    async def play() -> None:
        a = await Chair(server.address, "killed", ann.headers()).open()
        await asyncio.to_thread(host.post, f"{path}/beginning")
        await a.heard(1, 8)
        server.end(signal.SIGKILL)
        before = a.text
        await a.close()
        await asyncio.to_thread(server.start)
        # What is asked over HTTP meanwhile does not let it go on without its players.
        asked = {"number": 1, "player": "p1", "reason": "It was right."}
        refused = await asyncio.to_thread(ann.post, f"{path}/protests", asked, 409)
        assert "waits for its players" in refused["detail"]
        again = await Chair(server.address, "killed", ann.headers()).open()
        assert again.seen["paused"]
        assert (again.seen["stage"], again.seen["number"]) == ("reading", 1)
        # Where it was, but for what was read since the last sign of the server, and what is read already.
        at_first = next(each["seen"]["text"] for each in again.told if each["told"] == "entered")
        assert len(before.split()) - 3 <= len(at_first.split()) <= len(before.split()) + 2
        assert before.startswith(at_first) or at_first.startswith(before)
        await again.until(lambda: not again.seen.get("paused"))
        await again.do("buzz", number=1)
        await again.stage("answering", 1)
        await again.do("answer", number=1, text="kettle")
        await again.until(lambda: again.seen.get("last", {}).get("number") == 1)
        assert again.seen["scores"] == {"t1": 15, "t2": 0} or again.seen["scores"] == {"t1": 10, "t2": 0}
        await again.close()

    asyncio.run(play())


def test_nobody_is_handed_a_word_before_it_is_due_nor_an_answer_before_the_end(
    server: OwnServer, host: Guest, tmp_path: Path
) -> None:
    marked = [marked_tossup(number) for number in range(1, 4)]
    questions = [
        {"question": each.fields["text"], "answer": each.metadata["gold_answer_line"]} for each in marked
    ]
    body = {"room": "future", "title": "Friday", "teams": ["A", "B"], "packet": {"tossups": questions}}
    host.post(
        "/rooms", body | {"rules": {**QUICK, "tossups": 3, "words_a_minute": 400}, "about": {"open": True}}
    )
    people = [Guest(server.address, name) for name in ("Fay", "Gus", "Ida")]
    ids = [
        each.post("/rooms/future/players", {"team": team})["player"]
        for each, team in zip(people[:2], ("t1", "t2"), strict=True)
    ]

    async def play() -> list[list[tuple[int, str]]]:
        chairs = [await Noting(server.address, "future", each.headers()).open() for each in (*people, host)]
        first = chairs[0]
        await asyncio.to_thread(host.post, "/rooms/future/beginning")
        await first.heard(1, 3)
        await first.do("buzz", number=1)
        await first.stage("answering", 1)
        await first.do("answer", number=1, text="wrong1z")
        await asyncio.gather(*(each.stage("over") for each in chairs))
        for each in chairs:
            await each.close()
        return [each.noted for each in chairs]

    noted = asyncio.run(play())
    (tmp_path / "m.zip").write_bytes(host.send("GET", "/rooms/future/transcript").content)
    with zipfile.ZipFile(tmp_path / "m.zip") as archive:
        archive.extractall(tmp_path / "m")
    match = read_match(tmp_path / "m")
    ends = [each.at for each in match.events if isinstance(each, Finished)]
    checked = 0
    for of_one, own in zip(noted, (ids[0], ids[1], "", ""), strict=True):
        for at, raw in of_one:
            begun = Match(match.setting).with_events(each for each in match.events if each.at <= at)
            for number in range(1, 4):
                if len(ends) >= number and at >= ends[number - 1]:
                    continue
                due = heard(match.setting, begun.now, at) if begun.now.number == number else 0
                places = [int(each) for each in re.findall(rf"w{number}x(\d+)z", raw)]
                assert all(place < due for place in places), (number, due, raw)
                assert f"answer{number}z" not in raw
                assert f"id{number}z" not in raw
                assert own == ids[0] or f"wrong{number}z" not in raw
                checked += len(places)
    assert checked > 50


def test_a_buzz_in_one_process_is_seen_in_the_other(
    new_databases: Databases, tmp_path_factory: pytest.TempPathFactory
) -> None:
    where = new_databases.new("postgresql")
    servers = [new_server(where, tmp_path_factory.mktemp(name)) for name in ("one", "two")]
    servers[0].start("Become the organiser")
    host = Guest(servers[0].address, "Hanna", first_link(servers[0]))
    servers[1].start()
    try:
        path = founded(host, "apart", {**QUICK, "words_a_minute": 240})
        ann, bea = Guest(servers[0].address, "Ann"), Guest(servers[1].address, "Bea")
        ids = [g.post(f"{path}/players", {"team": t})["player"] for g, t in ((ann, "t1"), (bea, "t2"))]

        async def play() -> None:
            a = await Chair(servers[0].address, "apart", ann.headers()).open()
            b = await Chair(servers[1].address, "apart", bea.headers()).open()
            await a.until(lambda: _here(a) == {*ids})
            await asyncio.to_thread(host.post, f"{path}/beginning")
            await asyncio.gather(a.heard(1, 3), b.heard(1, 3))
            await b.do("buzz", number=1)
            await a.stage("answering", 1, player=ids[1])
            await b.stage("answering", 1)
            assert a.seen["text"] == b.seen["text"]
            await b.do("answer", number=1, text="kettle")
            await a.until(lambda: a.seen.get("last", {}).get("number") == 1)
            assert a.seen["scores"] == {"t1": 0, "t2": 15}
            # The process in which nothing was done goes on when the other one is gone.
            await asyncio.to_thread(servers[1].end, signal.SIGKILL)
            await a.heard(2, 3)
            await a.do("buzz", number=2)
            await a.stage("answering", 2, player=ids[0])
            await a.close()

        asyncio.run(play())
    finally:
        for each in servers:
            each.stop()


def _here(chair: Chair) -> set[str]:
    """The players who are connected, as a chair was told last."""
    told = [each for each in chair.told if each["told"] in ("room", "entered")][-1]
    players = told["players"] if told["told"] == "room" else told["room"]["players"]
    return {each["id"] for each in players if each["here"]}


def test_who_may_do_what(server: OwnServer, host: Guest) -> None:
    mod, ann, out = (Guest(server.address, name) for name in ("Mo", "Alma", "Otto"))
    founded(host, "rights", open=False, spectators=False, moderator=True, chat=True)
    path = "/rooms/rights"
    out.send("GET", path, status=403)
    out.post(f"{path}/players", {"team": "t1"}, status=403)
    out.post("/rooms", {"room": "own", "title": "x", "teams": ["a", "b"], "packet": packet()}, status=403)
    out.post(f"{path}/invitations", {"role": "player"}, status=403)
    for guest, role in ((mod, "moderator"), (ann, "player")):
        link = host.post(f"{path}/invitations", {"role": role})["link"]
        guest.post("/invitations/accept", {"link": link})
    assert out.get("/rooms") == [each for each in out.get("/rooms") if each["room"] != "rights"]
    assert "moderate" in mod.get(path)["you"]
    assert mod.get(path)["moderator"] == "Mo"
    mod.post(f"{path}/players", {"team": "t1"}, status=403)
    alma = ann.post(f"{path}/players", {"team": "t1"})["player"]
    ann.post(f"{path}/players", {"team": "t2"}, status=409)
    second = host.post(f"{path}/players", {"team": "t2"})["player"]
    ann.send("DELETE", f"{path}/players/{second}", status=403)
    ann.post(f"{path}/beginning", status=403)
    ann.send("GET", f"{path}/transcript", status=409)
    mod.post(f"{path}/beginning")
    host.send("DELETE", f"{path}/players/{alma}", status=409)

    async def talk() -> None:
        a, m = [await Chair(server.address, "rights", each.headers()).open() for each in (ann, mod)]
        assert [each["role"] for each in (a.told[0], m.told[0])] == ["player", "moderator"]
        stranger = await Chair(server.address, "rights", out.headers()).open()
        assert "may not watch" in stranger.refused[0]
        other = await Chair(server.address, "rights", ann.headers(), second).open()
        assert other.refused == ["that player is somebody else"]
        await a.do("ask", number=0)
        await a.until(lambda: len(a.refused) == 1)
        await a.do("pause")
        await a.until(lambda: len(a.refused) == 2)
        await m.do("ask", number=0)
        await a.heard(1, 2)
        assert "answer_line" not in a.seen
        assert m.seen["answer_line"]
        await m.do("buzz", number=1)
        await m.until(lambda: m.refused == ["this is for players"])
        await m.do("pause", reason="tea")
        await a.until(lambda: a.seen.get("paused", False))
        await a.do("say", text="back soon?")
        await m.until(lambda: any(each["told"] == "said" for each in m.told))
        said = next(each["line"] for each in m.told if each["told"] == "said")
        assert (said["name"], said["text"]) == ("Alma", "back soon?")
        await m.do("go-on")
        await a.until(lambda: not a.seen.get("paused", False))
        await a.do("rule", number=1, player=alma, outcome="right", reason="x")
        await a.until(lambda: len(a.refused) == 3)
        await a.do("buzz", number=3)
        await a.until(lambda: a.refused[-1] == "tossup 3 has not been read yet")
        await m.do("skip", number=1, reason="misread")
        await a.stage("waiting", 1)
        await a.do("nonsense")
        await a.until(lambda: "not a message of a room" in a.refused[-1])
        for each in (a, m, stranger, other):
            await each.close()

    asyncio.run(talk())
