"""`zellig serve --demo`: contests in every phase, at once, from data that would pass the checks."""

from __future__ import annotations

import html
import io
import json
import os
import re
import shlex
import socket
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import polars
import pytest

from contest_night import START, Night, client_of, night
from helpers import zellig
from zellig.games.contest.rules import PHASES, Rules, Window
from zellig.games.contest.uploads import Kind, Known, check_upload, read_items_of
from zellig.server import demo, demo_match


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Night, list[str]]]:
    folder = tmp_path_factory.mktemp("demo")
    with night(folder / "zellig.sqlite", folder) as served:
        with served.house.database.writing() as connection:
            names = demo.furnish(connection, served.clock())
        yield served, names


def _signed_in(served: Night, name: str) -> httpx.Client:
    client = client_of(f"{served.address}/api/v1")
    reply = client.post("/session", json={"name": name, "password": demo.PASSWORD})
    assert reply.status_code == 201
    client.headers["x-csrf-token"] = reply.json()["csrf"]
    return client


def test_there_is_a_match_that_is_over_and_one_to_join(furnished: tuple[Night, list[str]]) -> None:
    served, names = furnished
    with closing(_signed_in(served, names[0])) as organiser:
        shown = {each["room"]: each["state"] for each in organiser.get("/rooms").json()}
        assert shown == {demo_match.OVER: "over", demo_match.TO_JOIN: "waiting"}
        match = organiser.get(f"/rooms/{demo_match.OVER}/match").json()
        assert match["stage"] == "over"
        assert [(each["number"], each["ruled"]) for each in match["protests"]] == [(10, "right")]
        assert min(match["scores"].values()) > 0
        page = organiser.get(f"{served.address}/rooms/{demo_match.OVER}/played").text
        assert page.count('class="buzz-mark right"') == 18
        room = organiser.get(f"/rooms/{demo_match.TO_JOIN}").json()
        assert "join" in room["you"]


def test_there_is_a_contest_in_each_phase(furnished: tuple[Night, list[str]]) -> None:
    served, names = furnished
    with closing(_signed_in(served, names[0])) as organiser:
        shown = {each["contest"]: each["open"]["phase"] for each in organiser.get("/contests").json()}
        assert shown == {f"demo-{phase}": phase for phase in PHASES}
        assert organiser.get("/contests/demo-judge/agreement").status_code == 200
        deviating = [
            each for each in organiser.get("/contests/demo-appeal/judged").json() if each["deviates"]
        ]
        assert len(deviating) == 1
    with closing(_signed_in(served, names[1])) as builder:
        first, second = builder.get("/contests/demo-publish/boards").json()
        assert first["scores"] != second["scores"]
        assert set(first["names"].values()) == set(demo.TEAMS)
        assert builder.get("/contests/demo-publish/bundle").status_code == 200
        assert builder.get("/contests/demo-predict/data/pairs").status_code == 200


def test_what_is_published_is_for_everybody(furnished: tuple[Night, list[str]]) -> None:
    served, _ = furnished
    with client_of(served.address) as visitor:
        home = visitor.get("/contests/demo-publish")
        assert home.status_code == 200
        assert 'class="timeline"' in home.text
        assert 'href="/contests/demo-publish/board"' in home.text
        assert "/api/v1/contests/demo-publish/bundle" in home.text
        board = visitor.get("/contests/demo-publish/board")
        assert board.status_code == 200
        assert "Spoons" in board.text
        assert visitor.get("/api/v1/contests/demo-publish/boards").status_code == 200
        assert visitor.get("/api/v1/contests/demo-publish/bundle").status_code == 200
        early = visitor.get("/contests/demo-score")
        assert 'class="timeline"' in early.text
        assert "/board" not in early.text
        assert visitor.get("/contests/demo-score/board").status_code == 409
        assert visitor.get("/api/v1/contests/demo-score/bundle").status_code == 409


def test_a_folder_for_datasets_names_teams_only_where_the_bundle_does(
    furnished: tuple[Night, list[str]],
) -> None:
    served, names = furnished
    with closing(_signed_in(served, names[0])) as organiser:
        for contest, shown, hidden in (
            ("demo-publish", demo.TEAMS, ()),
            ("demo-score", ("Team 1", "Team 2", "Team 3", "Team 4"), (*demo.TEAMS, *demo.TEAMS.values())),
        ):
            reply = organiser.get(f"/contests/{contest}/bundle", params={"format": "datasets"})
            assert f"{contest}-1-datasets.zip" in reply.headers["content-disposition"]
            with zipfile.ZipFile(io.BytesIO(reply.content)) as archive:
                assert archive.namelist() == ["README.md", "data/pairs.parquet", "data/dev.parquet"]
                card = archive.read("README.md").decode()
                pairs, dev = (
                    polars.read_parquet(archive.read(f"data/{name}.parquet")) for name in ("pairs", "dev")
                )
            assert (pairs.height, dev.height) == (12, 8)
            told = card + pairs.write_ndjson() + dev.write_ndjson()
            assert all(name in told for name in shown)
            assert not any(name in told for name in hidden)
            assert f"Teams go by {'aliases' if hidden else 'their names'}." in card
        plain = organiser.get("/contests/demo-publish/bundle")
        assert "demo-publish-1.zip" in plain.headers["content-disposition"]


