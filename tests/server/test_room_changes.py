"""What changes while people look at a room: what they are, what they may, who they are; and a server that was
held up."""

from __future__ import annotations

import asyncio
import io
import json
import signal
import time
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from contest_night import PASSWORD
from own_server import OwnServer
from room_night import QUICK, Chair, Guest, first_link, new_server, packet
from zellig.games.match.events import Ruled
from zellig.games.match.folder import opened, read_match
from zellig.server.live.rooms.matches import AWAY

SLOW = {**QUICK, "words_a_minute": 60, "seconds_to_buzz": 60.0, "seconds_to_answer": 8.0}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OwnServer]:
    folder = tmp_path_factory.mktemp("changes")
    found = new_server(folder / "zellig.sqlite", folder, "--open-rooms")
    found.start("Become the organiser")
    yield found
    found.stop()


@pytest.fixture(scope="module")
def operator(server: OwnServer) -> Guest:
    return Guest(server.address, "Olga", first_link(server))


def founded(host: Guest, room: str, rules: Any = QUICK, **about: Any) -> str:
    body = {"room": room, "title": "Friday", "teams": ["Anchors", "Barrels"], "packet": packet(("kettle",))}
    host.post("/rooms", body | {"rules": rules, "about": {"open": True, **about}})
    return f"/rooms/{room}"


def role(chair: Chair) -> str:
    """As what somebody was told last to be there."""
    return str([each for each in chair.told if each["told"] == "entered"][-1]["role"])


def is_there_as(chair: Chair, wanted: str) -> bool:
    return role(chair) == wanted


async def closed(chair: Chair) -> int:
    """The code with which a connection is closed."""
    assert chair.socket
    try:
        await asyncio.wait_for(chair.socket.wait_closed(), 20)
        await chair.socket.recv()
    except ConnectionClosed as error:
        return error.rcvd.code if error.rcvd else 0
    return 0


def test_what_somebody_sees_follows_what_they_are_now(server: OwnServer, operator: Guest) -> None:
    host, mo, sue = (Guest(server.address, name) for name in ("Hal", "Mo", "Sue"))
    path = founded(host, "roles", SLOW, moderator=True)

    async def play() -> None:
        tabs = [await Chair(server.address, "roles", host.headers()).open() for _ in range(2)]
        sues = [await Chair(server.address, "roles", sue.headers()).open() for _ in range(2)]
        assert [role(each) for each in (*tabs, *sues)] == ["moderator", "moderator", "spectator", "spectator"]
        link = host.post(f"{path}/invitations", {"role": "moderator"})["link"]
        await asyncio.to_thread(mo.post, "/invitations/accept", {"link": link})
        moderator = await Chair(server.address, "roles", mo.headers()).open()
        for each in tabs:  # somebody else moderates now
            await each.until(partial(is_there_as, each, "spectator"))
        await asyncio.to_thread(host.post, f"{path}/players", {"team": "t1"})
        mine = (await asyncio.to_thread(sue.post, f"{path}/players", {"team": "t2"}))["player"]
        for each in (*tabs, *sues):
            await each.until(partial(is_there_as, each, "player"))
        assert sues[1].told[-1].get("room", {}).get("player", mine) == mine
        await asyncio.to_thread(mo.post, f"{path}/beginning")
        await moderator.do("ask", number=0)
        await sues[1].heard(1, 1)
        await sues[1].do("buzz", number=1)  # from the tab in which no seat was taken
        await sues[0].stage("answering", 1, player=mine)
        await moderator.stage("answering", 1)
        assert moderator.seen["answer_line"]
        for each in (*tabs, *sues):
            assert not any((one.get("seen") or {}).get("answer_line") for one in each.told)
        for each in (*tabs, *sues, moderator):
            await each.close()

    asyncio.run(play())


def test_who_may_not_look_any_more_is_let_go(server: OwnServer, operator: Guest) -> None:
    host, ann = Guest(server.address, "Hugo"), Guest(server.address, "Ann Goes")
    path = founded(host, "leaving", spectators=False, open=False)
    link = host.post(f"{path}/invitations", {"role": "spectator"})["link"]
    ann.post("/invitations/accept", {"link": link})

    async def leave() -> None:
        chair = await Chair(server.address, "leaving", ann.headers()).open()
        await asyncio.to_thread(ann.send, "POST", "/account/closing", {"password": PASSWORD})
        assert await closed(chair) == 4401
        assert chair.refused == ["you are not signed in any more"]
        await chair.close()

    asyncio.run(leave())


