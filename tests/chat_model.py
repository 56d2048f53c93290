"""A language model behind an OpenAI-compatible address on this machine, which says what it is told to."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class ChatModel(ThreadingHTTPServer):
    """Replies what `says` makes of the prompt."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.says: Callable[[str], Any] = lambda prompt: "+1"
        self.code = 200
        self.calls: list[dict[str, Any]] = []

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is part of the tests."""

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    @property
    def name(self) -> str:
        return f"openai:broth/soup-7b@{self.address}?task=sentiment"


class Handler(BaseHTTPRequestHandler):
    server: ChatModel

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.calls.append({"path": self.path, "key": self.headers["Authorization"], **body})
        said = self.server.says(body["messages"][-1]["content"])
        message = {"role": "assistant", "content": said}
        whole = {
            "id": "1",
            "object": "chat.completion",
            "created": 0,
            "model": body["model"],
            "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        }
        raw = json.dumps(said if isinstance(said, dict) else whole).encode()
        self.send_response(self.server.code)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def serving() -> Iterator[ChatModel]:
    """A model that can be asked until the end of the block."""
    with ChatModel() as made:
        threading.Thread(target=made.serve_forever, args=(0.01,), daemon=True).start()
        yield made
        made.shutdown()
