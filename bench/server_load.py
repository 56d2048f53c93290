"""Measure a contest server under load: people who judge and upload, on PostgreSQL and on SQLite.

    PYTHONPATH=tests python bench/server_load.py [--seconds 120]

200 people are signed in, and have their first questions. Each says a verdict every 3 seconds and uploads 50
pairs every 30; as the page of a judge does, they ask for more questions, and for how far the judging is, when
few are left. A time runs from the moment at which a request is due. Afterwards everything that was
acknowledged has to be in the database, and every upload has to have been checked: else it ends with 1.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import math
import random
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import numpy as np
from sqlalchemy import select

from contest_server import Person, Running, Setting, Spent, lines, running
from databases import databases
from zellig.games.contest.rules import Quotas
from zellig.items import Item, Pair
from zellig.server.submissions import ENDED, submissions_of
from zellig.store.database import open_database
from zellig.store.database.migrating import migrate
from zellig.store.database.tables.contests import SUBMISSIONS
from zellig.store.database.tables.judging import VERDICTS

PEOPLE = 200
EVERY = {"verdict": 3.0, "upload": 30.0}  # seconds
PAIRS = 50  # of an upload
FEW = 5  # questions, with which a judge asks for more
BROUGHT = 10, 1000  # teams, and the pairs of each, about which judges are asked
TRAINING, STARTER, DEV = 5000, 500, 100  # items of the organiser
WANTED = {"postgresql": 200, "sqlite": 500}  # milliseconds of a verdict, p99
PATIENCE = 60  # seconds for an answer
SETTLED = 120  # seconds that the checks may take when nobody brings anything any more
JUDGED, BROKEN = "judged", "broken"  # the two contests

_PRAISE = ("lovely", "brilliant", "charming", "funny", "wonderful", "gripping", "fresh", "clever")
_BLAME = ("awful", "clumsy", "boring", "dull", "sloppy", "lifeless", "stale", "silly")
_NOUNS = ("actor", "baker", "camera", "dancer", "editor", "farmer", "guitar", "hunter", "island", "jacket")


def sentence(number: int, kind: str) -> Item:
    """One of as many sentences as are wanted, no two of them alike."""
    draw = random.Random(f"{kind} {number}")
    words = [draw.choice(_NOUNS) + str(draw.randrange(1000)) for _ in range(8)]
    text = f"The {' and the '.join(words[:4])} made a {draw.choice(_PRAISE)} {' of '.join(words[4:])}."
    return Item(f"{kind}-{number}", {"text": text}, ("+1",))


def pairs_of(author: str, number: int, size: int, originals: list[Item]) -> list[Pair]:
    """So many pairs: a word of praise turned into one of blame."""
    draw = random.Random(f"{author} {number}")
    found = []
    for original in draw.sample(originals, size):
        name = f"{author}-{number}-{original.id}"
        text = original.fields["text"]
        for praise in _PRAISE:
            text = text.replace(f" {praise} ", f" {draw.choice(_BLAME)} ")
        found.append(Pair(name, original, Item(f"{name}-m", {"text": text}, ("-1",)), "flip", "words"))
    return found


def furnish(where: Path | str) -> list[Person]:
    """Two contests: one in which everybody judges, and one in which everybody breaks."""
    starter = [sentence(number, "starter") for number in range(STARTER)]
    database = open_database(where)
    migrate(database)
    with database.writing() as connection:
        made = Setting(connection)
        made.contest(JUDGED, ("break", "judge"), quotas=Quotas(pairs=BROUGHT[1]))
        dev = [sentence(number, "dev") for number in range(DEV)]
        made.brings(JUDGED, made.organiser, "dev", lines(Item, dev))
        for number in range(BROUGHT[0]):
            team = f"Team {number}"
            breaker = made.person(f"Breaker {number}")
            made.joins(JUDGED, breaker, "breaker", team)
            originals = [sentence(each, team) for each in range(BROUGHT[1])]
            made.brings(JUDGED, breaker, "pairs", lines(Pair, pairs_of(team, 0, BROUGHT[1], originals)))
        made.contest(BROKEN, ("break",), quotas=Quotas(uploads=1000))
        training = [sentence(number, "training") for number in range(TRAINING)]
        made.brings(BROKEN, made.organiser, "starter", lines(Item, starter))
        made.brings(BROKEN, made.organiser, "training", lines(Item, training))
        people = []
        for number in range(PEOPLE):
            person = made.person(f"Person {number}")
            made.joins(JUDGED, person, "judge")
            made.joins(BROKEN, person, "breaker", f"Team of person {number}")
            people.append(person)
    database.close()
    return people


class Used(NamedTuple):
    """Seconds: of the load, and of processor time of what is measured, and of this process."""

    wall: float
    spent: Spent
    own: float


@dataclass
class Load:
    """What everybody sends, and what came of it."""

    seconds: float
    taken: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))  # milliseconds
    errors: list[str] = field(default_factory=list)
    said: list[tuple[str, str]] = field(default_factory=list)  # account and question
    brought: dict[str, str] = field(default_factory=dict)  # submission and hash

    async def repeat(
        self, every: float, first: float, act: Callable[[int, float], Coroutine[None, None, None]]
    ) -> None:
        """Do something again and again, whether or not what was done before has been answered."""
        begun = time.perf_counter() + first
        waiting: list[asyncio.Task[None]] = []
        for number in range(math.ceil((self.seconds - first) / every)):
            due = begun + number * every
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            waiting.append(asyncio.create_task(act(number, due)))
        await asyncio.gather(*waiting)


class Player:
    """One person at a browser, who judges and brings pairs."""

    def __init__(self, load: Load, address: str, person: Person, number: int, starter: list[Item]) -> None:
        self.load, self.name = load, f"p{number}"
        self.account = person.account.id
        self.client = httpx.AsyncClient(
            base_url=f"{address}/api/v1",
            headers=person.headers,
            timeout=PATIENCE,
            limits=httpx.Limits(keepalive_expiry=4),  # before the server lets go of the connection
            verify=False,  # it is plain HTTP
            trust_env=False,
        )
        brings = range(math.ceil(load.seconds / EVERY["upload"]))  # written beforehand, while nobody waits
        self.pairs = [lines(Pair, pairs_of(self.name, each, PAIRS, starter)) for each in brings]
        self.questions: list[str] = []
        self.answered: set[str] = set()
        self.asking: asyncio.Task[None] | None = None

    async def play(self) -> None:
        draw = random.Random(self.name)
        await asyncio.gather(
            self.load.repeat(EVERY["verdict"], draw.uniform(0, EVERY["verdict"]), self.say),
            self.load.repeat(EVERY["upload"], draw.uniform(0, EVERY["upload"]), self.bring),
        )
        if self.asking:
            await self.asking

    async def ask(self) -> None:
        path = f"/contests/{JUDGED}"
        found = await self.send("questions", time.perf_counter(), "POST", f"{path}/questions")
        await self.send("progress", time.perf_counter(), "GET", f"{path}/progress")
        given = [each["question"] for each in found or ()]
        self.questions = [each for each in given if each not in self.answered]

    async def say(self, number: int, due: float) -> None:
        if not self.questions:
            self.load.errors.append("verdict: there was no question left")
            return
        question = self.questions.pop(0)
        self.answered.add(question)
        if len(self.questions) < FEW and (self.asking is None or self.asking.done()):
            self.asking = asyncio.create_task(self.ask())
        path = f"/contests/{JUDGED}/questions/{question}/verdicts"
        verdict = {"answer": "-1", "grammatical": True, "natural": True}
        if await self.send("verdict", due, "POST", path, json=verdict) is not None:
            self.load.said.append((self.account, question))

    async def bring(self, number: int, due: float) -> None:
        content = self.pairs[number]
        path = f"/contests/{BROKEN}/submissions?kind=pairs&filename=pairs.jsonl"
        found = await self.send("upload", due, "POST", path, content=content)
        if found is not None:
            self.load.brought[found["submission"]] = hashlib.sha256(content).hexdigest()

    async def send(self, what: str, due: float, method: str, path: str, **body: Any) -> Any:
        """The answer to a request; None if there was none, or a refusal."""
        try:
            reply = await self.client.request(method, path, **body)
        except httpx.HTTPError as error:
            self.load.errors.append(f"{what}: {error!r}")
            return None
        self.load.taken[what].append(1000 * (time.perf_counter() - due))
        if not reply.is_success:
            self.load.errors.append(f"{what}: {reply.status_code} {reply.text[:200]}")
            return None
        return reply.json() if reply.content else ""


async def begin(served: Running, people: list[Person], load: Load) -> list[Player]:
    """Everybody gets their first questions, one after the other; some have answered more of them so far."""
    starter = [sentence(number, "starter") for number in range(STARTER)]
    players = [Player(load, served.address, *each, starter) for each in zip(people, count())]
    for player in players:
        await player.ask()
        del player.questions[: random.Random(player.name).randrange(len(player.questions) - FEW)]
    load.taken.clear()
    return players


async def drive(served: Running, people: list[Person], seconds: float) -> tuple[Load, Used]:
    """Everybody at once; what they did, and what it took."""
    load = Load(seconds)
    players = await begin(served, people, load)
    start, cpu, own = time.perf_counter(), served.spent(), time.process_time()
    await asyncio.gather(*(player.play() for player in players))
    used = Used(time.perf_counter() - start, served.spent().since(cpu), time.process_time() - own)
    for player in players:
        await player.client.aclose()
    return load, used


def settle(where: Path | str) -> float:
    """Wait until every upload has ended; the seconds that it took."""
    start = time.monotonic()
    database = open_database(where)
    try:
        while True:
            with database.reading() as connection:
                waiting = [each for each in submissions_of(connection, BROKEN) if each.state not in ENDED]
            if not waiting or time.monotonic() > start + SETTLED:
                return time.monotonic() - start
            time.sleep(0.5)
    finally:
        database.close()


def missing(where: Path | str, load: Load) -> list[str]:
    """What was acknowledged and is not there, or has not ended as it should."""
    database = open_database(where)
    with database.reading() as connection:
        said = {tuple(row) for row in connection.execute(select(VERDICTS.c.judge, VERDICTS.c.question))}
        kept = dict(connection.execute(select(SUBMISSIONS.c.id, SUBMISSIONS.c.sha256)).all())
        states = {each.id: (each.state, each.reason) for each in submissions_of(connection, BROKEN)}
    database.close()
    found = [
        f"verdict of {judge} on {question}" for judge, question in load.said if (judge, question) not in said
    ]
    found += [f"upload {name}" for name, digest in load.brought.items() if kept.get(name) != digest]
    found += [f"upload {name} is {states[name]}" for name in load.brought if states[name][0] != "accepted"]
    return found


def measure(kind: str, where: Path | str, data: Path, seconds: float) -> bool:
    """The table of one database; whether all is well."""
    people = furnish(where)
    with running(where, data) as served:
        load, used = asyncio.run(drive(served, people, seconds))
        settled = settle(where)
        megabytes = served.megabytes()
    lost = missing(where, load)
    requests = sum(map(len, load.taken.values()))
    print(f"\n{kind}: {requests:,} requests in {used.wall:.0f} s")
    print(f"{len(load.errors)} errors, {len(lost)} missing of what was acknowledged")
    print("| milliseconds | requests | p50 | p95 | p99 | most | wanted |\n|---|---|---|---|---|---|---|")
    for what in ("verdict", "upload", "questions", "progress"):
        if not (taken := load.taken[what]):
            continue
        shown = " | ".join(f"{value:.0f}" for value in np.percentile(taken, [50, 95, 99, 100]))
        wanted = f"p99 < {WANTED[kind]}" if what == "verdict" else ""
        print(f"| {what} | {len(taken):,} | {shown} | {wanted} |")
    busy = dict(
        zip(("server", "worker", "PostgreSQL", "what drives it"), (*used.spent, used.own), strict=True)
    )
    print("| processor time | of a core | ms a request |\n|---|---|---|")
    for who, each in busy.items():
        print(f"| {who} | {100 * each / used.wall:.0f} % | {1000 * each / requests:.2f} |")
    print(f"{megabytes:.0f} MB")
    print(f"{len(load.brought):,} uploads, the last one checked {settled:.1f} s after the end", flush=True)
    for problem in [*load.errors, *lost][:5]:
        print(f"  {problem}")
    return not load.errors and not lost


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--database", choices=list(WANTED), action="append", help="one of them alone")
    said = parser.parse_args()
    well = True
    with databases(lasting=True) as new:
        for kind in said.database or WANTED:
            data = new.folder / f"data-{kind}"
            data.mkdir()
            where = data / "zellig.sqlite" if kind == "sqlite" else new.new(kind)
            well &= measure(kind, where, data, said.seconds)
    sys.exit(not well)


if __name__ == "__main__":
    main()