def test_who_signs_out_is_let_go_and_nobody_else_is(server: OwnServer, operator: Guest) -> None:
    host, ann = Guest(server.address, "Henri"), Guest(server.address, "Ann Signs Out")
    founded(host, "signing-out", chat=True)
    other = Guest.again(ann)  # on another device
    secret = ann.token()
    program = {"authorization": f"Bearer {secret}"}

    async def sign_out() -> None:
        here, there, by_token, hosts = [
            await Chair(server.address, "signing-out", each).open()
            for each in (ann.headers(), other.headers(), program, host.headers())
        ]
        await asyncio.to_thread(ann.send, "DELETE", "/session")
        assert await closed(here) == 4401
        assert here.refused == ["you are not signed in any more"]
        await asyncio.to_thread(other.send, "DELETE", f"/tokens/{other.get('/tokens')[0]['id']}")
        assert await closed(by_token) == 4401
        await there.do("say", text="I am still here.")
        await hosts.until(lambda: any(each["told"] == "said" for each in hosts.told))
        assert there.refused == hosts.refused == []
        for each in (here, there, by_token, hosts):
            await each.close()

    asyncio.run(sign_out())


def test_a_session_that_goes_on_with_a_new_cookie_lets_the_old_one_go(
    server: OwnServer, operator: Guest
) -> None:
    host, ann = Guest(server.address, "Helga"), Guest(server.address, "Ann Renewed")
    path = founded(host, "renewed")
    link = host.post(f"{path}/invitations", {"role": "spectator"})["link"]

    async def renew() -> None:
        old = await Chair(server.address, "renewed", ann.headers()).open()
        await asyncio.to_thread(ann.post, "/invitations/accept", {"link": link})
        assert await closed(old) == 4401
        new = await Chair(server.address, "renewed", ann.headers()).open()
        assert new.refused == []
        for each in (old, new):
            await each.close()

    asyncio.run(renew())


def test_a_closed_account_is_nobody_in_rooms_caches_rulings_and_files(
    server: OwnServer, operator: Guest, tmp_path: Path
) -> None:
    host, ann, bea = (Guest(server.address, name) for name in ("Hedwig Leaves", "Anna Leaves", "Bea"))
    path = founded(host, "names", {**QUICK, "tossups": 1}, chat=True)
    ids = [g.post(f"{path}/players", {"team": t})["player"] for g, t in ((ann, "t1"), (bea, "t2"))]

    async def play() -> None:
        a, b = [await Chair(server.address, "names", each.headers()).open() for each in (ann, bea)]
        await a.do("say", text="Hello.")
        await asyncio.to_thread(host.post, f"{path}/beginning")
        await a.heard(1, 2)
        await a.do("buzz", number=1)
        await a.stage("answering", 1)
        await a.do("answer", number=1, text="spoon")
        await asyncio.gather(a.stage("over"), b.stage("over"))
        ruling = {"number": 1, "player": ids[0], "outcome": "right", "reason": "It is one."}
        await asyncio.to_thread(host.post, f"{path}/rulings", ruling)
        kept = json.loads(zipped(ann)["account.json"])["room_events"]
        assert {"seated", "line-said", "buzzed", "given"} <= {each["body"]["event"] for each in kept}
        await asyncio.to_thread(bea.send, "GET", f"{path}/transcript")  # so that it has been read
        for guest in (host, ann):
            await asyncio.to_thread(guest.send, "POST", "/account/closing", {"password": PASSWORD})
        await b.until(lambda: [n for n in names(b) if "Leaves" in n] == [])
        shown = await asyncio.to_thread(bea.get, path)
        assert [each["name"] for each in shown["players"]] == [f"closed account ({ids[0]})", "Bea"]
        assert shown["host"] == "closed account"
        again = await Chair(server.address, "names", bea.headers()).open()
        assert [each["name"] for each in again.told[0]["chat"]] == ["closed account"]
        for each in (b, again):
            await each.close()

    def zipped(guest: Guest) -> dict[str, bytes]:
        with zipfile.ZipFile(io.BytesIO(guest.send("GET", "/account/export").content)) as archive:
            return {name: archive.read(name) for name in archive.namelist()}

    def names(chair: Chair) -> list[str]:
        told = [each for each in chair.told if each["told"] in ("room", "entered")][-1]
        return [each["name"] for each in told.get("players") or told["room"]["players"]]

    asyncio.run(play())
    for address in (path, f"{path}/match", f"{path}/qbj"):
        assert "Leaves" not in bea.send("GET", address).text
    (tmp_path / "names.zip").write_bytes(operator.send("GET", f"{path}/transcript").content)
    with opened(tmp_path / "names.zip") as folder:
        match = read_match(folder)
        assert not any("Leaves" in file.read_text() for file in folder.iterdir())
    assert [each.by for each in match.events if isinstance(each, Ruled)] == ["the host"]


