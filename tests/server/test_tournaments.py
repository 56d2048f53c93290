"""Tournaments on the server: played to the end by people and programs, and what may be known of them when."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import zellig as zl
from contest_night import Night, Person, night
from cup_night import joined, planned, play, team, until
from databases import KINDS, Databases
from match_room import served_program
from tournament_night import EARLY, LATE, TRICKED


@pytest.fixture(scope="module")
def addresses() -> Iterator[dict[str, str]]:
    with served_program(EARLY) as early, served_program(LATE) as late, served_program(TRICKED) as tricked:
        yield {"Ink": early, "Owl": late, "Fox": tricked}


@pytest.fixture(scope="module", params=KINDS)
def served(
    request: pytest.FixtureRequest, new_databases: Databases, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Night]:
    folder = tmp_path_factory.mktemp("cups")
    with night(new_databases.new(request.param), folder, open=True, private_endpoints=True) as found:
        yield found
        found.house.close()


@pytest.fixture(scope="module")
def olga(served: Night) -> Person:
    return served.operator()


def test_people_and_programs_play_a_tournament_to_its_published_end(
    served: Night, olga: Person, addresses: dict[str, str], tmp_path: Path
) -> None:
    ann, eve = served.person("Ann"), served.person("Eve")
    path = "/tournaments/cup"
    teams = [
        team("Anchors", group="experts"),
        team("Ink", addresses["Ink"]),
        team("Fox", addresses["Fox"], group="novices"),
    ]
    body = planned("cup", teams, seed=7)
    assert olga.post("/tournaments", body)["state"] == "entering"
    refused = olga.post(f"{path}/rounds", status=409)
    assert refused["detail"] == "nobody plays for Anchors"
    joined(olga, ann, "cup", "Anchors")
    olga.post(f"{path}/publication", status=409)
    for _ in range(3):
        found = olga.post(f"{path}/rounds")
        (game,) = found["rounds"][-1]["games"]
        refused = olga.post(f"{path}/rounds", status=409)
        assert refused["detail"].startswith("1 of the games are not over")
        if "Anchors" in game["teams"]:
            assert ann.get(path)["rounds"][-1]["games"][0]["room"] == game["room"]
            assert eve.get(path)["rounds"][-1]["games"][0]["room"] == ""
            room = game["room"]
            play(served.address, ann, room, lambda room=room: olga.post(f"/rooms/{room}/beginning"))
        until(lambda: olga.get(path)["rounds"][-1]["games"][0]["state"] == "over")
    assert olga.get(path)["state"] == "over"
    olga.post(f"{path}/rounds", status=409)
    before = eve.get(f"{path}/statistics")
    assert (before["sides"], before["apart"], before["phenomena"]) == ([], [], [])
    assert {each["name"] for each in before["kinds"]} == {"person", "program"}
    eve.send("GET", f"{path}/files/folder", status=403)
    _rule_otherwise(olga, path)
    shown = olga.post(f"{path}/publication")
    assert shown["state"] == "published"
    after = eve.get(f"{path}/statistics")
    assert {each["name"] for each in after["sides"]} == {"control", "challenge"}
    assert after["apart"][0]["name"] == "everybody"

    files = {
        what: eve.send("GET", f"{path}/files/{what}").content
        for what in ("qbj", "buzzes", "datasets", "folder")
    }
    with zipfile.ZipFile(io.BytesIO(files["folder"])) as archive:
        archive.extractall(tmp_path / "cup")
    here = zl.read_tournament(tmp_path / "cup")
    rows = here.table().to_dicts()
    assert rows == shown["standings"]
    assert after == json.loads(msgspec.json.encode(here.figures))
    here.export(tmp_path / "files")
    assert (tmp_path / "files" / "tournament.qbj").read_bytes() == files["qbj"]
    assert (tmp_path / "files" / "buzzes.csv").read_bytes() == files["buzzes"]
    with zipfile.ZipFile(io.BytesIO(files["datasets"])) as archive:
        assert {"README.md", "buzzes/train.parquet"} <= {*archive.namelist()} or archive.namelist()


def _rule_otherwise(olga: Person, path: str) -> None:
    """A ruling after the end of a match counts in the standings."""
    found = olga.get(path)
    game = next(each for made in found["rounds"] for each in made["games"] if "Anchors" in each["teams"])
    room = game["room"]
    last = olga.get(f"/rooms/{room}/match")
    answer = last["last"]["answers"][0]
    outcome = "wrong" if answer["outcome"] == "right" else "right"
    ruling = {"number": last["last"]["number"], "player": answer["player"], "outcome": outcome, "reason": "x"}
    olga.post(f"/rooms/{room}/rulings", ruling)
    again = olga.get(path)
    same = next(each for made in again["rounds"] for each in made["games"] if each["room"] == room)
    assert same["points"] != game["points"]
    assert again["standings"] != found["standings"]
