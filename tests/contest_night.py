"""A contest server for tests: real HTTP on loopback, a clock moved by hand, people who send requests."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from argon2 import PasswordHasher

from zellig.games.contest.rules import PHASES
from zellig.server import secrets
from zellig.server.app import make_app
from zellig.server.asker import Asker
from zellig.server.invitations import first_link
from zellig.server.settings import Settings
from zellig.server.state import House
from zellig.server.worker import Worker
from zellig.store.database import Database, open_database
from zellig.store.database.migrating import migrate
from zellig.systems.http import tls

START = datetime(2026, 3, 1, tzinfo=UTC)
DAY = timedelta(days=1)
QUICK = PasswordHasher(
    time_cost=1, memory_cost=8, parallelism=1
)  # what is slow on purpose is not what is tested
PASSWORD = "four words for nobody"


@dataclass
class Moved:
    """A clock that stands still until somebody moves it."""

    now: datetime = START

    def __call__(self) -> datetime:
        return self.now

    def to(self, phase: str, hours: float = 1) -> None:
        """So many hours after the beginning of a phase of the usual timeline."""
        self.now = START + PHASES.index(phase) * DAY + timedelta(hours=hours)


@dataclass
class Night:
    """A served house."""

    house: House
    clock: Moved
    address: str
    people: list[Person] = field(default_factory=list)

    def person(self, name: str, link: str | None = None, email: str | None = None) -> Person:
        """Somebody new with an account, made with an invitation."""
        made = self.nobody()
        body = {"name": name, "password": PASSWORD, "link": link, "email": email}
        reply = made.client.post("/accounts", json=body)
        assert reply.status_code == 201, reply.text
        made.client.headers["x-csrf-token"] = reply.json()["csrf"]
        return made

    def nobody(self) -> Person:
        """Somebody without an account."""
        made = Person(client_of(f"{self.address}/api/v1"))
        self.people.append(made)
        return made

    def operator(self, name: str = "Olga") -> Person:
        """The first one, who may begin contests."""
        with self.house.database.writing() as connection:
            link = first_link(connection, self.clock())
        return self.person(name, link)

    def work(self) -> None:
        """Let a worker check all that waits."""
        worker = Worker(self.house.database, self.clock)
        while worker.work():
            pass

    def asker(self) -> Asker:
        """One who asks endpoints."""
        house = self.house
        return Asker(house.database, self.clock, inside=house.settings.private_endpoints)

    def ask(self) -> None:
        """Let one try out and ask all endpoints that wait for it."""
        asker = self.asker()
        while asker.work():
            pass


@dataclass
class Person:
    """Somebody who sends requests; all must be answered well, unless a status is expected."""

    client: httpx.Client

    def send(self, method: str, path: str, *, status: int | None = None, **options: Any) -> httpx.Response:
        reply = self.client.request(method, path, **options)
        expected = reply.is_success if status is None else reply.status_code == status
        assert expected, f"{method} {path}: {reply.status_code} {reply.text[:1000]}"
        return reply

    def get(self, path: str, **options: Any) -> Any:
        return self.send("GET", path, **options).json()

    def all(self, path: str) -> list[Any]:
        """All parts of a list."""
        return whole(self.client, path)

    def post(self, path: str, body: object = None, **options: Any) -> Any:
        reply = self.send("POST", path, json=body, **options)
        return reply.json() if reply.content else None

    def put(self, path: str, body: object = None, **options: Any) -> Any:
        return self.send("PUT", path, json=body, **options).json()

    def upload(self, contest: str, kind: str, lines: Sequence[bytes], **options: Any) -> Any:
        """Upload record lines; the reply's JSON."""
        query = {"kind": kind, "filename": f"{kind}.jsonl"}
        path = f"/contests/{contest}/submissions"
        return self.send("POST", path, params=query, content=b"".join(lines), **options).json()


def client_of(address: str, **options: Any) -> httpx.Client:
    """One who sends requests to an address; all of them have read the certificates once."""
    return httpx.Client(base_url=address, timeout=60, verify=tls(), **options)


def whole(client: httpx.Client, path: str, limit: int = 500) -> list[Any]:
    """A list with all its parts, each of which says where the next one is."""
    reply = client.get(path, params={"limit": limit})
    found: list[Any] = reply.raise_for_status().json()
    while "next" in reply.links:
        reply = client.get(reply.links["next"]["url"].removeprefix("/api/v1"))
        found += reply.raise_for_status().json()
    return found


def timeline(start: datetime = START, phases: Sequence[str] = PHASES) -> list[dict[str, object]]:
    """A day for each phase; publication stays open."""
    return [
        {
            "phase": phase,
            "opens": (start + day * DAY).isoformat(),
            "closes": None if phase == "publish" else (start + (day + 1) * DAY).isoformat(),
        }
        for day, phase in enumerate(phases)
    ]


@contextmanager
def night(where: Path | str, data: Path, **settings: Any) -> Iterator[Night]:
    """Serve a house whose database is at a path or an address."""
    database = open_database(where)
    migrate(database)
    with serving(database, data, **settings) as served:
        yield served
    database.close()


@contextmanager
def serving(database: Database, data: Path, **settings: Any) -> Iterator[Night]:
    clock = Moved()
    secrets._hasher = lambda: QUICK  # type: ignore[assignment]
    with socket.create_server(("127.0.0.1", 0)) as listener:
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        house = House(Settings(data, address=address, **settings), database, clock)
        server = uvicorn.Server(uvicorn.Config(make_app(house), log_config=None))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        served = Night(house, clock, address)
        try:
            yield served
        finally:
            for person in served.people:
                person.client.close()
            server.should_exit = True
            thread.join()
