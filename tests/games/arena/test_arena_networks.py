"""Networks that are cut, and servers of others that misbehave."""

from __future__ import annotations

import http.client
import http.server
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from arena_performers import make_rules, played
from served import SCHEDULE, Server, listening, since_start
from zellig.games.arena.rounds import coin

pytestmark = pytest.mark.usefixtures("tests_on_the_path", "ended")


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
def network_to(server: Server, plan: dict[int, str]) -> Iterator[str]:
    handler = type("Planned", (Proxy,), {"network": Network(server, plan)})
    with listening(handler) as address:
        yield address


@pytest.mark.parametrize("pipeline", [False, True])
def test_a_network_that_is_cut_now_and_then_changes_nothing(
    pipeline: bool, served_chooser: Server, tmp_path: Path
) -> None:
    """Before a call is handed on, after it was, and in the middle of the reply."""
    modes = ["before", "after", "half"]
    plan = {n: modes[n // 2 % 3] for n in range(1, 40, 2)} | {8: "after"}
    with network_to(served_chooser, plan) as address:
        rules = make_rules(
            tmp_path, rounds=6, schedule=SCHEDULE, pipeline=pipeline, chooser={"name": address}
        )
        figures, rounds = played(rules, tmp_path / "game")
    assert figures.missing == {}
    assert [each.confidence for each in rounds] == [n / 1000 for n in range(12)]
    assert since_start(served_chooser.acts()) == [
        f"{what} {n}" for n in range(12) for what in ("choose", "observe")
    ]


def test_a_network_that_stays_cut_for_a_while_costs_one_round(served_chooser: Server, tmp_path: Path) -> None:
    """The performer did act, but its answer is lost; it is told everything again, and goes on."""
    before = len(served_chooser.acts())
    first = 1 + 2 * 3  # after `start` and three rounds
    with network_to(served_chooser, dict.fromkeys(range(first, first + 6), "after")) as address:
        rules = make_rules(tmp_path, rounds=2, schedule=SCHEDULE, chooser={"name": address})
        _, rounds = played(rules, tmp_path / "game")
    assert [each.n for each in rounds] == list(range(8))
    assert [each.missing for each in rounds] == [{}, {}, {}, {"chooser": "cut off"}, {}, {}, {}, {}]
    assert rounds[3].choice == coin(rules, 3)
    acts = served_chooser.acts()[before:]
    assert acts.count("choose 3") == 1
    assert [act for act in acts if act.startswith("choose")] == [f"choose {n}" for n in range(8)]
    assert [each.confidence for each in rounds if not each.missing] == [
        each.n / 1000 for each in rounds if not each.missing
    ]


def test_a_server_that_is_gone_for_good_does_not_keep_the_game_from_its_end(
    served_chooser: Server, tmp_path: Path
) -> None:
    with network_to(served_chooser, {4: "down"}) as address:
        rules = make_rules(tmp_path, rounds=12, time_limit=5.0, chooser={"name": address})
        figures, rounds = played(rules, tmp_path / "game")
    why = [each.missing.get("chooser") for each in rounds]
    assert why == [None] * 3 + ["cut off"] + ["crashed"] * 4 + ["gone"] * 4
    assert figures.late["chooser"] == 9
    assert all(each.choice == coin(rules, each.n) for each in rounds[3:])


class Odd(http.server.BaseHTTPRequestHandler):
    """Chooses well, but for some rounds it has a way of its own."""

    protocol_version = "HTTP/1.1"
    plan: dict[str, str]

    def log_message(self, format: str, *args: Any) -> None:
        """Be quiet."""

    def do_GET(self) -> None:
        self._say(200, json.dumps({"role": "chooser", "name": "odd"}).encode())

    def do_POST(self) -> None:
        envelope = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        lineups = envelope["message"].get("lineups", [])
        reply: dict[str, Any] = {"turn": envelope["turn"]}
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
    assert figures.late["chooser"] == len(plan)
