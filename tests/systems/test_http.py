"""The HTTP adapter against a real server on this machine that behaves as badly as servers do."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from zellig import tries
from zellig.errors import ZelligError
from zellig.items import Item
from zellig.performers import capabilities
from zellig.systems import http, load_system
from zellig.systems.checking import check_system
from zellig.systems.loading import fingerprint, is_pinned

ITEMS = [Item(f"i{n}", {"text": f"The soup number {n}."}, ("+1",), {"secret": "gold"}) for n in range(10)]

Reply = tuple[int, dict[str, str], bytes]
JSON = {"Content-Type": "application/json"}


def answer(item: dict[str, Any]) -> dict[str, Any]:
    """What the good server says: the text comes back, so that a mix-up is seen."""
    return {"id": item["id"], "answer": item["fields"]["text"]}


def reply(value: Any, code: int = 200, **headers: str) -> Reply:
    return code, {**JSON, **headers}, json.dumps(value).encode()


def good(items: list[dict[str, Any]]) -> Reply:
    return reply({"predictions": [answer(item) for item in items]})


class Server(ThreadingHTTPServer):
    """Answers /act with the behaviours it was given, one for each call, and the last one for ever."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.status: Any = {"name": "kitchen", "version": "3"}
        self.acts: list[Callable[[list[dict[str, Any]]], Reply]] = [good]
        self.calls: list[dict[str, Any]] = []
        self.gone = threading.Event()  # lets slow answers end with the test

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is part of the tests."""


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        found = self.server.status
        self.send(found if isinstance(found, tuple) else reply(found))

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.calls.append({"path": self.path, "body": body, "headers": dict(self.headers)})
        acts = self.server.acts
        self.send((acts.pop(0) if len(acts) > 1 else acts[0])(body["items"]))

    def send(self, given: Reply) -> None:
        code, headers, body = given
        self.send_response(code)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(http, "FIRST_WAIT", 0.001)
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")  # must not be used for this machine
    with Server() as made:
        threading.Thread(target=made.serve_forever, args=(0.01,), daemon=True).start()
        yield made
        made.gone.set()
        made.shutdown()


def texts(server: Server, options: str = "") -> list[tuple[str, str | int]]:
    return [(each.id, each.answer) for each in load_system(server.url + options).predict(ITEMS)]


RIGHT = [(item.id, item.fields["text"]) for item in ITEMS]


def test_answers_in_batches(server: Server) -> None:
    server.status = {"name": "kitchen", "version": "3", "task": "sentiment", "labels": ["-1"], "max_batch": 4}
    assert texts(server) == RIGHT
    assert [len(call["body"]["items"]) for call in server.calls] == [4, 4, 2]
    assert texts(server, "/?batch=3&timeout=5&tries=2") == RIGHT
    assert [len(call["body"]["items"]) for call in server.calls[3:]] == [3, 3, 3, 1]
    assert {call["path"] for call in server.calls} == {"/act"}


def test_a_server_says_whether_it_gives_probabilities(server: Server) -> None:
    assert capabilities(load_system(server.url)) == frozenset()
    server.status = {"name": "kitchen", "probabilities": True}
    assert capabilities(load_system(server.url)) == {"probabilities"}


def test_gold_answers_are_never_sent(server: Server) -> None:
    texts(server)
    assert server.calls[0]["body"]["items"][0] == {"id": "i0", "fields": ITEMS[0].fields}


def test_spec_and_fingerprint(server: Server) -> None:
    def now() -> tuple[str, str]:
        system = load_system(server.url)
        return f"{system.spec.name} {system.spec.version}", fingerprint(server.url, system)

    first = now()
    assert first[0] == "kitchen 3"
    assert now() == first
    server.status = {"name": "kitchen", "version": "4"}
    assert now()[1] != first[1]
    server.status = {"name": "kitchen"}
    assert now()[1] != first[1]


def test_only_a_server_with_a_version_is_known_for_good(server: Server) -> None:
    assert is_pinned(server.url, load_system(server.url))
    for unsaid in ({}, {"version": None}, {"version": ""}):
        server.status = {"name": "kitchen", **unsaid}
        assert not is_pinned(server.url, load_system(server.url))


def test_probabilities_and_out_of_order(server: Server) -> None:
    def backwards(items: list[dict[str, Any]]) -> Reply:
        found = [answer(item) | {"probabilities": {"+1": 0.25, "-1": 0.75}} for item in items]
        return reply({"predictions": found[::-1]})

    server.acts = [backwards]
    assert texts(server, "?batch=4") == RIGHT
    assert load_system(server.url).predict(ITEMS[:1])[0].probabilities == {"+1": 0.25, "-1": 0.75}


def test_one_id_with_two_texts_is_not_mixed_up(server: Server) -> None:
    items = [Item("same", {"text": "one"}), Item("same", {"text": "two"}), Item("other", {"text": "three"})]
    assert [each.answer for each in load_system(server.url).predict(items)] == ["one", "two", "three"]


def hang_up(items: list[dict[str, Any]]) -> Reply:
    raise ConnectionAbortedError


def short(items: list[dict[str, Any]]) -> Reply:
    code, headers, body = good(items)
    return code, headers | {"Content-Length": str(len(body) + 10)}, body


@pytest.mark.parametrize(
    "fault",
    [
        lambda items: reply({"error": "busy"}, 503),
        lambda items: reply({}, 429, **{"Retry-After": "0"}),
        lambda items: reply({}, 429, **{"Retry-After": "Thu, 01 Jan 2015 00:00:00 GMT"}),
        lambda items: reply({}, 500, **{"Retry-After": "soon"}),
        hang_up,
        short,
    ],
)
def test_faults_that_pass(server: Server, fault: Callable[[list[dict[str, Any]]], Reply]) -> None:
    server.acts = [fault, fault, good, fault, good]
    assert texts(server, "?batch=5") == RIGHT
    assert len(server.calls) == 5


def test_faults_that_stay(server: Server) -> None:
    server.acts = [lambda items: reply({"error": "the stove is cold"}, 503)]
    with pytest.raises(ZelligError, match=r"503 .*stove is cold.* 'i0' and 9 more; tries: 3") as caught:
        texts(server, "?tries=3")
    assert caught.value.path == f"{server.url}/act"
    assert len(server.calls) == 3


def test_a_long_retry_after_is_cut(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tries, "LONGEST_WAIT", 0.01)
    server.acts = [lambda items: reply({}, 429, **{"Retry-After": "86400"}), good]
    assert texts(server) == RIGHT


def test_slow_then_fast(server: Server) -> None:
    def slow(items: list[dict[str, Any]]) -> Reply:
        server.gone.wait(30)
        return good(items)

    server.acts = [slow, good]
    assert texts(server, "?timeout=2&tries=2") == RIGHT
    server.acts = [slow]
    started = time.monotonic()
    with pytest.raises(ZelligError, match=r"no whole reply came within 0\.3 s .*'i0'.*tries: 2"):
        texts(server, "?timeout=0.3&tries=2")
    assert time.monotonic() - started < 10


def test_the_time_limit_is_for_the_whole_call() -> None:
    """A server that sends a byte now and then, for ever, is late all the same."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        done = threading.Event()

        def drip() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n")
                while not done.wait(0.03):
                    try:
                        connection.sendall(b" ")
                    except OSError:
                        return

        thread = threading.Thread(target=drip, daemon=True)
        thread.start()
        with pytest.raises(ZelligError, match=r"no whole reply came within 0\.2 s"):
            load_system(f"http://127.0.0.1:{listener.getsockname()[1]}?timeout=0.2&tries=1")
        done.set()
        thread.join()