def _commands(served: Night, page: str, cookies: httpx.Cookies) -> list[list[str]]:
    """The commands that a page shows, as words."""
    reply = httpx.get(f"{served.address}{page}", cookies=cookies)
    shown = [
        line
        for block in re.findall(r"<(?:code|pre)>(.*?)</(?:code|pre)>", reply.text, re.DOTALL)
        for line in block.splitlines()
    ]
    plain = [html.unescape(re.sub(r"</?span>", "", line)) for line in shown]
    return [shlex.split(line) for line in plain if line.startswith(("zellig ", "python "))]


def test_what_the_page_of_downloads_shows_runs_as_it_stands(
    furnished: tuple[Night, list[str]], tmp_path: Path
) -> None:
    served, names = furnished
    with closing(_signed_in(served, names[1])) as builder:
        token = builder.post("/tokens", json={"title": "a test"}).json()["secret"]
        (early,) = [
            each
            for each in _commands(served, "/contests/demo-build/downloads", builder.cookies)
            if "training" in each
        ]
        published = _commands(served, "/contests/demo-publish/downloads", builder.cookies)
        board = builder.get("/contests/demo-publish/boards").json()[-1]
    assert zellig(*early[1:], cwd=tmp_path, ZELLIG_TOKEN=token).returncode == 0
    assert (tmp_path / "training.jsonl").is_file()
    # What is published is for everybody: no token.
    pulled = [each for each in published if {"bundle", "datasets"} & set(each)]
    assert len(pulled) == 2
    for command in pulled:
        done = zellig(*command[1:], cwd=tmp_path, ZELLIG_TOKEN="")
        assert done.returncode == 0, done.stderr
    *_, unpack, score = published
    assert subprocess.run([sys.executable, *unpack[1:]], cwd=tmp_path, check=False).returncode == 0
    done = zellig(*score[1:], "--format", "json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    named = {board["names"][alias]: row for alias, row in board["scores"]["systems"].items()}
    assert json.loads(done.stdout)["systems"] == named


def test_a_team_is_told_of_what_its_roles_may_bring(furnished: tuple[Night, list[str]]) -> None:
    served, _ = furnished
    for name, own, others in (
        ("Sam", "answers to the pairs", "Pairs that count"),
        ("Kim", "pairs", "answers to"),
    ):
        with closing(_signed_in(served, name)) as member:
            page = httpx.get(f"{served.address}/contests/demo-build/team", cookies=member.cookies).text
        left = page.partition('id="left"')[2].partition("</section>")[0]
        assert f"Uploads of {own}" in left
        assert others not in left


def test_its_data_would_be_taken() -> None:
    """They are written as accepted without a check, so that it starts at once; this is the check."""
    rules = Rules("sentiment", (Window("publish", START),))
    items = {
        kind: read_items_of("x.jsonl", demo._data(kind), rules) for kind in ("training", "dev", "starter")
    }
    known = Known(rules, items["dev"], items["starter"], items["training"])
    kinds: list[tuple[Kind, str]] = [
        ("training", "training"),
        ("dev", "dev"),
        ("starter", "starter"),
        ("pairs", "pairs-1"),
        ("pairs", "pairs-2"),
    ]
    for kind, name in kinds:
        found = check_upload(kind, f"{name}.jsonl", demo._data(name), known)
        assert found.taken, found
        assert not [each for each in found.findings if each.severity == "reject"], found.findings


def test_it_is_for_this_machine_alone() -> None:
    done = zellig("serve", "--demo", "--host", "0.0.0.0")
    assert (done.returncode, "everybody knows the passwords" in done.stderr) == (1, True)


@pytest.mark.parametrize("option", ["--data", "--database"])
def test_what_would_be_kept_is_refused(option: str) -> None:
    done = zellig("serve", "--demo", option, "somewhere")
    assert (done.returncode, f"Leave out {option}, or --demo." in done.stderr) == (1, True)


def test_a_page_comes_soon_and_nothing_stays(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    command = [sys.executable, "-m", "zellig", "serve", "--demo", "--open-rooms", "--port", str(port)]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    before, until = os.times().children_user, time.monotonic() + 60
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    ) as server:
        while time.monotonic() < until:
            try:
                reply = httpx.get(f"http://127.0.0.1:{port}/api/v1/contests", timeout=30)
                founding = _rooms_of_anybody(f"http://127.0.0.1:{port}/api/v1")
                break
            except httpx.TransportError:
                time.sleep(0.1)
        server.terminate()
        out, _ = server.communicate(timeout=60)
    assert len(reply.json()) == len(PHASES)
    assert (founding.status_code, founding.json()["detail"]) == (400, "a room has one packet")
    assert f"password: {demo.PASSWORD}" in out
    assert not list(tmp_path.glob("zellig-demo-*"))
    assert os.times().children_user - before < 10  # seconds of computing, however busy the machine is


def _rooms_of_anybody(address: str) -> httpx.Response:
    """What somebody is told who founds a room without a packet; who may not found one, is told that."""
    client = client_of(address)
    session = client.post("/session", json={"name": "Sam", "password": demo.PASSWORD}).json()
    body = {"room": "own", "title": "Own", "teams": ["A", "B"]}
    return client.post("/rooms", json=body, headers={"x-csrf-token": session["csrf"]})
