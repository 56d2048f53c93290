"""A match in real browsers: two people, a moderator and a spectator, two programs, and a server that is
killed in the middle of a question."""

from __future__ import annotations

import io
import os
import signal
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from contest_night import PASSWORD, Person
from in_browser import launched, photograph
from match_room import LONG, QUICK, Remote, Viewer, packet, served_program
from own_server import OwnServer
from qbj_facts import refuse_no_qbj
from quiz_world import TOWNS, World
from zellig.games.match.folder import read_match
from zellig.server.live.rooms.matches import AWAY

expect.set_options(timeout=20_000)  # others may keep the machine busy
KILLED = 5  # the tossup in whose middle the server is killed
REMOTE = {"2": TOWNS[1], "7": TOWNS[6], "9": TOWNS[8]}  # what the remote program knows


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    yield from launched()


@pytest.fixture
def server(tmp_path: Path, quiz: World) -> Iterator[OwnServer]:
    table = tmp_path / "systems.toml"
    table.write_text(
        f'[ir]\nsystem = "{quiz.guesser("ir")}"\ntitle = "Retrieval"\nbuzzer = "threshold?at=0.9"\n'
    )
    data = tmp_path / "data"
    data.mkdir()
    found = OwnServer(data, data, "--open", "--private-endpoints", "--systems", str(table))
    found.start("good once")
    yield found
    found.stop()


def _account(server: OwnServer, name: str, link: str | None = None) -> Person:
    person = Person(httpx.Client(base_url=f"{server.address}/api/v1", timeout=60))
    reply = person.post("/accounts", {"name": name, "password": PASSWORD, "link": link})
    person.client.headers["x-csrf-token"] = reply["csrf"]
    return person


def _buzz_and_say(page: Page, *answers: str) -> None:
    """Buzz with the space bar, and answer with the keyboard alone."""
    expect(page.locator("#buzz")).to_have_attribute("aria-disabled", "false")
    page.keyboard.press("Space")
    for said in answers:
        expect(page.locator("#answer-text")).to_be_focused()
        page.keyboard.type(said)
        page.keyboard.press("Enter")


def _hold_up(server: OwnServer) -> None:
    """Let a server stand still, as where others have the processor."""
    assert server.running
    os.killpg(server.running.pid, signal.SIGSTOP)
    time.sleep(AWAY / 1000 + 0.5)
    os.killpg(server.running.pid, signal.SIGCONT)


def _goes_on(viewer: Viewer, told: int) -> None:
    """Until somebody is told how the match stands after a pause, beyond the messages that had come before."""
    limit = time.monotonic() + 20
    while not any(each["told"] == "seen" and not each["seen"].get("paused") for each in viewer.told[told:]):
        assert time.monotonic() < limit
        viewer.page.wait_for_timeout(20)


def _next(moderator: Page, number: int) -> None:
    """The moderator reads the next tossup."""
    expect(moderator.locator("#do-ask")).to_have_attribute("aria-disabled", "false")
    moderator.keyboard.press("n")
    expect(moderator.locator("#number")).to_have_text(f"Tossup {number} of {len(TOWNS)}.")


def _over(page: Page, number: int) -> None:
    expect(page.locator("#last-title")).to_have_text(f"Tossup {number}")


def _score(page: Page) -> dict[str, int]:
    found = page.locator("#teams .team h2").all_inner_texts()
    return {
        name: int(points.replace("−", "-")) for name, points in (each.rsplit(maxsplit=1) for each in found)
    }


