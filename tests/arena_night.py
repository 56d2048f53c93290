"""A season of the arena for tests: a served house, performers of three kinds, and workers in threads."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import httpx
import msgspec
import uvicorn

from arena_performers import pair_of
from contest_night import Night, Person
from text_by_text import TextByText
from zellig.items import Item, Pair
from zellig.messages import Envelope, Status
from zellig.performers import Choice, Lineup, Spec
from zellig.seats.answering import answer
from zellig.seats.serving import Application, Served, status_of
from zellig.server.arena.player import EntrantChecker, SeasonPlayer

ARENA, SEASON = "/arenas/canteen", "/arenas/canteen/seasons/first"
GONE = timedelta(seconds=2)
THINGS = ("kettle", "ladder", "garden", "window", "bicycle", "lantern", "basket", "hammer")
PATIENCE = 60  # seconds for something to come about
TEXTS = "\n".join(
    f"The {first} stood beside the {second} when the guests came back at {hour} o'clock."
    for hour in range(5, 9)
    for first in THINGS
    for second in THINGS
    if first != second
)


class Reverser(TextByText):
    """A breaker that writes the words in the opposite order."""

    def __init__(self, name: str = "reverser") -> None:
        self.spec = Spec(name)

    def _made(self, item: Item, seed: int) -> list[Pair]:
        return [pair_of(item, " ".join(reversed(item.fields["text"].split())), "order")]


class Capital:
    """A chooser that takes the text which does not begin with *The* for the fake."""

    def __init__(self, name: str = "capital") -> None:
        self.spec = Spec(name)

    def choose(self, lineups: Sequence[Lineup], seeds: Sequence[int]) -> list[Choice]:
        rounds = zip(lineups, seeds, strict=True)
        return [Choice(each.id, 1 if self._fake(each.texts, seed) else 0) for each, seed in rounds]

    def _fake(self, texts: tuple[str, str], seed: int) -> int:
        first, second = (text.startswith("The ") for text in texts)
        return seed % 2 if first == second else int(first)


class Late(Capital):
    """A chooser that answers in its trial, and then takes its time."""

    def __init__(self, seconds: float) -> None:
        super().__init__("late")
        self._seconds, self._game = seconds, ""

    def start(self, game_id: str, seed: int) -> None:
        self._game = game_id

    def choose(self, lineups: Sequence[Lineup], seeds: Sequence[int]) -> list[Choice]:
        if self._game != "try-out":
            time.sleep(self._seconds)
        return super().choose(lineups, seeds)


class Own:
    """A curator with texts of its own."""

    spec = Spec("own")
    justification = "They have a colour in them."

    def select(self, rounds: Sequence[str], seeds: Sequence[int]) -> list[Item]:
        colours = ("red", "green", "yellow", "brown")
        return [
            Item(f"own-{n}", {"text": f"The {colours[seed % 4]} {THINGS[seed % 8]} was number {n}."})
            for n, seed in zip(rounds, seeds, strict=True)
        ]


@contextmanager
def at_address(performer: Any, role: str) -> Iterator[str]:
    """A performer that is served on loopback, in a thread."""
    import socket

    with socket.create_server(("127.0.0.1", 0)) as listener:
        app = Application(Served(performer, status_of(performer, role, "x")))  # type: ignore[arg-type]
        server = uvicorn.Server(uvicorn.Config(app, log_config=None, lifespan="off"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = server.force_exit = True
            thread.join(PATIENCE)


@dataclass
class Client:
    """A performer behind a firewall, in a thread; `spoil` changes its replies, and `last` is how many it
    gives before it is gone."""

    performer: Any
    role: str
    url: str
    token: str
    spoil: Callable[[Envelope, dict[str, Any]], dict[str, Any]] = lambda envelope, reply: reply
    last: int = 10**9
    ended: threading.Event = field(default_factory=threading.Event)

    def start(self) -> threading.Thread:
        thread = threading.Thread(target=self._run, daemon=True)
        thread.start()
        return thread

    def _run(self) -> None:
        headers = {"Authorization": f"Bearer {self.token}"}
        with httpx.Client(headers=headers, timeout=30, trust_env=False) as client:
            status = Status(self.performer.spec.name, role=self.role)  # type: ignore[arg-type]
            client.put(f"{self.url}/status", content=msgspec.json.encode(status)).raise_for_status()
            given = 0
            while not self.ended.is_set() and given < self.last:
                reply = client.get(f"{self.url}/next", params={"wait": 0.3})
                if reply.status_code == 409:
                    return
                if reply.json() is None:
                    continue
                envelope = msgspec.json.decode(reply.content, type=Envelope)
                said = msgspec.to_builtins(answer(self.performer, envelope))
                body = self.spoil(envelope, {"game": envelope.game, **said})
                client.post(f"{self.url}/reply", json=body)
                given += 1


@dataclass
class Table:
    """An arena with a season that is open."""

    night: Night
    organiser: Person
    texts: str

    def open(self, **rules: Any) -> None:
        given = {"season": "first", "texts": self.texts, "rounds": 6, "time_limit": 0.2, **rules}
        self.organiser.post(f"{ARENA}/seasons", given)

    def ours(self, role: str, name: str) -> str:
        body = {"role": role, "name": f"our {name}", "performer": name}
        found: str = self.organiser.post(f"{SEASON}/entrants", body)["entrant"]
        return found

    def enter(self, person: Person, role: str, name: str, **given: Any) -> dict[str, Any]:
        found: dict[str, Any] = person.post(f"{SEASON}/entrants", {"role": role, "name": name, **given})
        return found

    @contextmanager
    def working(self) -> Iterator[None]:
        """Somebody tries entrants out, and somebody plays."""
        house, stopped = self.night.house, threading.Event()
        runs = [each(house.database, inside=True, gone=GONE).run for each in (EntrantChecker, SeasonPlayer)]
        with ExitStack() as stack:
            for run in runs:
                thread = threading.Thread(target=run, args=(stopped,))
                thread.start()
                stack.callback(thread.join, PATIENCE)
            stack.callback(stopped.set)
            yield

    def check(self) -> None:
        """Try out all who wait for it."""
        checker = EntrantChecker(self.night.house.database, inside=True, gone=GONE)
        while checker.work():
            pass

    def play(self) -> None:
        """Play all that can be played now."""
        player = SeasonPlayer(self.night.house.database, inside=True, gone=GONE)
        while player.work():
            pass

    def until(self, so: Callable[[], bool], patience: float = PATIENCE) -> None:
        """Wait until something is so."""
        limit = time.monotonic() + patience
        while not so():
            assert time.monotonic() < limit, self.organiser.get(f"{SEASON}/entrants")
            time.sleep(0.05)


def table(night: Night) -> Table:
    """An arena with texts, and no season yet."""
    organiser = night.operator()
    organiser.post("/arenas", {"arena": "canteen", "title": "The canteen"})
    made = organiser.send("POST", f"{ARENA}/texts", params={"filename": "t.txt"}, content=TEXTS.encode())
    return Table(night, organiser, made.json()["texts"])


def player(night: Night, name: str, organiser: Person) -> tuple[Person, str]:
    """Somebody with an account, and a token for performers."""
    from zellig.server.accounts import make_account

    with night.house.database.writing() as connection:
        make_account(connection, night.clock(), name, "four words for nobody", operator=False)
    person = Person(httpx.Client(base_url=f"{night.address}/api/v1", timeout=60))
    night.people.append(person)
    reply = person.client.post("/session", json={"name": name, "password": "four words for nobody"})
    person.client.headers["x-csrf-token"] = reply.json()["csrf"]
    return person, person.post("/tokens", {"title": "x", "scope": "perform"})["secret"]
