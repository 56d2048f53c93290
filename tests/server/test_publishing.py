"""Publication: not before appeals are ruled on without a word, and later scores wait for the next one."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest

from contest_night import Person, night
from databases import Databases
from small_contest import NAME, C, Small
from zellig.games.contest import events
from zellig.server.contests import CONTEST
from zellig.server.outdated import is_outdated


@pytest.fixture(scope="module")
def small(new_databases: Databases, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Small]:
    """A contest with scores, and an appeal that nobody has ruled on."""
    with night(new_databases.new("sqlite"), tmp_path_factory.mktemp("publishing")) as served:
        found = Small(served)
        for step in (found.build, found.break_, found.predict, found.judge):
            step()
        served.clock.to("appeal")
        pair = found.people["breaker"].all(f"{C}/judged")[0]["pair"]
        appeal = {"pair": pair, "side": "modified", "reason": "It was hot."}
        found.people["breaker"].post(f"{C}/appeals", appeal)
        served.clock.to("score")
        found.organiser.post(f"{C}/scores")
        yield found


def _scores_in_bundle(person: Person) -> Any:
    archive = zipfile.ZipFile(io.BytesIO(person.send("GET", f"{C}/bundle").content))
    return json.loads(archive.read("scores.json"))


def test_publication_waits_for_rulings_unless_there_is_a_reason(small: Small) -> None:
    organiser, page = small.organiser, f"{small.night.address}{C}/organise"
    refused = organiser.post(f"{C}/publication", {"names": False}, status=409)
    assert refused["detail"] == "1 appeal waits for a ruling"
    organiser.post(f"{C}/publication", {"names": False, "reason": "  "}, status=409)
    shown = organiser.send("GET", page).text
    assert "1 appeal waits for a ruling: until then what was promised is scored." in shown
    assert "Reason to publish before all appeals are ruled on" in shown
    organiser.post(f"{C}/publication", {"names": False, "reason": "The hall closes."})
    (event,) = [
        each["event"] for each in organiser.all(f"{C}/events") if each["event"]["event"] == "published"
    ]
    assert event["reason"] == "The hall closes."
    told = organiser.send("GET", f"{small.night.address}{C}/audit").text
    assert "before all appeals were ruled on: The hall closes." in told


def test_scores_after_a_publication_wait_for_the_next(small: Small) -> None:
    organiser, builder = small.organiser, small.people["builder"]
    (appeal,) = organiser.all(f"{C}/appeals")
    ruling = {"side": "modified", "accepted": ["+1"], "reason": "So it was.", "pair": appeal["pair"]}
    organiser.post(f"{C}/rulings", ruling)
    refused = organiser.post(f"{C}/publication", {"names": False}, status=409)
    assert refused["detail"] == "something else counts by now than when the scores were computed"
    (said,) = organiser.post(f"{C}/scores")["warnings"]
    assert said.startswith("Everybody sees the scores that were published before")
    small.night.clock.to("publish")
    (before,) = builder.all(f"{C}/boards")
    again, after = organiser.all(f"{C}/boards")
    assert (before["id"], before["published"], after["published"]) == (again["id"], True, False)
    assert before["scores"] != after["scores"]

    address = f"{small.night.address}{C}"
    assert "The newest are not public" in organiser.send("GET", f"{address}/organise").text
    assert "There are newer scores than the published ones." in organiser.send("GET", address).text
    board = organiser.send("GET", f"{address}/board").text
    assert "everybody else sees what was computed" in board
    assert "What changed since" in board
    theirs = builder.send("GET", f"{address}/board").text
    assert "The results are published." in theirs
    assert "What changed since" not in theirs
    etag = builder.send("GET", f"{C}/bundle").headers["etag"]
    assert not {"Owls", "Wrens"} & set(_scores_in_bundle(builder)["breakers"])

    organiser.post(f"{C}/publication", {"names": True})
    assert [each["id"] for each in builder.all(f"{C}/boards")] == [before["id"], after["id"]]
    assert "What changed since" in builder.send("GET", f"{address}/board").text
    assert builder.send("GET", f"{C}/bundle").headers["etag"] != etag
    assert {"Owls", "Wrens"} == set(_scores_in_bundle(builder)["breakers"])  # as its folders are called
    organiser.post(f"{C}/publication", {"names": False})  # what everybody knows is no secret again
    assert set(builder.all(f"{C}/boards")[-1]["names"].values()) == {"Larks", "Owls", "Wrens"}


def test_outdated_scores_are_published_with_a_reason_only(small: Small) -> None:
    organiser, page = small.organiser, f"{small.night.address}{C}/organise"
    small.night.clock.to("score")
    organiser.post(f"{C}/publication", {"names": True, "reason": "Nothing is outdated."})
    (appeal,) = organiser.all(f"{C}/appeals")
    ruling = {"side": "modified", "accepted": ["-1"], "reason": "Or not.", "pair": appeal["pair"]}
    organiser.post(f"{C}/rulings", ruling)
    organiser.post(f"{C}/publication", {"names": True}, status=409)
    organiser.post(f"{C}/publication", {"names": True, "reason": "The hall closes."})
    told = organiser.send("GET", f"{small.night.address}{C}/audit").text
    assert "though the scores were outdated: The hall closes." in told
    assert "Nothing is outdated." not in told
    organiser.post(f"{C}/scores")
    assert "Reason to publish scores that are outdated" not in organiser.send("GET", page).text
    organiser.post(f"{C}/rulings", ruling | {"accepted": ["+1"]})
    shown = organiser.send("GET", page).text
    assert "Reason to publish scores that are outdated" in shown
    assert "Something else counts by now than when the scores were computed" in shown


def test_whether_scores_are_outdated_is_told_by_decisions_alone(
    small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, taken_apart = small.night.house, set[str]()

    def decode(body: str) -> events.Event:
        found: events.Event = events.decode(body)
        taken_apart.add(type(found).__name__)
        return found

    with house.database.reading() as connection:
        standing = house.standings.of(connection, NAME)
        monkeypatch.setattr(CONTEST, "decode", decode)
        assert is_outdated(connection, NAME, standing, 1)  # as the test before left it
    assert taken_apart == {"Ruled"}