def test_people_and_programs_play_a_match_through_a_killed_server(
    browser: Browser, server: OwnServer, tmp_path: Path
) -> None:
    remote = Remote(REMOTE)
    operator = _account(server, "Mo", server.told.strip().rpartition("/")[2])
    people = {"Mo": operator, **{name: _account(server, name) for name in ("Ada", "Bo", "Sue")}}
    with served_program(remote) as address:
        host = people["Mo"]
        body = {
            "room": "final",
            "title": "The final",
            "rules": QUICK,
            "about": {"open": True, "moderator": True},
            "teams": ["Owls", "Ink"],
            "packet": packet(long=KILLED),
        }
        owls, ink = (each["id"] for each in host.post("/rooms", body)["teams"])
        host.post("/rooms/final/programs", {"team": ink, "name": "Retrieval", "system": "ir"})
        host.post("/rooms/final/programs", {"team": owls, "name": "Afar", "address": address})
        viewers = {
            name: Viewer(browser, server.address, dict(person.client.cookies))
            for name, person in people.items()
        }
        moderator, ada, bo, spectator = (viewers[name].page for name in people)
        for page, team in ((ada, "Owls"), (bo, "Ink")):
            page.goto("/rooms/final")
            page.locator("select[name=team]").first.select_option(team)
            page.get_by_role("button", name="Take a seat").click()
            expect(page.locator("#said")).to_contain_text("You have a seat")
        spectator.goto("/rooms/final")
        moderator.goto("/rooms/final")
        expect(moderator.locator("#teams")).to_contain_text("Bo")
        moderator.get_by_role("button", name="Begin the match").click()

        _next(moderator, 1)
        _buzz_and_say(ada, TOWNS[0])
        _over(spectator, 1)
        expect(ada.locator("#last-body")).to_contain_text("✓ right +10")

        _next(moderator, 2)  # a neg, and then a program of the other team knows it
        _buzz_and_say(bo)
        expect(bo.locator("#answer-text")).to_be_focused()
        bo.keyboard.type("Atl")
        told = len(viewers["Bo"].told)
        _hold_up(server)
        bo.keyboard.type("an")
        _goes_on(viewers["Bo"], told)  # it was paused meanwhile
        bo.keyboard.type("tis")
        bo.keyboard.press("Enter")
        _over(ada, 2)
        expect(ada.locator("#last-body")).to_contain_text("✗ wrong −5")
        expect(ada.locator("#last-body li").first).to_contain_text("Atlantis")
        expect(ada.locator("#last-body li").nth(1)).to_contain_text("Afar")

        _next(moderator, 3)  # a prompt
        _buzz_and_say(ada)
        expect(moderator.locator("#line-now")).to_contain_text(TOWNS[2])
        expect(ada.locator("#answer-text")).to_be_focused()
        ada.keyboard.type(TOWNS[2][:5])
        ada.keyboard.press("Enter")
        expect(ada.locator("#answer-asked")).to_contain_text("which one?")
        expect(bo.locator("#now")).to_have_text("Ada is asked for more.")
        ada.keyboard.type(TOWNS[2])
        ada.keyboard.press("Enter")
        _over(bo, 3)

        _next(
            moderator, 4
        )  # what was wrong becomes right by a ruling, and what a program said afterwards void
        _buzz_and_say(bo, "the one on the hill")
        _over(bo, 4)
        before = _score(bo)
        bo.get_by_role("button", name="Protest about Bo's answer to tossup 4").click()
        bo.keyboard.type("That is how it is called there.")
        bo.keyboard.press("Enter")
        moderator.get_by_role("button", name="Rule on it").click()
        moderator.get_by_label("right", exact=True).check()
        moderator.get_by_label("Reason").fill("So it is.")
        moderator.get_by_role("button", name="Decide").click()
        expect(bo.locator("#protest-list")).to_contain_text("Ruling: ✓ right. So it is.")
        assert _score(bo) == {"Owls": before["Owls"], "Ink": before["Ink"] + 15}

        _next(moderator, KILLED)
        for page in (ada, bo, spectator):
            expect(page.locator("#text")).to_contain_text("Nobody who has been there")
        server.end(signal.SIGKILL)
        expect(ada.locator("#line")).to_contain_text("No connection")
        ada.keyboard.press("Space")
        expect(ada.locator("#unsent")).to_have_text("Your buzz was not sent: there is no connection.")
        heard = ada.locator("#text").inner_text()
        assert LONG.startswith(heard)
        assert heard != LONG
        server.start()
        expect(ada.locator("#line")).to_be_hidden()
        expect(ada.locator("#number")).to_have_text(f"Tossup {KILLED} of 20.")
        _buzz_and_say(ada, TOWNS[KILLED - 1])
        _over(bo, KILLED)
        expect(ada.locator("#last-body li").first).to_contain_text("✓ right +10")

        for number in range(KILLED + 1, len(TOWNS) + 1):
            _next(moderator, number)
            _over(spectator, number)
        for page in (moderator, ada, bo, spectator):
            expect(page.locator("#over")).to_be_visible()
        shown = _score(spectator)
        spectator.get_by_role("link", name="Score sheet, buzzes and downloads").click()
        expect(spectator.locator(".final")).to_have_text(f"Owls {shown['Owls']}, Ink {shown['Ink']}")
        photograph(spectator, "match-played")

        folder = tmp_path / "played"
        raw = people["Sue"].send("GET", "/rooms/final/transcript").content
        zipfile.ZipFile(io.BytesIO(raw)).extractall(folder)
        match = read_match(next(folder.rglob("match.json")).parent)
        assert match.score.teams == {owls: shown["Owls"], ink: shown["Ink"]}
        refuse_no_qbj(people["Sue"].send("GET", "/rooms/final/qbj").content)
    _refuse_the_future(viewers["Sue"].told)
    _refuse_the_future(viewers["Bo"].told)
    assert {name: each.faults for name, each in viewers.items() if each.faults} == {}
    for viewer in viewers.values():
        viewer.context.close()
    for person in people.values():
        person.client.close()


def _refuse_the_future(told: list[dict[str, Any]]) -> None:
    """Nothing that came over a connection is of a question that is still being played, but its words."""
    texts = [each["question"] for each in packet(long=KILLED)["tossups"]]
    finished = 0
    for message in told:
        seen = message.get("seen") or {}
        if "last" in seen:
            finished = max(finished, seen["last"]["number"])
        assert seen.get("answer_line") is None
        raw = str({key: value for key, value in message.items() if key != "chat"})
        for number, (town, text) in enumerate(zip(TOWNS, texts, strict=True), start=1):
            if number <= finished:
                continue
            assert town not in raw or town in str(seen.get("answers")), (number, raw)
            if message["told"] == "seen" and seen["number"] == number:
                assert text.startswith(seen.get("text", ""))
