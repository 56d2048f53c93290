"""A season of the arena on a server: performers of three kinds, some of them misbehaving."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest

from arena_night import SEASON, Capital, Client, Late, Own, Reverser, Table, at_address, player, table
from conftest import ROOT
from contest_night import night
from databases import KINDS, Databases
from zellig.games.arena.season.figures import Ladder
from zellig.games.arena.season.play import replay_season
from zellig.messages import Envelope

CLIENTS = ROOT / "docs/data"


@pytest.fixture(params=KINDS)
def spread(request: pytest.FixtureRequest, new_databases: Databases, tmp_path: Path) -> Iterator[Table]:
    with night(new_databases.new(request.param), tmp_path, private_endpoints=True) as served:
        yield table(served)


def garbage(envelope: Envelope, reply: dict[str, Any]) -> dict[str, Any]:
    """All is well in the trial, and then nothing is."""
    if envelope.game != "try-out" and reply.get("pairs"):
        reply["pairs"] = reply["pairs"][:-1]
    return reply


def program(words: list[str], stack: ExitStack) -> None:
    """A client in a program of its own, which has joined."""
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    stack.callback(process.wait)
    stack.callback(process.kill)
    assert process.stdout
    stack.callback(process.stdout.close)
    assert process.stdout.readline() == "joined\n"


def node() -> str | None:
    """JavaScript's; its absence fails in CI."""
    found = shutil.which("node")
    assert found or not os.environ.get("CI"), "node is missing"
    return found


def test_twelve_performers_of_three_kinds_play_a_season_in_which_three_misbehave(
    spread: Table, tmp_path: Path
) -> None:
    spread.open(quarantine=12)
    ada, token = player(spread.night, "Ada", spread.organiser)
    with ExitStack() as stack:
        for role, name in [
            ("curator", "uniform"),
            ("curator", "length"),
            ("breaker", "word-shuffle"),
            ("chooser", "random"),
        ]:
            spread.ours(role, name)
        at_addresses: list[tuple[Any, str]] = [
            (Reverser(), "breaker"),
            (Capital(), "chooser"),
            (Late(1.5), "chooser"),
        ]
        for performer, role in at_addresses:
            address = stack.enter_context(at_address(performer, role))
            spread.enter(ada, role, performer.spec.name, address=address, batch=6)

        def join(performer: Any, role: str, **given: Any) -> None:
            url = spread.enter(ada, role, performer.spec.name, batch=6)["join"]
            client = Client(performer, role, url, token, **given)
            stack.callback(client.start().join, 30)
            stack.callback(client.ended.set)

        join(Own(), "curator")
        join(Reverser("garbage"), "breaker", spoil=garbage)
        join(Capital("killed"), "chooser", last=8)
        url = spread.enter(ada, "chooser", "python", batch=6)["join"]
        program([sys.executable, str(CLIENTS / "arena_client.py"), url, token], stack)
        if found := node():
            url = spread.enter(ada, "breaker", "script", batch=6)["join"]
            program([found, str(CLIENTS / "arena_client.mjs"), url, token], stack)
        with spread.working():
            there = 12 if found else 11
            spread.until(lambda: _states(ada)["plays"] + _states(ada)["quarantined"] == there)
            spread.organiser.post(f"{SEASON}/close")
            spread.until(lambda: ada.get(SEASON)["state"] == "ended")
    games = ada.all(f"{SEASON}/games")
    season = ada.get(SEASON)
    assert len(games) == season["games"] == 3 * (4 if found else 3) * 5
    outcomes = sum((Counter(each["rounds"]["outcomes"]) for each in games), Counter())
    assert outcomes.total() == season["planned"] == 6 * len(games)
    assert outcomes["open"] == 0
    assert all(outcomes[each] for each in ("played", "late", "garbled", "dead", "void"))
    assert _states(ada)["quarantined"] == 3
    states = {each["entrant"]: each["state"] for each in ada.get(f"{SEASON}/entrants")}
    assert {name for name, state in states.items() if state == "quarantined"} == {"late", "garbage", "killed"}
    _same_from_transcripts(ada, games, tmp_path)


def _states(person: Any) -> Counter[str]:
    return Counter(each["state"] for each in person.get(f"{SEASON}/entrants"))


def _same_from_transcripts(person: Any, games: list[dict[str, Any]], folder: Path) -> None:
    """Whoever has the transcripts comes to the same ladder and the same reckonings, and nobody's address."""
    packed = person.send("GET", f"{SEASON}/bundle").content
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        archive.extractall(folder / "season")
    ladder = replay_season(folder / "season")
    outcomes = sum((Counter(each["rounds"]["outcomes"]) for each in games), Counter())
    assert Counter(ladder.reckoning.outcomes) == outcomes
    told = msgspec.convert(person.get(f"{SEASON}/ladder"), Ladder)
    assert {**ladder.rungs} == {**told.rungs}
    files = [each for each in (folder / "season").rglob("*") if each.is_file()]
    assert not any(b"127.0.0.1" in each.read_bytes() for each in files)
    game = next(each["game"] for each in games if each["game"])
    one = person.send("GET", f"{SEASON}/games/{game}/transcript").text
    assert json.loads(one.splitlines()[0])["rules"]["secret"]
