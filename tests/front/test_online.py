"""A contest on a server from the command line: push, pull, status, watch, and what goes wrong."""

from __future__ import annotations

import json
import threading
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest

import zellig as zl
from contest_night import Night, Person, night, timeline
from helpers import sentiment_pair, zellig
from zellig.front import line, online, uploading
from zellig.items import Item, Pair, Prediction, encode_record, header_of, write_records
from zellig.server.worker import Worker

C = "/contests/soups"


class Soups:
    """A contest with a breaker and a builder who each have a token."""

    def __init__(self, served: Night) -> None:
        self.night = served
        self.organiser = served.operator()
        self.organiser.post("/contests", {"contest": "soups", "title": "Soups"})
        self.organiser.put(f"{C}/rules", {"task": "sentiment", "timeline": timeline()})
        starter = [sentiment_pair(f"p{number}").original for number in range(3)]
        self.organiser.upload(
            "soups", "starter", [header_of(Item, "sentiment"), *map(encode_record, starter)]
        )
        self.organiser.post(f"{C}/open")
        self.breaker, self.builder = self._joins("breaker"), self._joins("builder")
        served.work()

    def _joins(self, role: str) -> str:
        team = self.organiser.post(f"{C}/teams", {"name": f"The {role}s"})["id"]
        link = self.organiser.post(f"{C}/invitations", {"roles": [role], "team": team})["link"]
        person: Person = self.night.person(f"A {role}", link)
        person.put(f"{C}/consent")
        token: str = person.post("/tokens", {"title": "for the command line"})["secret"]
        return token

    def run(self, token: str, *words: object) -> tuple[int, str, str]:
        done = zellig(
            "contest", *words, "--server", self.night.address, "--contest", "soups", ZELLIG_TOKEN=token
        )
        return done.returncode, done.stdout, done.stderr


@pytest.fixture(scope="module")
def soups(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Soups]:
    folder = tmp_path_factory.mktemp("online")
    with night(folder / "zellig.sqlite", folder) as served:
        contest = Soups(served)
        stopped = threading.Event()
        worker = Worker(served.house.database, served.clock)
        thread = threading.Thread(target=worker.run, args=(stopped,))
        thread.start()
        yield contest
        stopped.set()
        thread.join()


def test_from_the_starter_items_to_the_answers(soups: Soups, tmp_path: Path) -> None:
    soups.night.clock.to("break")
    assert soups.run(soups.breaker, "pull", "starter", "--out", tmp_path / "starter.jsonl")[0] == 0
    assert "table p0" in (tmp_path / "starter.jsonl").read_text()

    pairs = [sentiment_pair(f"p{number}") for number in range(3)]
    unchanged = Pair("same", pairs[0].original, pairs[0].original, "same")
    write_records(tmp_path / "bad.jsonl", Pair, [unchanged], "sentiment")
    code, out, _ = soups.run(soups.breaker, "push", tmp_path / "bad.jsonl", "--kind", "pairs")
    assert code == 1
    assert "line 2: reject: " in out
    assert "rejected: 0 pairs taken" in out

    write_records(tmp_path / "pairs.jsonl", Pair, pairs, "sentiment")
    code, out, _ = soups.run(soups.breaker, "push", tmp_path / "pairs.jsonl", "--kind", "pairs")
    assert (code, "accepted: 3 pairs taken" in out) == (0, True)
    code, out, _ = soups.run(soups.breaker, "status", "--format", "json")
    assert {each["state"] for each in json.loads(out)["submissions"]} == {"rejected", "accepted"}
    code, out, _ = soups.run(soups.breaker, "status")
    assert "break is open until 2026-03-03 00:00 UTC" in out
    assert "for The breakers" in out

    soups.night.clock.to("predict")
    assert soups.run(soups.builder, "pull", "pairs", "--out", tmp_path / "blind.jsonl")[0] == 0
    asked = [json.loads(each)["id"] for each in (tmp_path / "blind.jsonl").read_text().splitlines()[1:]]
    write_records(
        tmp_path / "said.jsonl", Prediction, [Prediction(each, "+1") for each in asked], "sentiment"
    )
    code, out, _ = soups.run(soups.builder, "push", tmp_path / "said.jsonl", "--kind", "predictions")
    assert (code, "accepted: Answers to 6 items." in out) == (0, True)

    soups.night.clock.to("publish")
    soups.organiser.post(f"{C}/scores")
    soups.organiser.post(f"{C}/publication", {"names": True})
    assert soups.run(soups.builder, "pull", "bundle", "--out", tmp_path / "bundle.zip")[0] == 0
    assert zipfile.is_zipfile(tmp_path / "bundle.zip")
    assert soups.run(soups.builder, "pull", "datasets", "--out", tmp_path / "datasets.zip")[0] == 0
    with zipfile.ZipFile(tmp_path / "datasets.zip") as archive:
        assert archive.namelist() == ["README.md", "data/pairs.parquet"]


