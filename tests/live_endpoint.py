"""A system of a team behind an address on this machine, which can be made to behave badly."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Reply = tuple[int, dict[str, str], bytes]


def reply(value: Any, code: int = 200, **headers: str) -> Reply:
    """A reply of JSON."""
    return code, {"Content-Type": "application/json", **headers}, json.dumps(value).encode()


def positive(items: list[dict[str, Any]]) -> Reply:
    """What the good one says to everything."""
    return reply({"predictions": [{"id": item["id"], "answer": "+1"} for item in items]})


class LiveEndpoint(ThreadingHTTPServer):
    """Answers as it is told to: `acts` one after the other, and the last one for ever."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.lock = threading.Lock()
        self.reset()

    def reset(self) -> None:
        self.status: dict[str, Any] | Reply = {"name": "kettle", "version": "7", "task": "sentiment"}
        self.acts: list[Callable[[list[dict[str, Any]]], Reply]] = [positive]
        self.asked: list[list[dict[str, Any]]] = []  # the items of each request
        self.headers: list[dict[str, str]] = []  # of every request

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is part of the tests."""


class _Handler(BaseHTTPRequestHandler):
    server: LiveEndpoint

    def do_GET(self) -> None:
        self.server.headers.append(dict(self.headers))
        found = self.server.status if self.path == "/status" else reply({}, 404)
        self._send(found if isinstance(found, tuple) else reply(found))

    def do_POST(self) -> None:
        self.server.headers.append(dict(self.headers))
        items = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["items"]
        with self.server.lock:
            self.server.asked.append(items)
            acts = self.server.acts
            act = acts.pop(0) if len(acts) > 1 else acts[0]
        self._send(act(items))

    def _send(self, given: Reply) -> None:
        code, headers, body = given
        self.send_response(code)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words: object) -> None:
        pass


@contextmanager
def live_endpoint() -> Iterator[LiveEndpoint]:
    with LiveEndpoint() as made:
        thread = threading.Thread(target=made.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield made
        made.shutdown()
        thread.join()
