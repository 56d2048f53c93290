"""Performers behind an address: `zellig perform` as users run it, networks that are cut, odd servers."""

from __future__ import annotations

import http.client
import http.server
import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest

from arena_performers import TESTS, Sharp, here, make_rules, played
from zellig.errors import ZelligError
from zellig.messages import LARGEST_MESSAGE
from zellig.games.arena.play import play
from zellig.games.arena.rounds import Round, coin, lineup
from zellig.games.arena.rules import Rules
from zellig.seats.serving import serve
from zellig.performers import Lineup

pytestmark = pytest.mark.usefixtures("tests_on_the_path")

TOKEN = "right-token"
SCHEDULE = {"transparent": 4, "opaque": 2, "adapt": True, "transparent_to": ["breaker", "chooser"]}


@dataclass
class Server:
    """A `zellig perform` that runs."""

    port: int
    notes: Path

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def call(
        self, body: Any, token: str | None = TOKEN, path: str = "/act", method: str = "POST"
    ) -> tuple[int, Any]:
        """Status and JSON of the reply; the body as JSON, or as it is if it is bytes."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        raw = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        line.request(method, path, raw, {"Authorization": f"Bearer {token}"} if token else {})
        reply = line.getresponse()
        content = reply.read()
        line.close()
        return reply.status, json.loads(content)

    def acts(self) -> list[str]:
        """What the performer did, in order."""
        return self.notes.read_text().splitlines() if self.notes.exists() else []


@contextmanager
def perform(role: str, name: str, notes: Path, *words: str) -> Iterator[Server]:
    command = [sys.executable, "-m", "zellig", "perform", "--role", role, "--with", name, "--port", "0"]
    environment = {**os.environ, "PYTHONPATH": str(TESTS), "ZELLIG_HTTP_KEY": TOKEN}
    process = subprocess.Popen([*command, *words], stdout=subprocess.PIPE, env=environment, text=True)
    assert process.stdout
    try:
        first = process.stdout.readline()
        assert f"a {role}, is at http://127.0.0.1:" in first
        yield Server(int(first.rpartition(":")[2]), notes)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@pytest.fixture(scope="module")
def chooser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    notes = tmp_path_factory.mktemp("chooser") / "notes"
    name = "py:arena_performers:recording"
    with perform("chooser", name, notes, "--param", f"path={notes}") as server:
        yield server


@pytest.fixture(scope="module")
def breaker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with perform(
        "breaker", "py:arena_performers:LearningBreaker", tmp_path_factory.mktemp("b") / "n"
    ) as server:
        yield server


@pytest.fixture(autouse=True)
def _token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZELLIG_HTTP_KEY", TOKEN)


@pytest.fixture(autouse=True)
def _ended(chooser: Server, breaker: Server) -> Iterator[None]:
    """Leave no game behind: another one would have to wait."""
    yield
    for server in (chooser, breaker):
        _, status = server.call(b"", TOKEN, "/status", "GET")
        server.call({"game": status["game"], "message": {"do": "end", "turn": 0}})


# -- the contract


def start(game: str, turn: int = 1) -> dict[str, Any]:
    return {"game": game, "message": {"do": "start", "turn": turn, "game": game, "seed": 5}}


def choose(game: str, turn: int, text: str = "The tea is warm .", name: str = "0") -> dict[str, Any]:
    lineup = {"id": name, "texts": [text, "warm is tea The ."]}
    return {"game": game, "message": {"do": "choose", "turn": turn, "lineups": [lineup], "seeds": [3]}}


def test_it_says_who_it_is_to_those_with_the_token(chooser: Server) -> None:
    code, status = chooser.call(None, path="/status", method="GET")
    assert (code, status["role"]) == (200, "chooser")
    assert status["player"]["spec"]["name"] == "recording"
    assert status["player"]["adapts"] is True


@pytest.mark.parametrize("token", [None, "", "wrong", "right-token2", "right-toke", "r\u00efght"])
def test_without_the_right_token_nothing_is_said_or_done(token: str | None, chooser: Server) -> None:
    before = chooser.acts()
    for path, method in (("/status", "GET"), ("/act", "POST")):
        code, said = chooser.call(start("g0"), token, path, method)
        assert (code, set(said)) == (401, {"error"})
        assert TOKEN not in json.dumps(said)
    assert chooser.acts() == before


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", 400),
        (b"tea", 400),
        (b"[]", 400),
        (b'{"game": "g"}', 400),
        (b"\xff\xfe", 400),
        (b'{"game": "g", "more": ' + b"[" * 100_000, 400),
        ({"game": "g", "message": {"do": "sing", "turn": 1}}, 400),
        ({"game": "g", "message": {"do": "select", "turn": 9, "rounds": ["0"], "seeds": [1]}}, 409),
        ({"game": "g", "message": {"do": "break", "turn": 9, "items": [], "seeds": []}}, 409),
        ({"game": "g", "message": {"do": "start", "turn": 1, "game": "h", "seed": 5}}, 400),
        (choose("never begun", 2), 409),
    ],
    ids=lambda value: str(value)[:60],
)
def test_what_makes_no_sense_is_refused_and_not_acted_on(body: Any, code: int, chooser: Server) -> None:
    before = chooser.acts()
    found, said = chooser.call(body)
    assert (found, set(said)) == (code, {"error"})
    assert chooser.acts() == before


def test_there_are_two_addresses_and_no_more(chooser: Server) -> None:
    for path, method in (
        ("/", "GET"),
        ("/act", "GET"),
        ("/status", "POST"),
        ("/act/", "POST"),
        ("/x", "PUT"),
    ):
        assert chooser.call(b"{}", path=path, method=method)[0] == 404


def test_a_turn_is_answered_once(chooser: Server) -> None:
    assert chooser.call(start("g1")) == (200, {"turn": 1})
    code, first = chooser.call(choose("g1", 2))
    assert (code, first["turn"], first["choices"][0]["id"]) == (200, 2, "0")
    before = chooser.acts()
    assert chooser.call(choose("g1", 2)) == (200, first)  # the same message: the same reply
    assert chooser.call(choose("g1", 2, text="The tea is cold ."))[0] == 409  # another one in that turn
    assert chooser.call(choose("g1", 1))[0] == 409
    assert chooser.call(choose("g2", 3))[0] == 409
    assert chooser.acts() == before
    assert chooser.call(choose("g1", 3))[0] == 200
    assert chooser.call(choose("g1", 2))[0] == 409  # it was the last one no longer
    assert chooser.call(start("g2"))[0] == 409  # one game at a time
    assert chooser.call(choose("g1", 4))[0] == 200
    assert chooser.call({"game": "g1", "message": {"do": "end", "turn": 0}})[0] == 200
    assert chooser.call(choose("g1", 5))[0] == 409  # that game is over
    assert chooser.call(start("g2"))[0] == 200


def test_a_body_over_the_limit_is_refused(chooser: Server) -> None:
    chooser.call(start("g3"))
    before = chooser.acts()
    assert chooser.call(choose("g3", 2, text="x" * (LARGEST_MESSAGE - 1000)))[0] == 200
    assert len(chooser.acts()) == len(before) + 1
    code, _ = chooser.call(choose("g3", 3, text="x" * LARGEST_MESSAGE))
    assert code == 413
    assert len(chooser.acts()) == len(before) + 1


def test_a_performer_that_fails_has_had_its_turn(chooser: Server) -> None:
    chooser.call(start("g4"))
    before = chooser.acts()
    code, said = chooser.call(choose("g4", 2, text="Fail !"))
    assert (code, said) == (500, {"error": "the performer failed (ValueError: as you wish)"})
    assert chooser.call(choose("g4", 2, text="Fail !")) == (code, said)
    assert chooser.acts() == [*before, "choose 0"]
    assert chooser.call(choose("g4", 3))[0] == 200


def test_others_can_reach_it_only_with_a_token() -> None:
    with pytest.raises(ZelligError, match="needs a token"):
        serve(Sharp(), "chooser", "0.0.0.0", 0, "", told=print)


@pytest.mark.parametrize("host", ["nowhere.invalid", "a" * 70, "a..b"])
def test_a_host_that_is_none_is_named(host: str) -> None:
    with pytest.raises(ZelligError, match="cannot be listened at"):
        serve(Sharp(), "chooser", host, 0, "token", told=print)


def test_a_port_that_is_taken_is_named(chooser: Server) -> None:
    with pytest.raises(ZelligError, match=str(chooser.port)):
        serve(Sharp(), "chooser", "127.0.0.1", chooser.port, "", told=print)


# -- games


def test_a_game_over_http_is_the_same_game(chooser: Server, breaker: Server, tmp_path: Path) -> None:
    local = {"name": "py:arena_performers:recording", "path": str(tmp_path / "n"), "isolated": False}
    found: list[list[Round]] = []
    for seats in (
        {"chooser": local, "breaker": here("LearningBreaker")},
        {"chooser": {"name": chooser.address}, "breaker": {"name": breaker.address}},
    ):
        rules = make_rules(tmp_path, rounds=8, schedule=SCHEDULE, **seats)
        found.append(played(rules, tmp_path / rules.game)[1])
    assert found[0] == found[1]
    acts = since_start(chooser.acts())
    assert acts == since_start((tmp_path / "n").read_text().splitlines())
    assert acts == [f"{what} {n}" for n in range(14) for what in ("choose", "observe")]


@pytest.mark.parametrize("token", ["", "wrong"])
def test_a_game_with_the_wrong_token_does_not_begin(
    token: str, chooser: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZELLIG_HTTP_KEY", token)
    rules = make_rules(tmp_path, chooser={"name": chooser.address})
    with pytest.raises(ZelligError, match="401") as error:
        play(rules, tmp_path / "game")
    assert TOKEN not in str(error.value)


def test_a_performer_in_the_wrong_seat_is_refused(chooser: Server, tmp_path: Path) -> None:
    with pytest.raises(ZelligError, match="this is a chooser, and a breaker is needed"):
        play(make_rules(tmp_path, breaker={"name": chooser.address}), tmp_path / "game")


def test_parameters_are_for_who_serves_it(chooser: Server, tmp_path: Path) -> None:
    with pytest.raises(ZelligError, match="no parameter 'order'"):
        play(make_rules(tmp_path, chooser={"name": chooser.address, "order": 3}), tmp_path / "game")


def test_rounds_that_are_too_large_for_one_message_are_sent_one_by_one(
    chooser: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zellig.messages.LARGEST_MESSAGE", 1000)  # here; the server takes more
    rules = make_rules(tmp_path, rounds=12, chooser={"name": chooser.address})
    figures, _ = played(rules, tmp_path / "game")
    assert figures["missing"] == {}
    assert since_start(chooser.acts()) == [f"choose {n}" for n in range(12)]
    assert "a message of more than" in (tmp_path / "game" / "log.jsonl").read_text()


def test_outcomes_that_are_too_large_for_one_message_are_told_in_several(
    chooser: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zellig.messages.LARGEST_MESSAGE", 1000)
    schedule = {**SCHEDULE, "transparent": 12, "every": 12}
    rules = make_rules(tmp_path, rounds=8, chooser={"name": chooser.address}, schedule=schedule)
    figures, _ = played(rules, tmp_path / "game")
    assert figures["missing"] == {}
    acts = since_start(chooser.acts())  # it begins once
    told = [act.split()[1:] for act in acts if act.startswith("observe")]
    assert [int(n) for some in told for n in some] == list(range(22))
    assert len(told) > 3


def test_a_round_that_fits_into_no_message_is_missed_and_no_failure_of_the_performer(
    chooser: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zellig.messages.LARGEST_MESSAGE", 300)
    rules = make_rules(tmp_path, rounds=12, chooser={"name": chooser.address}, schedule=SCHEDULE)
    monkeypatch.setattr("zellig.games.arena.game.lineup", _longer)
    figures, rounds = played(rules, tmp_path / "game")
    assert [each.missing for each in rounds] == [
        {"chooser": "too large"} if each.n < 10 else {} for each in rounds
    ]
    assert [act for act in since_start(chooser.acts()) if act.startswith("choose")] == [
        f"choose {n}" for n in range(10, 18)
    ]
    assert figures["missing"] == {"chooser": {"too large": 4}}


def _longer(played: Round, rules: Rules) -> Lineup:
    """The first rounds are too large for any message."""
    found = lineup(played, rules)
    return msgspec.structs.replace(found, texts=("x" * 300, "y")) if played.n < 10 else found


# -- networks


@dataclass
class Network:
    """A proxy that hands calls on, except those that the plan says: by the number of the POST, from 0."""

    server: Server
    plan: dict[int, str]
    posts: int = 0
    down: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)


class Proxy(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    network: Network

    def log_message(self, format: str, *args: Any) -> None:
        """Be quiet."""

    def do_GET(self) -> None:
        self._pass_on(None, "down" if self.network.down else "")

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        with self.network.lock:
            how = self.network.plan.get(self.network.posts, "")
            self.network.posts += 1
            self.network.down |= how == "down"
        self._pass_on(body, "down" if self.network.down else how)

    def _pass_on(self, body: bytes | None, how: str) -> None:
        if how in ("before", "down"):
            return self._cut()
        line = http.client.HTTPConnection("127.0.0.1", self.network.server.port, timeout=30)
        line.request(self.command, self.path, body, {"Authorization": self.headers["Authorization"]})
        reply = line.getresponse()
        content = reply.read()
        line.close()
        if how == "after":
            return self._cut()
        self.send_response(reply.status)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content[: len(content) // 2] if how == "half" else content)
        if how == "half":
            self._cut()
        return None

    def _cut(self) -> None:
        self.close_connection = True
        self.wfile.flush()
        self.connection.shutdown(socket.SHUT_RDWR)


@contextmanager
def listening(handler: type[http.server.BaseHTTPRequestHandler]) -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def network_to(server: Server, plan: dict[int, str]) -> Iterator[str]:
    handler = type("Planned", (Proxy,), {"network": Network(server, plan)})
    with listening(handler) as address:
        yield address


def since_start(acts: list[str]) -> list[str]:
    last = max(number for number, act in enumerate(acts) if act.startswith("start"))
    return acts[last + 1 :]


@pytest.mark.parametrize("pipeline", [False, True])
def test_a_network_that_is_cut_now_and_then_changes_nothing(
    pipeline: bool, chooser: Server, tmp_path: Path
) -> None:
    """Before a call is handed on, after it was, and in the middle of the reply."""
    modes = ["before", "after", "half"]
    plan = {n: modes[n // 2 % 3] for n in range(1, 40, 2)} | {8: "after"}
    with network_to(chooser, plan) as address:
        rules = make_rules(
            tmp_path, rounds=6, schedule=SCHEDULE, pipeline=pipeline, chooser={"name": address}
        )
        figures, rounds = played(rules, tmp_path / "game")
    assert figures["missing"] == {}
    assert [each.confidence for each in rounds] == [n / 1000 for n in range(12)]
    assert since_start(chooser.acts()) == [f"{what} {n}" for n in range(12) for what in ("choose", "observe")]


def test_a_network_that_stays_cut_for_a_while_costs_one_round(chooser: Server, tmp_path: Path) -> None:
    """The performer did act, but its answer is lost; it is told everything again, and goes on."""
    before = len(chooser.acts())
    first = 1 + 2 * 3  # after `start` and three rounds
    with network_to(chooser, dict.fromkeys(range(first, first + 6), "after")) as address:
        rules = make_rules(tmp_path, rounds=2, schedule=SCHEDULE, chooser={"name": address})
        _, rounds = played(rules, tmp_path / "game")
    assert [each.n for each in rounds] == list(range(8))
    assert [each.missing for each in rounds] == [{}, {}, {}, {"chooser": "cut off"}, {}, {}, {}, {}]
    assert rounds[3].z == coin(rules, 3)
    acts = chooser.acts()[before:]
    assert acts.count("choose 3") == 1
    assert [act for act in acts if act.startswith("choose")] == [f"choose {n}" for n in range(8)]
    assert [each.confidence for each in rounds if not each.missing] == [
        each.n / 1000 for each in rounds if not each.missing
    ]


def test_a_server_that_is_gone_for_good_does_not_keep_the_game_from_its_end(
    chooser: Server, tmp_path: Path
) -> None:
    with network_to(chooser, {4: "down"}) as address:
        rules = make_rules(tmp_path, rounds=12, time_limit=5.0, chooser={"name": address})
        figures, rounds = played(rules, tmp_path / "game")
    why = [each.missing.get("chooser") for each in rounds]
    assert why == [None] * 3 + ["cut off"] + ["crashed"] * 4 + ["gone"] * 4
    assert figures["late"]["chooser"] == 9
    assert all(each.z == coin(rules, each.n) for each in rounds[3:])


# -- servers of others


class Odd(http.server.BaseHTTPRequestHandler):
    """Chooses well, but for some rounds it has a way of its own."""

    protocol_version = "HTTP/1.1"
    plan: dict[str, str]

    def log_message(self, format: str, *args: Any) -> None:
        """Be quiet."""

    def do_GET(self) -> None:
        player = {"spec": {"name": "odd", "params": {}, "version": "1"}}
        self._say(200, json.dumps({"role": "chooser", "player": player}).encode())

    def do_POST(self) -> None:
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["message"]
        lineups = message.get("lineups", [])
        reply: dict[str, Any] = {"turn": message["turn"]}
        if lineups:
            reply["choices"] = [
                {"id": each["id"], "fake": 1 if each["texts"][0][:1].isupper() else 0} for each in lineups
            ]
        how = self.plan.get(lineups[0]["id"], "") if lineups else ""
        try:
            self._answer(how, reply)
        except OSError:  # the game has hung up, as it should
            self.close_connection = True

    def _answer(self, how: str, reply: dict[str, Any]) -> None:
        match how:
            case "not json":
                self._say(200, b"<html>")
            case "deep":
                self._say(200, b'{"turn": 1, "more": ' + b"[" * 100_000 + b"}")
            case "other turn":
                self._say(200, json.dumps({**reply, "turn": reply["turn"] - 1}).encode())
            case "too few":
                self._say(200, json.dumps({**reply, "choices": []}).encode())
            case "error":
                self._say(503, b"later")
            case "elsewhere":
                self._say(302, b"", ("Location", "/status"))
            case "flood":
                self.send_response(200)
                self.end_headers()
                while True:
                    self.wfile.write(b"x" * 2**20)
            case "slow head":
                self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
                while True:
                    self.wfile.write(b"x")
                    time.sleep(0.05)
            case "slow body":
                self.send_response(200)
                self.end_headers()
                while True:
                    self.wfile.write(b" ")
                    time.sleep(0.05)
            case _:
                self._say(200, json.dumps(reply).encode())

    def _say(self, code: int, content: bytes, *headers: tuple[str, str]) -> None:
        self.send_response(code)
        for name, value in (*headers, ("Content-Length", str(len(content)))):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)


def test_servers_that_misbehave_lose_the_round_and_no_more(tmp_path: Path) -> None:
    plan = {
        "1": ("not json", "garbled"),
        "3": ("deep", "garbled"),
        "5": ("other turn", "garbled"),
        "7": ("too few", "garbled"),
        "9": ("error", "refused"),
        "11": ("elsewhere", "refused"),
        "13": ("flood", "flooded"),
        "15": ("slow head", "late"),
        "17": ("slow body", "late"),
    }
    handler = type("Planned", (Odd,), {"plan": {n: how for n, (how, _) in plan.items()}})
    begin = time.monotonic()
    with listening(handler) as address:
        rules = make_rules(tmp_path, rounds=19, time_limit=3.0, chooser={"name": address})
        figures, rounds = played(rules, tmp_path / "game")
    assert time.monotonic() - begin < 40
    found = {each.id: each.missing["chooser"] for each in rounds if each.missing}
    assert found == {n: why for n, (_, why) in plan.items()}
    assert all(each.point for each in rounds if not each.missing)
    assert figures["late"]["chooser"] == len(plan)