def predictions(*rows: Any) -> Callable[[list[dict[str, Any]]], Reply]:
    return lambda items: reply({"predictions": list(rows)})


def changed(place: int, **values: Any) -> Callable[[list[dict[str, Any]]], Reply]:
    def act(items: list[dict[str, Any]]) -> Reply:
        found = [answer(item) for item in items]
        found[place] |= values
        return reply({"predictions": found})

    return act


@pytest.mark.parametrize(
    ("act", "what"),
    [
        (changed(3, id="i4"), "answered the item 'i4' twice"),
        (changed(3, id="i99"), "the item 'i99', which it was not asked about"),
        (lambda items: good(items[:-1]), "did not answer the item 'i9'"),
        (lambda items: good(items[1:-1]), "did not answer the item 'i0' and 1 more of the 10"),
        (predictions(), "did not answer the item 'i0'"),
        (changed(3, answer=None), "for the item 'i3' is not a prediction"),
        (changed(3, answer=["+1"]), "for the item 'i3' is not a prediction"),
        (changed(3, id=7), "not a prediction"),
        (changed(3, probabilities=[0.5, 0.5]), "for the item 'i3' is not a prediction"),
        (changed(3, probabilities={"+1": -0.5}), "probability of '\\+1' for the item 'i3' is -0.5"),
        (predictions("soup"), "not a prediction"),
        (lambda items: reply([]), "not what was expected.*'i0'|'i0'.*not what was expected"),
        (lambda items: reply({"prediction": []}), "not what was expected"),
        (lambda items: (200, JSON, b"{soup"), "not what was expected.*soup"),
        (lambda items: (200, JSON, b"[" * 10**6), "not what was expected"),
        (lambda items: (200, JSON, b'{"predictions": [' + b"[" * 10**6), "not what was expected"),
        (lambda items: (200, JSON, b'{"x": ' + b'{"x": ' * 10**6), "not what was expected"),
        (lambda items: (200, JSON, b""), "not what was expected"),
        (lambda items: (200, JSON, b"\xff\xfe"), "not what was expected"),
        (
            lambda items: (200, {"Content-Type": "text/html"}, b"<p>Soup"),
            "'text/html' and not JSON.*'i0'.*Soup",
        ),
        (lambda items: (200, {}, b"{}"), "no stated type"),
        (lambda items: (200, JSON | {"Content-Encoding": "gzip"}, b"soup"), "cannot be read.*'i0'"),
        (lambda items: reply({}, 404), "replied 404 .*'i0'"),
        (lambda items: reply({}, 302, Location="/elsewhere"), "replied 302"),
    ],
)
def test_each_fault_is_named_and_not_tried_again(
    server: Server, act: Callable[[list[dict[str, Any]]], Reply], what: str
) -> None:
    server.acts = [act]
    with pytest.raises(ZelligError, match=what) as caught:
        texts(server)
    assert caught.value.path == f"{server.url}/act"
    assert caught.value.remedy
    assert len(server.calls) == 1


