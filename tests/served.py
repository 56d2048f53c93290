"""`zellig perform` as users run it, and other servers, for the tests of what is behind an address."""

from __future__ import annotations

import http.client
import http.server
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena_performers import TESTS

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
    path = os.pathsep.join(filter(None, [str(TESTS), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "PYTHONPATH": path, "ZELLIG_HTTP_KEY": TOKEN}
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


def since_start(acts: list[str]) -> list[str]:
    last = max(number for number, act in enumerate(acts) if act.startswith("start"))
    return acts[last + 1 :]
