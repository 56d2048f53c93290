"""Two rounds: what is published of the first tells nobody who is who in the second."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from contest_night import DAY, START, night, timeline
from databases import Databases
from small_contest import NAME, PAIRS, TEAMS, C, Small, records
from zellig.games.contest import score_contest
from zellig.games.contest.folder import read_contest
from zellig.games.contest.rules import PHASES
from zellig.items import Pair, Prediction

SECOND = START + 7 * DAY


@pytest.fixture(scope="module")
def small(new_databases: Databases, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Small]:
    """The first round is published with names; in the second one pairs are there to be answered."""
    first = timeline()
    first[-1]["closes"] = SECOND.isoformat()
    second = [{**each, "round": 2} for each in timeline(SECOND)]
    with night(new_databases.new("sqlite"), tmp_path_factory.mktemp("rounds")) as served:
        found = Small(served, timeline=first + second)
        found.play()
        served.clock.now = SECOND + PHASES.index("break") * DAY
        for who, pairs in (("breaker", PAIRS[:2]), ("both", PAIRS[2:])):
            query = {"kind": "pairs", "filename": "pairs.jsonl", "round": 2}
            body = b"".join(records(Pair, pairs))
            found.people[who].send("POST", f"{C}/submissions", params=query, content=body)
        served.work()
        served.clock.now = SECOND + PHASES.index("predict") * DAY
        yield found


def test_names_of_a_round_say_nothing_about_the_next(small: Small) -> None:
    builder = small.people["builder"]
    known = builder.get(f"{C}/boards", params={"round": 1})[-1]["names"]
    assert set(known.values()) == set(TEAMS)
    lines = builder.send("GET", f"{C}/data/pairs", params={"round": 2}).text.splitlines()[1:]
    entries = {json.loads(line)["metadata"]["entry"] for line in lines}
    assert len(entries) == 2
    assert not entries & set(known)

    shown = builder.get(C)["teams"]
    assert entries <= {team["name"] for team in shown}
    assert [team["name"] for team in shown] == sorted(team["name"] for team in shown)
    assert [bool(team["id"]) for team in shown] == [team["mine"] for team in shown]
    (own,) = [team for team in shown if team["mine"]]
    assert own["name"] == "Larks"
    assert [team["members"] for team in shown if not team["mine"]] == [None, None]
    assert own["members"] == 1
    home = builder.send("GET", f"{small.night.address}{C}").text
    assert ("1 member<" in home, "2 members" in home) == (True, False)
    organised = small.organiser.get(C)["teams"]
    assert {team["name"]: team["id"] for team in organised} == small.teams
    assert {team["name"]: team["members"] for team in organised} == {"Larks": 1, "Owls": 2, "Wrens": 1}


def _bundle(small: Small, form: str) -> zipfile.ZipFile:
    query = {"round": 1, "format": form}
    return zipfile.ZipFile(
        io.BytesIO(small.people["nobody"].send("GET", f"{C}/bundle", params=query).content)
    )


def test_a_bundle_keeps_development_items_that_a_later_round_asks_about(small: Small, tmp_path: Path) -> None:
    folder = _bundle(small, "folder")
    assert not [name for name in folder.namelist() if name.startswith("dev")]
    folder.extractall(tmp_path)
    again = score_contest(read_contest(tmp_path))
    assert all(each.dev_accuracy is None for each in again.systems.values())
    assert all("development" in each.score_reason for each in again.breakers.values())
    datasets = _bundle(small, "datasets")
    assert "data/dev.parquet" not in datasets.namelist()
    for archive in (folder, datasets):
        said = " ".join(archive.read("README.md").decode().split())
        assert "a later round of the contest asks about the same ones" in said
    page = small.people["builder"].send("GET", f"{small.night.address}{C}/downloads?round=1").text
    assert "once the last round is published" in page


def test_a_round_is_scored_and_published_by_its_own_aliases(small: Small) -> None:
    builder, clock = small.people["builder"], small.night.clock
    lines = builder.send("GET", f"{C}/data/pairs", params={"round": 2}).text.splitlines()[1:]
    answers = [Prediction(json.loads(line)["id"], "+1") for line in lines]
    query = {"kind": "predictions", "filename": "answers.jsonl", "round": 2}
    builder.send("POST", f"{C}/submissions", params=query, content=b"".join(records(Prediction, answers)))
    small.night.work()
    clock.now = SECOND + PHASES.index("score") * DAY
    small.organiser.post(f"{C}/scores?round=2")
    (board,) = small.organiser.get(f"{C}/boards", params={"round": 2})
    scores = board["scores"]
    assert {board["names"][alias] for alias in scores["breakers"]} == {"Owls", "Wrens"}
    assert [board["names"][alias] for alias in scores["systems"]] == ["Larks"]
    assert not set(board["names"]) & {f"Team {number}" for number in range(1, 4)}
    mine = builder.send("GET", f"{small.night.address}{C}/team").text
    alias = next(alias for alias, name in board["names"].items() if name == "Larks")
    assert f"others know it as {alias} in round 2" in mine
    clock.now = SECOND + PHASES.index("publish") * DAY
    small.organiser.post(f"{C}/publication?round=2", {"names": False})
    assert builder.get(f"{C}/boards", params={"round": 2})[-1]["names"] == {alias: "Larks"}
    for path in (f"{C}/board?round=2", f"{C}/organise", f"{C}/board?round=1"):
        small.organiser.send("GET", f"{small.night.address}{path}")
    assert NAME in small.organiser.send("GET", f"{C}/bundle?round=2").headers["content-disposition"]

    assert {"dev.jsonl", "dev/Larks.jsonl"} <= set(_bundle(small, "folder").namelist())
    assert "data/dev.parquet" in _bundle(small, "datasets").namelist()