def test_a_huge_reply_is_cut_off(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "LARGEST_REPLY", 2**20)
    server.acts = [lambda items: (200, JSON, b" " * (8 * 2**20))]
    with pytest.raises(ZelligError, match=r"larger than 1 MB .*'i0'"):
        texts(server)


@pytest.mark.parametrize(
    ("status", "what"),
    [
        ({}, "name"),
        ({"name": "a/b"}, "cannot be the name of a folder"),
        ({"name": ".."}, "cannot be the name of a folder"),
        ({"name": ""}, "cannot be the name of a folder"),
        ({"name": "kitchen", "max_batch": 0}, "max_batch is 0"),
        ({"name": "kitchen", "max_batch": "many"}, "max_batch"),
        ([], "not what was expected"),
        (reply({}, 404), "404"),
    ],
)
def test_a_status_that_is_none(server: Server, status: Any, what: str) -> None:
    server.status = status
    with pytest.raises(ZelligError, match=what) as caught:
        load_system(server.url)
    assert caught.value.path == f"{server.url}/status"


def test_nobody_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "FIRST_WAIT", 0.001)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    with pytest.raises(ZelligError, match=r"connection failed \(ConnectError.*tries: 2"):
        load_system(f"http://127.0.0.1:{port}?tries=2")


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("http://127.0.0.1:1?tries=0", "tries='0'"),
        ("http://127.0.0.1:1?timeout=soon", "timeout='soon'"),
        ("http://127.0.0.1:1?timeout=nan", "timeout='nan'"),
        ("http://127.0.0.1:1?timeout=-1", "timeout='-1'"),
        ("http://127.0.0.1:1?batch=", "batch=''"),
        ("http://127.0.0.1:1?colour=red", "'colour' is not an option"),
        ("http://cook:soup@127.0.0.1:1", "with a user and a password"),
        ("http://", "is not an address"),
        ("http:", "is not an address"),
        ("http://127.0.0.1:port", "is not an address"),
        ("http://127.0.0.1:65536", "65536 is not a port"),
        ("http://127.0.0.1:0", "0 is not a port"),
        ("http://cook:soup@127.0.0.1:65536", "with a user and a password"),
        ("http://xn--/", "is not an address"),
        ("http://xn--a/", "is not an address"),
        (f"http://{'a' * 64}.example", "is not an address"),
        (f"http://{'a.' * 130}example", "is not an address"),
        ("http://two words/", "is not an address"),
        ("http://tab\t/", "is not an address"),
        ("http://[::1", "is not an address"),
        ("http://[::g]/", "is not an address"),
        ("http://../", "is not an address"),
        ("http://half \udcff/", "is not an address"),
        ("openai:cook@http://127.0.0.1:65536?task=sentiment", "65536 is not a port"),
        ("openai:cook@http://xn--/?task=sentiment", "is not an address"),
    ],
)
def test_addresses_that_are_none(name: str, what: str) -> None:
    with pytest.raises(ZelligError, match=what) as caught:
        load_system(name)
    assert "soup" not in str(caught.value)