class BadLine(BaseHTTPRequestHandler):
    """Hands requests on to a server, and loses some: before they are handed on, or their answers."""

    server: BadServer
    protocol_version = "HTTP/1.1"

    def _hand_on(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        lost = self.server.loses(self.command)
        if lost == "request":
            self.close_connection = True
            return
        address = f"{self.server.target}{self.path}"
        headers = {name: self.headers[name] for name in ("Authorization", "Content-Type", "Idempotency-Key")}
        given = {name: value for name, value in headers.items() if value}
        reply = httpx.request(self.command, address, content=body, headers=given, timeout=60)
        self.server.handed.append((self.command, self.path.partition("?")[2], len(body)))
        if lost == "answer":
            self.close_connection = True
            return
        self.send_response(reply.status_code)
        self.send_header("Content-Type", reply.headers.get("content-type", ""))
        self.send_header("Content-Length", str(len(reply.content)))
        self.end_headers()
        self.wfile.write(reply.content)

    do_GET = do_PUT = do_PATCH = do_POST = _hand_on  # noqa: N815 -- the names are the library's

    def log_message(self, *words: object) -> None:
        pass


class BadServer(ThreadingHTTPServer):
    """`losses`: by method, what becomes of the first requests, one after the other."""

    daemon_threads = True

    def __init__(self, target: str, losses: dict[str, list[str]]) -> None:
        super().__init__(("127.0.0.1", 0), BadLine)
        self.target, self.losses = target, losses
        self.handed: list[tuple[str, str, int]] = []

    def loses(self, method: str) -> str:
        left = self.losses.get(method, [])
        return left.pop(0) if left else ""


@contextmanager
def _bad_line(target: str, losses: dict[str, list[str]]) -> Iterator[BadServer]:
    with BadServer(target, losses) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def test_a_large_file_goes_on_where_a_bad_line_stopped(
    soups: Soups, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    soups.night.clock.to("break")
    pairs = [sentiment_pair(f"p{number}") for number in (2, 1, 0)]
    path = tmp_path / "pairs.jsonl"
    write_records(path, Pair, pairs, "sentiment")
    size = path.stat().st_size
    monkeypatch.setattr(uploading, "LARGE", 1)
    monkeypatch.setattr(uploading, "PART", -(-size // 4))
    monkeypatch.setattr(line, "FIRST_WAIT", 0)
    monkeypatch.setenv(line.TOKEN, soups.breaker)
    # The second part never arrives, as often as it is tried: the first push gives up.
    losses = {"PUT": ["answer"], "PATCH": ["answer", "", *["request"] * line.TRIES], "POST": ["answer"]}
    with _bad_line(soups.night.address, losses) as bad:
        contest = zl.online_contest(f"http://127.0.0.1:{bad.server_port}", "soups")
        with pytest.raises(zl.ZelligError, match="Push it again when the line is better"):
            contest.push(path, kind="pairs")
        first = len(bad.handed)
        found = contest.push(path, kind="pairs")
        mine = [each for each in contest.status().submissions if each.id == found.id]
    assert (found.state, found.reason) == ("accepted", "3 pairs taken.")
    parts = [query for method, query, _ in bad.handed[first:] if method == "PATCH"]
    assert parts == [f"offset={number * -(-size // 4)}" for number in (1, 2, 3)]  # and not the first
    assert sum(sent for method, _, sent in bad.handed if method == "PATCH") == size + -(-size // 4)
    assert len(mine) == 1


def test_a_file_whose_answer_was_lost_is_not_brought_twice(
    soups: Soups, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    soups.night.clock.to("break")
    path = tmp_path / "pairs.jsonl"
    write_records(path, Pair, [sentiment_pair("p1")], "sentiment")
    monkeypatch.setattr(line, "FIRST_WAIT", 0)
    monkeypatch.setenv(line.TOKEN, soups.breaker)
    with _bad_line(soups.night.address, {"POST": ["answer"] * line.TRIES}) as bad:
        contest = zl.online_contest(f"http://127.0.0.1:{bad.server_port}", "soups")
        before = len(contest.status().submissions)
        with pytest.raises(zl.ZelligError):
            contest.push(path, kind="pairs")
        found = contest.push(path, kind="pairs")
        assert found.state == "accepted"
        assert len(contest.status().submissions) == before + 1
        contest.line.post(f"{C}/submissions/{found.id}/withdraw")
        again = contest.push(path, kind="pairs")  # which is meant, this time
        assert (again.state, again.id == found.id) == ("accepted", False)


def test_who_comes_too_late_hears_what_is_allowed(soups: Soups, tmp_path: Path) -> None:
    soups.night.clock.to("judge")
    write_records(tmp_path / "pairs.jsonl", Pair, [sentiment_pair("p0")], "sentiment")
    code, _, error = soups.run(soups.breaker, "push", tmp_path / "pairs.jsonl", "--kind", "pairs")
    assert code == 1
    assert "could be brought until 2026-03-03 00:00 UTC, when break closed" in error
    assert "The phase judge is open" in error
    out = tmp_path / "bundle.zip"
    assert soups.run(soups.breaker, "pull", "bundle", "--out", out)[0] == 1
    assert not out.exists()


def test_a_change_is_told(soups: Soups, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(line.TOKEN, soups.builder)
    soups.night.clock.to("appeal")
    looks = iter(["appeal", "appeal", "score"])
    contest = zl.online_contest(soups.night.address, "soups")
    followed = contest.watch(sleep=lambda seconds: soups.night.clock.to(next(looks)))
    assert next(followed)[1] == []
    now, changed = next(followed)
    assert changed == ["score is open until 2026-03-07 00:00 UTC."]
    assert now.open is not None
    assert list(looks) == []


def test_a_token_that_is_wrong_or_missing(soups: Soups) -> None:
    code, _, error = soups.run("nonsense", "status")
    assert code == 1
    assert f"is not good here, or not any more. Make another one on {soups.night.address}/account." in error
    code, _, error = soups.run("", "status")
    assert (code, "there is no token" in error, "ZELLIG_TOKEN" in error) == (1, True, True)


@pytest.mark.parametrize(
    ("server", "told"),
    [
        ("http://127.0.0.1:1", "there is no server"),
        ("http://contest.example.org", "in plain text"),
        ("contest.example.org", "is not an address"),
    ],
)
def test_no_server_there(server: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(line.TOKEN, "token")
    monkeypatch.setattr(line, "FIRST_WAIT", 0)
    with pytest.raises(zl.ZelligError, match=told):
        zl.online_contest(server, "soups").status()


def _elsewhere(replies: list[tuple[int, bytes]], work: Callable[[str], None]) -> int:
    """Something that answers with these replies, one after the other; gives how often it was asked."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            code, body = replies[min(len(asked), len(replies) - 1)]
            asked.append(self.path)
            self.send_response(code)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *words: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            work(f"http://127.0.0.1:{server.server_port}")
        finally:
            server.shutdown()
            thread.join()
    return len(asked)


def test_faults_of_a_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(line.TOKEN, "token")
    monkeypatch.setattr(line, "FIRST_WAIT", 0)

    def refused(told: str) -> Callable[[str], None]:
        def work(address: str) -> None:
            with pytest.raises(zl.ZelligError, match=told):
                online.online_contest(address, "soups").status()

        return work

    failure = json.dumps({"type": "failure", "detail": "a fault", "request": "ab12"}).encode()
    assert _elsewhere([(500, failure)], refused("request ab12.*tell the operator")) == 1
    assert _elsewhere([(200, b"<h1>Hello</h1>")], refused("does not answer as a contest server")) == 1
    assert _elsewhere([(503, b"")], refused("answers 503")) == line.TRIES
