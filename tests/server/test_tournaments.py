"""Tournaments on the server: played to the end by people and programs, and what may be known of them when."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import select

import zellig as zl
from contest_night import PASSWORD, Night, Person, night
from cup_night import RULES, joined, planned, play, team, until
from databases import KINDS, Databases
from match_room import served_program
from served import TOKEN
from tournament_night import EARLY, TRICKED
from zellig.games.match.events import Protested
from zellig.server.live.rooms.matches import Matches
from zellig.server.room_packets import packet_of
from zellig.server.rooms import ROOM, Rooms
from zellig.server.tournaments.keeping import Tournaments
from zellig.server.tournaments.playing import Playing
from zellig.store.database.tables.rooms import ROOM_PROGRAMS
from zellig.store.database.tables.tournaments import TOURNAMENT_EVENTS, TOURNAMENT_PROGRAMS, TOURNAMENT_ROOMS

SHORT = {**RULES, "tossups": 2}


@pytest.fixture(scope="module")
def addresses() -> Iterator[dict[str, str]]:
    with served_program(EARLY) as early, served_program(TRICKED) as tricked:
        yield {"Ink": early, "Fox": tricked}


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
    teams[1]["programs"][0]["token"] = TOKEN
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
        if len(found["rounds"]) == 2:
            assert "1 game is over" in found["words"][0]
        if "Anchors" in game["teams"]:
            assert ann.get(path)["rounds"][-1]["games"][0]["room"] == game["room"]
            assert eve.get(path)["rounds"][-1]["games"][0]["room"] == ""
            play(served.address, ann, game["room"], _begins(olga, game["room"]))
        until(lambda: olga.get(path)["rounds"][-1]["games"][0]["state"] == "over")
    assert olga.get(path)["state"] == "over"
    olga.post(f"{path}/rounds", status=409)
    before = eve.get(f"{path}/statistics")
    assert (before["sides"], before["apart"], before["phenomena"]) == ([], [], [])
    assert {each["name"] for each in before["kinds"]} == {"person", "program"}
    eve.send("GET", f"{path}/files/folder", status=403)
    room, about = _rule_otherwise(served, olga, ann, path)
    assert {*_tokens(served, "cup")} == {TOKEN, None}  # of matches that are over they are gone
    shown = olga.post(f"{path}/publication")
    assert shown["state"] == "published"
    assert {*_tokens(served, "cup")} == {None}
    _nothing_changes(served.address, olga, ann, path, room, about)
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
        assert {"README.md", "data/buzzes.parquet"} <= {*archive.namelist()}, archive.namelist()


def _begins(olga: Person, room: str) -> Callable[[], object]:
    return lambda: olga.post(f"/rooms/{room}/beginning")


def _rule_otherwise(served: Night, olga: Person, ann: Person, path: str) -> tuple[str, dict[str, Any]]:
    """A ruling after the end of a match counts in the standings, and no protest is left behind."""
    found = olga.get(path)
    game = next(each for made in found["rounds"] for each in made["games"] if "Anchors" in each["teams"])
    room = game["room"]
    last = olga.get(f"/rooms/{room}/match")
    answer = last["last"]["answers"][0]
    outcome = "wrong" if answer["outcome"] == "right" else "right"
    about = {"number": last["last"]["number"], "player": answer["player"], "reason": "x"}
    refused = _published_while_somebody_protests(served, olga, path, room, about)
    assert refused["detail"] == f"a protest in the room {room} is not decided"
    protest = ann.get(f"/rooms/{room}/protests")[0]["protest"]
    olga.post(f"/rooms/{room}/rulings", {**about, "outcome": outcome, "protest": protest})
    again = olga.get(path)
    same = next(each for made in again["rounds"] for each in made["games"] if each["room"] == room)
    assert same["points"] != game["points"]
    assert again["standings"] != found["standings"]
    return room, about


def _published_while_somebody_protests(
    served: Night, olga: Person, path: str, room: str, about: dict[str, Any]
) -> Any:
    """What comes of publishing when a protest is about to be written, by one who holds the room."""
    with ThreadPoolExecutor(1) as pool:
        with served.house.database.writing() as connection:
            match = Matches().of(connection, room, Rooms().held(connection, room))
            by, at = match.setting.players[0].id, match.events[-1].at
            protested = Protested(at, "p", by, about["number"], about["player"], about["reason"])
            ROOM.append(connection, served.clock(), room, None, protested)
            asked = pool.submit(olga.post, f"{path}/publication", status=409)
            assert not wait([asked], timeout=0.5).done
        return asked.result()


def _nothing_changes(
    address: str, olga: Person, ann: Person, path: str, room: str, about: dict[str, Any]
) -> None:
    before = olga.get(path)["standings"]
    games = [game for each in olga.get(path)["rounds"] for game in each["games"]]
    rooms = [game["room"] for game in games if "Anchors" in game["teams"]]
    pages = [ann.client.get(f"{address}/rooms/{each}/played") for each in rooms]
    assert any("Nobody protested." in page.text for page in pages)
    assert not any("misjudged" in page.text or "/protests" in page.text for page in pages)
    assert not {"protest", "rule"} & {*ann.get(f"/rooms/{room}")["you"], *olga.get(f"/rooms/{room}")["you"]}
    for refused in (
        ann.post(f"/rooms/{room}/protests", about, status=409),
        olga.post(f"/rooms/{room}/rulings", {**about, "outcome": "right"}, status=409),
    ):
        assert refused["detail"] == "the end of the tournament is published, and its scores stay as they are"
    assert olga.get(path)["standings"] == before


def _tokens(served: Night, tournament: str) -> list[str | None]:
    """Those of the programs of a tournament, and in its rooms."""
    here, rooms = TOURNAMENT_PROGRAMS.c, ROOM_PROGRAMS.c
    own = select(TOURNAMENT_ROOMS.c.room).where(TOURNAMENT_ROOMS.c.tournament == tournament)
    with served.house.database.reading() as connection:
        found = connection.execute(select(here.token).where(here.tournament == tournament)).scalars()
        return [*found, *connection.execute(select(rooms.token).where(rooms.room.in_(own))).scalars()]


# What comes of a request, by hand: nobody, somebody with an account, a player, who founded it.
WHEN_ENTERING = [
    ("GET", "", None, 401, 200, 200, 200),
    ("GET", "/statistics", None, 401, 200, 200, 200),
    ("GET", "/files/qbj", None, 401, 403, 403, 403),
    ("POST", "/invitations", {"team": "Anchors"}, 401, 403, 403, 201),
    ("POST", "/leaving", {"player": "Bob"}, 401, 403, 403, 204),
    ("POST", "/leaving", {"player": "Bob"}, 401, 403, 403, 404),
    ("POST", "/withdrawals", {"team": "Elm"}, 401, 403, 403, 201),
    ("POST", "/withdrawals", {"team": "Fox"}, 401, 403, 403, 400),
    ("POST", "/forfeits", {"team": "Anchors", "reason": "x"}, 401, 403, 403, 400),
    ("POST", "/publication", None, 401, 403, 403, 409),
    ("POST", "/rounds", None, 401, 403, 403, 201),
]
WHEN_PLAYING = [
    ("GET", "", None, 401, 200, 200, 200),
    ("GET", "/files/folder", None, 401, 403, 403, 403),
    ("POST", "/invitations", {"team": "Anchors"}, 401, 403, 403, 409),
    ("POST", "/withdrawals", {"team": "Fox"}, 401, 403, 403, 409),
    ("POST", "/leaving", {"player": "Amy"}, 401, 403, 403, 409),
    ("POST", "/publication", None, 401, 403, 403, 409),
    ("POST", "/forfeits", {"team": "Anchors", "reason": "x"}, 401, 403, 403, 201),
    ("POST", "/publication", None, 401, 403, 403, 201),
]
WHEN_PUBLISHED = [
    ("GET", "/files/folder", None, 401, 200, 200, 200),
    ("GET", "/files/nothing", None, 401, 404, 404, 404),
    ("POST", "/rounds", None, 401, 403, 403, 409),
    ("POST", "/forfeits", {"team": "Anchors", "reason": "x"}, 401, 403, 403, 409),
    ("POST", "/publication", None, 401, 403, 403, 409),
]


def test_who_may_do_what(served: Night, olga: Person) -> None:
    olga.post("/tournaments", planned("rights", [team("Anchors"), team("Fox"), team("Elm")]))
    amy, bob, eli, fay = (served.person(name) for name in ("Amy", "Bob", "Eli", "Fay"))
    for person, name in ((amy, "Anchors"), (bob, "Elm"), (fay, "Fox")):
        joined(olga, person, "rights", name)
    people = [served.nobody(), eli, amy, olga]
    eli.post("/tournaments", planned("own", [team("A"), team("B")]), status=403)
    nothing = planned("own", [team("A"), team("B")], questions={"packets": []})
    eli.post("/tournaments", nothing, status=403)
    assert olga.post("/tournaments", nothing, status=400)["detail"] == "there are no packets"
    for table in (WHEN_ENTERING, WHEN_PLAYING, WHEN_PUBLISHED):
        for method, path, body, *expected in table:
            given = {"json": body} if body else {}
            for person, status in zip(people, expected, strict=True):
                person.send(method, f"/tournaments/rights{path}", status=status, **given)


def test_nobody_learns_of_questions_before_they_are_read_and_of_sides_before_the_end(
    served: Night, olga: Person
) -> None:
    """Two games of a round have the same packet: who plays or moderates one sees nothing of the other."""
    names = ("Mia", "Noa", "Pip", "Quin")
    plan = planned("blind", [team(f"Team {name}") for name in names], about={"moderators": True})
    olga.post("/tournaments", plan)
    people = {name: served.person(name) for name in names}
    for name, person in people.items():
        joined(olga, person, "blind", f"Team {name}")
    first, second = olga.post("/tournaments/blind/rounds")["rounds"][0]["games"]
    inside = next(each for name, each in people.items() if f"Team {name}" in first["teams"])
    outside = next(each for name, each in people.items() if f"Team {name}" in second["teams"])
    reader = served.person("Rex")
    link = olga.post(f"/rooms/{second['room']}/invitations", {"role": "moderator"})["link"]
    reply = reader.send("POST", "/invitations/accept", json={"link": link})
    reader.client.headers["x-csrf-token"] = reply.json()["csrf"]
    for role in ("moderator", "spectator", "player"):
        link = olga.post(f"/rooms/{first['room']}/invitations", {"role": role})["link"]
        outside.post("/invitations/accept", {"link": link}, status=403)
    olga.post(f"/rooms/{first['room']}/beginning")
    path = f"/rooms/{first['room']}"
    assert "moderate" in reader.get(f"/rooms/{second['room']}")["you"]
    assert "join" not in inside.get(path)["you"]
    for person in (outside, reader):
        for each in ("", "/match", "/transcript", "/qbj", "/protests"):
            person.send("GET", f"{path}{each}", status=403)
        assert person.get("/tournaments/blind")["rounds"][0]["games"][0]["room"] == ""
        assert first["room"] not in {each["room"] for each in person.get("/rooms")}
    for person in (olga, inside, outside, reader):
        for each in ("/tournaments", "/tournaments/blind", "/tournaments/blind/statistics"):
            raw = person.send("GET", each).text
            assert not re.search(r"Clue|challenge|control-|q[0-9a-f]{12}", raw), raw
        person.send("GET", "/tournaments/blind/files/folder", status=403)
        for each in ("", "/rounds/1", "/statistics"):
            shown = person.client.get(f"{served.address}/tournaments/blind{each}")
            assert shown.status_code == 200
            assert "Clue" not in shown.text
        assert person.client.get(f"{served.address}/tournaments/blind/questions").status_code == 403
    with served.house.database.reading() as connection:
        packets = [packet_of(connection, each["room"]) for each in (first, second)]
    assert packets[0] == packets[1]
    assert all(
        set(item.metadata) <= {"gold_answer_line", "power", "gold_marks"} for item in packets[0].tossups
    )
    assert all(re.fullmatch("q[0-9a-f]{12}", item.id) for item in packets[0].tossups)


def test_who_has_left_a_seat_comes_back_and_an_operator_who_plays_sees_no_other_game(
    served: Night, olga: Person
) -> None:
    names = ("Abe", "Ben", "Cal", "Dan")
    olga.post("/tournaments", planned("seats", [team(f"Team {name}") for name in names], rules=SHORT))
    people = {name: served.person(name, olga.post("/operators")["link"]) for name in names}
    for name, person in people.items():
        joined(olga, person, "seats", f"Team {name}")
    games = olga.post("/tournaments/seats/rounds")["rounds"][0]["games"]
    for name, person in people.items():
        own, other = sorted(games, key=lambda game: f"Team {name}" not in game["teams"])
        for each in ("", "/match", "/transcript"):
            person.send("GET", f"/rooms/{other['room']}{each}", status=403)
        path = f"/rooms/{own['room']}"
        person.send("DELETE", f"{path}/players/{person.get(path)['player']}", status=204)
        rival = next(each for each in own["teams"] if each != f"Team {name}")
        for seat in ({"team": rival}, {"team": f"Team {name}", "kind": "program"}):
            refused = person.post(f"{path}/players", seat, status=403)
            assert refused["detail"] == f"you play for Team {name} in this tournament"
        refused = person.post(f"{path}/players", {"team": "x"}, status=400)
        assert "Choose one of t1 (Team " in refused["remedy"]
        person.post(f"{path}/players", {"team": f"Team {name}"})
    olga.post(f"/rooms/{games[0]['room']}/beginning")
    until(lambda: olga.get("/tournaments/seats")["rounds"][0]["games"][0]["state"] == "over")


def test_a_match_with_somebody_else_in_it_is_not_taken_and_the_game_forfeited(
    served: Night, olga: Person
) -> None:
    olga.post("/tournaments", planned("strange", [team("Anchors"), team("Fox")], rules=SHORT))
    for name, of in (("Sue", "Anchors"), ("Tom", "Fox")):
        joined(olga, served.person(name), "strange", of)
    (game,) = olga.post("/tournaments/strange/rounds")["rounds"][0]["games"]
    olga.post(f"/rooms/{game['room']}/players", {"team": "t1"})  # the host may, and it does not count
    olga.post(f"/rooms/{game['room']}/beginning")
    until(lambda: olga.get("/tournaments/strange")["rounds"][0]["games"][0]["state"] == "unfit")
    (found,) = olga.get("/tournaments/strange")["rounds"][0]["games"]
    assert "somebody plays who is not of these teams" in found["words"]
    olga.post("/tournaments/strange/publication", status=409)
    olga.post("/tournaments/strange/forfeits", {"team": "Fox", "reason": "Not again."})
    shown = olga.post("/tournaments/strange/publication")
    assert [each["team"] for each in shown["standings"]] == ["Anchors", "Fox"]
    assert shown["rounds"][0]["games"][0]["words"] == "Fox: Not again."


def test_a_program_that_is_not_there_is_told_on_the_board(served: Night, olga: Person) -> None:
    teams = [team(name, "http://127.0.0.1:9") for name in ("Gone", "Lost")]
    olga.post("/tournaments", planned("silent", teams, rules=SHORT))
    (game,) = olga.post("/tournaments/silent/rounds")["rounds"][0]["games"]
    until(lambda: olga.get("/tournaments/silent")["state"] == "over")
    tossups = olga.get(f"/rooms/{game['room']}/match")["number"]
    told = f"Gone program said nothing that counts to {tossups} tossups"  # it may be known after the end
    until(lambda: told in " ".join(olga.get("/tournaments/silent")["words"]))
    assert told in olga.client.get(f"{served.address}/rooms/{game['room']}/played").text


def test_somebody_who_closes_the_account_has_played_as_nobody(served: Night, olga: Person) -> None:
    known = [f"{side}-{number}" for side in ("control", "challenge") for number in range(8)]
    seen = [{"who": "Una", "how": "played", "questions": known}]
    plan = planned("closed", [team("Anchors"), team("Fox")], rules=SHORT, seed=7, seen=seen)
    olga.post("/tournaments", plan)
    una, vic = served.person("Una"), served.person("Vic")
    joined(olga, una, "closed", "Anchors")
    joined(olga, vic, "closed", "Fox")
    (game,) = olga.post("/tournaments/closed/rounds")["rounds"][0]["games"]
    room = game["room"]
    play(served.address, una, room, _begins(olga, room))
    until(lambda: olga.get("/tournaments/closed")["state"] == "over")
    before = olga.get("/tournaments/closed")["standings"]
    with zipfile.ZipFile(io.BytesIO(una.send("GET", "/account/export").content)) as archive:
        kept = json.loads(archive.read("account.json"))
    assert [each["body"]["event"] for each in kept["tournament_events"]] == ["joined"]
    assert "founded" not in {each["body"]["event"] for each in kept["room_events"]}
    una.post("/account/closing", {"password": PASSWORD})
    shown = olga.get("/tournaments/closed")
    assert shown["standings"] == before
    assert shown["teams"][0]["players"][0]["name"].startswith("closed account")
    with served.house.database.reading() as connection:
        assert "Una" not in str(connection.execute(select(TOURNAMENT_EVENTS.c.body)).all())
        standing = Tournaments().of(connection, "closed")
        again = Playing(Rooms(), Matches()).of(connection, "closed", standing)
    assert not again.unfit
    points = {each.team: each.points for each in again.tournament.places}
    assert points == {each["team"]: each["points"] for each in before}
    assert standing.people[0].name.startswith("closed account")