def test_inside_a_running_event_loop(server: Server) -> None:
    async def notebook() -> list[tuple[str, str | int]]:
        return texts(server)

    assert asyncio.run(notebook()) == RIGHT


def test_odd_texts_arrive_as_they_are(server: Server) -> None:
    odd = ["", "x" * 100_000, "🍞👩‍👩‍👧", "הלחם", "a\u2028b\tc\nd\x01"]
    items = [Item(str(n), {"text": text}) for n, text in enumerate(odd)]
    assert [each.answer for each in load_system(server.url).predict(items)] == odd


def test_a_server_of_another_task_is_found_out(server: Server) -> None:
    server.status = {"name": "kitchen", "task": "nli", "labels": ["tasty"]}
    wrong = [each.what for each in check_system(server.url, "sentiment") if not each.good]
    assert wrong == ["its task", "its labels", "answers are answers of the task"]


def test_a_good_server_passes_the_check(server: Server) -> None:
    server.status = {"name": "kitchen", "task": "sentiment", "labels": ["0"], "max_batch": 2}
    server.acts = [lambda items: reply({"predictions": [answer(item) | {"answer": 0} for item in items]})]
    assert [each for each in check_system(server.url) if not each.good] == []


@pytest.mark.parametrize(
    "address", ["http://[::1]:8000", "http://bücher.example", "http://a_b.example.:80/v1"]
)
def test_addresses_that_look_odd_and_are_right(address: str) -> None:
    assert http.split_address(f"{address}/", ()) == (address, {})


@pytest.mark.parametrize("key", ["pfeffer-ü", "pepper\n42"])
def test_a_key_that_no_header_takes_is_refused(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZELLIG_HTTP_KEY", key)
    with pytest.raises(ZelligError, match="ZELLIG_HTTP_KEY") as caught:
        load_system("http://127.0.0.1:1")
    assert key not in str(caught.value)


def test_a_key_of_the_environment_goes_along_and_is_not_shown(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZELLIG_HTTP_KEY", "pepper-42")
    assert texts(server) == RIGHT
    assert server.calls[0]["headers"]["Authorization"] == "Bearer pepper-42"
    server.acts = [lambda items: reply({"wrong": "pepper-42"}, 403)]
    with pytest.raises(ZelligError, match="403") as caught:
        texts(server)
    assert "pepper-42" not in str(caught.value)
    assert "Authorization" not in http.line_to("http://kitchen.invalid", {}, 1.0, http.KEY).headers
