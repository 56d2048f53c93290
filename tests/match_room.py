"""A room for tests: short questions of our own about invented towns, and who plays them."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page

from quiz_world import TOWNS
from zellig.performers import Hearing, QuizPlayer, Said, Spec
from zellig.seats.serving import Application, Served, status_of

QUICK = {
    "name": "quick",
    "tossups": 20,
    "words_a_minute": 1000,
    "seconds_to_buzz": 1.5,
    "seconds_to_answer": 60.0,
    "seconds_after_prompt": 60.0,
    "seconds_between": 0.1,
}
LONG = " ".join(["Nobody who has been there can say when it was, or with whom, or what for."] * 8)


def tossup(town: str, before: str = "") -> dict[str, str]:
    """A question that is easy at its end, for who has read about these towns."""
    return {
        "question": f"{before} Name this town, which begins like {town[:4].lower()}er.".strip(),
        "answer": f'<b><u>{town}</u></b> [accept {town} Town; prompt on {town[:5]} by asking "which one?"]',
    }


def packet(towns: Sequence[str] = TOWNS, long: int = 0) -> dict[str, Any]:
    """A packet; the first `long` tossups take seconds to be read, so that somebody can be first."""
    return {"tossups": [tossup(town, LONG if at < long else "") for at, town in enumerate(towns)]}


class Remote:
    """A program from elsewhere: it buzzes at the end of some tossups, and knows their answers."""

    spec = Spec("remote", version="1")

    def __init__(self, knows: dict[str, str]) -> None:
        self.knows = knows
        self.told: list[Hearing] = []

    def play(self, hearings: Sequence[Hearing], seeds: Sequence[int]) -> list[Said]:
        self.told += hearings
        return [self._said(each) for each in hearings]

    def _said(self, heard: Hearing) -> Said:
        known = self.knows.get(heard.id)
        return Said(heard.id, known or "nothing", 0.9 if known else 0.0, bool(known) and heard.over)


class Viewer:
    """Somebody's browser, with everything that came over its connections."""

    def __init__(self, browser: Browser, address: str, cookies: dict[str, str], width: int = 1180) -> None:
        self.faults: list[str] = []
        self.told: list[dict[str, Any]] = []
        self.context: BrowserContext = browser.new_context(
            base_url=address, viewport={"width": width, "height": 844}, has_touch=width < 500
        )
        self.context.add_cookies([{"name": k, "value": v, "url": address} for k, v in cookies.items()])
        self.context.on("weberror", lambda error: self.faults.append(str(error.error)))
        self.page: Page = self.context.new_page()
        self.page.on("websocket", lambda line: line.on("framereceived", self._hear))

    def _hear(self, frame: str | bytes) -> None:
        self.told.append(json.loads(frame))


@contextmanager
def served_program(program: QuizPlayer) -> Iterator[str]:
    """The address of a program that is served here, over HTTP."""
    application = Application(Served(program, status_of(program, "player", "remote")))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = uvicorn.Server(uvicorn.Config(application, log_config=None, lifespan="off"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()