def test_a_protest_that_only_an_operator_can_decide_says_so_and_waits_in_sight(
    server: OwnServer, operator: Guest
) -> None:
    host, bea = Guest(server.address, "Hera"), Guest(server.address, "Bess")
    path = founded(host, "alone", {**QUICK, "tossups": 1})
    ids = [g.post(f"{path}/players", {"team": t})["player"] for g, t in ((host, "t1"), (bea, "t2"))]

    async def play() -> None:
        a, b = [await Chair(server.address, "alone", each.headers()).open() for each in (host, bea)]
        assert a.told[0]["room"]["rulers"] == []
        await asyncio.to_thread(host.post, f"{path}/beginning")
        await b.heard(1, 2)
        await b.do("buzz", number=1)
        await b.stage("answering", 1)
        await b.do("answer", number=1, text="spoon")
        await b.stage("over")
        await b.do("protest", number=1, player=ids[1], reason="It is one.")
        await a.until(lambda: bool(a.seen.get("protests")))
        for each in (a, b):
            await each.close()

    asyncio.run(play())
    assert (host.get(path)["undecided"], "rule" in host.get(path)["you"]) == (1, False)
    for guest in (host, operator):
        page = guest.client.get(f"{server.address}/rooms").text
        assert "1 protest waits for an operator" in page
    assert "1 protest waits" not in bea.client.get(f"{server.address}/rooms").text
    protest = operator.get(f"{path}/protests")[0]["protest"]
    ruling = {"number": 1, "player": ids[1], "outcome": "right", "reason": "So it is.", "protest": protest}
    host.post(f"{path}/rulings", ruling, status=403)
    operator.post(f"{path}/rulings", ruling)
    assert host.get(path)["undecided"] == 0
    assert "protest waits" not in host.client.get(f"{server.address}/rooms").text


def test_an_answer_counts_though_the_server_was_held_up_while_it_was_given(
    server: OwnServer, operator: Guest
) -> None:
    """Others had the processor for seconds: the match is paused for that time, and takes up again by itself.
    Who has the turn types on meanwhile."""
    ann, bea = Guest(server.address, "Anke"), Guest(server.address, "Bert")
    path = founded(operator, "held", SLOW)
    ids = [g.post(f"{path}/players", {"team": t})["player"] for g, t in ((ann, "t1"), (bea, "t2"))]

    async def play() -> None:
        a, b = [await Chair(server.address, "held", each.headers()).open() for each in (ann, bea)]
        await asyncio.to_thread(operator.post, f"{path}/beginning")
        await a.heard(1, 2)
        await a.do("buzz", number=1)
        await a.stage("answering", 1, player=ids[0])
        await asyncio.sleep(1)  # until it was said that the server is there
        assert server.running
        server.running.send_signal(signal.SIGSTOP)
        time.sleep(AWAY / 1000 + 0.5)
        server.running.send_signal(signal.SIGCONT)
        with suppress(TimeoutError):  # nobody has to see it: it may be over at once
            await asyncio.wait_for(a.until(lambda: a.seen.get("paused", False)), 2)
        await a.do("answer", number=1, text="kettle")
        await b.until(lambda: b.seen.get("last", {}).get("number") == 1)
        assert a.refused == []
        assert b.seen["last"]["answers"][0]["text"] == "kettle"
        for each in (a, b):
            await each.close()

    asyncio.run(play())
