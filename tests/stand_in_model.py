"""A stand-in for a server of language models: it keeps to schemas, counts tokens, and misbehaves as told."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Body = dict[str, Any]
Fault = Callable[["Handler"], None]


class StandInModel(ThreadingHTTPServer):
    """Replies what `says` makes of the prompt: words, an object for a schema, or a whole reply."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.says: Callable[[str], Any] = lambda prompt: "+1"
        self.writes: Callable[[str], Body] | None = None  # where a schema is asked for; None: it has none
        self.code = 200
        self.counts = True  # tokens
        self.identity: Body = {"model": "broth/soup-7b"}  # what it says of itself
        self.refuses: tuple[str, ...] = ()  # fields of a question that it does not know
        self.faults: list[Fault] = []  # in place of the next replies
        self.calls: list[Body] = []

    @property
    def name(self) -> str:
        """As a user types it."""
        return f"openai:broth/soup-7b@{self.address}"

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    @property
    def prompts(self) -> list[str]:
        return [call["messages"][-1]["content"] for call in self.calls]

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is part of the tests."""


class Handler(BaseHTTPRequestHandler):
    server: StandInModel
    prompt: str

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        model, self.prompt = self.server, str(body["messages"][-1]["content"])
        model.calls.append({"path": self.path, "key": self.headers["Authorization"], **body})
        if model.faults:
            model.faults.pop(0)(self)
        elif unknown := [name for name in model.refuses if name in body]:
            self.reply({"error": f"unknown field {unknown[0]}"}, 422)
        else:
            self.reply(self._said(body), model.code)

    def _said(self, body: Body) -> Body:
        model = self.server
        if model.writes is not None and "response_format" in body:
            named = body["response_format"]["json_schema"]["schema"]["properties"]
            said: Any = json.dumps({"colour": "red"} if "colour" in named else model.writes(self.prompt))
        else:
            said = model.says(self.prompt)
        if isinstance(said, dict):
            return said
        return self.completion(said)

    def completion(self, said: str | None, finish: str = "stop", **message: Any) -> Body:
        """A whole reply; a word is a token."""
        choice = {
            "index": 0,
            "finish_reason": finish,
            "message": {"role": "assistant", "content": said, **message},
        }
        prompt = self.server.prompts[-1]
        read, written = len(prompt.split()), len((said or "").split())
        usage = {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}
        about = {"id": "1", "object": "chat.completion", "created": 0, **self.server.identity}
        return {**about, "choices": [choice], **({"usage": usage} if self.server.counts else {})}

    def reply(self, value: Any, code: int = 200, **headers: str) -> None:
        raw = value if isinstance(value, bytes) else json.dumps(value).encode()
        self.send_response(code)
        for name, each in {
            "Content-Type": "application/json",
            "Content-Length": str(len(raw)),
            **headers,
        }.items():
            self.send_header(name.replace("_", "-"), each)
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, format: str, *args: Any) -> None:
        pass


def busy(after: str = "0") -> Fault:
    """Too many questions; come again after so many seconds."""
    return lambda handler: handler.reply({"error": "slow down"}, 429, Retry_After=after)


def failing(handler: Handler) -> None:
    handler.reply({"error": "the kitchen burns"}, 500)


def cut_off(handler: Handler) -> None:
    """A reply that ends in its middle."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"choices": [{"mess')
    handler.close_connection = True


@contextmanager
def stand_in_model() -> Iterator[StandInModel]:
    with StandInModel() as made:
        threading.Thread(target=made.serve_forever, args=(0.01,), daemon=True).start()
        yield made
        made.shutdown()
