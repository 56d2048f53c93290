"""Measure a large board of a contest server: how long it is computed, and then served.

    PYTHONPATH=tests python bench/server_board.py

10 teams bring 10,000 pairs each, and 10 others answer them all: a million pairs that are judged. The scores
are computed as an organiser does it, over HTTP; meanwhile somebody judges in another contest there.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import httpx
import numpy as np

from contest_server import Person, Running, Setting, lines, running
from databases import KINDS, databases
from server_load import EVERY, JUDGED, PEOPLE, pairs_of, sentence
from zellig.games.contest.rules import Quotas, Role
from zellig.items import Item, Pair, Prediction
from zellig.server.contests import Standings
from zellig.server.gathering import blind_round, brought_pairs, rules_of
from zellig.store.database import open_database
from zellig.store.database.migrating import migrate

TEAMS, PAIRS, DEV = 10, 10_000, 500
LOOKS = 50
LARGE = "large"
SECONDS, MILLISECONDS = 10, 100  # in which it is computed, and then served


def furnish(where: Path | str, pairs: int) -> tuple[Person, Person]:
    """The large contest, ready to be scored, and one that is judged; the organiser and a judge."""
    database = open_database(where)
    migrate(database)
    with database.writing() as connection:
        made = Setting(connection)
        made.contest(LARGE, ("build", "break", "predict", "score"), quotas=Quotas(pairs=pairs, megabytes=50))
        builders, breakers = _teams(made, "builder"), _teams(made, "breaker")
        dev = [sentence(number, "dev") for number in range(DEV)]
        made.brings(LARGE, made.organiser, "dev", lines(Item, dev))
        for builder in builders:
            made.brings(LARGE, builder, "dev-predictions", _answers([item.id for item in dev], builder))
        for breaker in breakers:
            name = breaker.account.name
            originals = [sentence(number, name) for number in range(pairs)]
            made.brings(LARGE, breaker, "pairs", lines(Pair, pairs_of(name, 0, pairs, originals)))
        standing = Standings().of(connection, LARGE)
        asked = blind_round(brought_pairs(connection, LARGE, rules_of(standing), 1), standing, 1)
        for builder in builders:
            made.brings(LARGE, builder, "predictions", _answers([item.id for item in asked], builder))
        made.contest(JUDGED, ("break", "judge"))
        texts = [sentence(number, "judged") for number in range(1000)]
        made.brings(JUDGED, made.organiser, "to-judge", lines(Pair, pairs_of("judged", 0, 1000, texts)))
        judge = made.person("Judge")
        made.joins(JUDGED, judge, "judge")
    database.close()
    return made.organiser, judge


def _teams(made: Setting, role: Role) -> list[Person]:
    people = [made.person(f"{role} {number}") for number in range(TEAMS)]
    for person in people:
        made.joins(LARGE, person, role, f"Team of {person.account.name}")
    return people


def _answers(asked: list[str], builder: Person) -> bytes:
    """Right answers to some of the items, others for every system."""
    draw = np.random.default_rng(list(builder.account.name.encode())).random(len(asked))
    given = np.where(draw < 0.6, "+1", "-1").tolist()
    return lines(Prediction, list(map(Prediction, asked, given)))


def judge_until(served: Running, judge: Person, stopped: Event) -> list[float]:
    """Say verdicts at the pace of many judges; the milliseconds of each."""
    taken = []
    path = f"/contests/{JUDGED}/questions"
    with httpx.Client(base_url=f"{served.address}/api/v1", headers=judge.headers, timeout=60) as client:
        questions: list[str] = []
        while not stopped.wait(EVERY["verdict"] / PEOPLE):
            if not questions:
                questions = [each["question"] for each in client.post(path).json()]
            start = time.perf_counter()
            client.post(f"{path}/{questions.pop()}/verdicts", json={"answer": "-1"}).raise_for_status()
            taken.append(1000 * (time.perf_counter() - start))
    return taken


def looked(client: httpx.Client, path: str) -> list[float]:
    """The milliseconds of each look at something."""
    taken = []
    for _ in range(LOOKS):
        start = time.perf_counter()
        client.get(path).raise_for_status()
        taken.append(1000 * (time.perf_counter() - start))
    return taken


def measure(kind: str, where: Path | str, data: Path, pairs: int) -> None:
    """The table of one database."""
    organiser, judge = furnish(where, pairs)
    stopped = Event()
    with running(where, data) as served, ThreadPoolExecutor(1) as pool:
        with httpx.Client(base_url=served.address, headers=organiser.headers, timeout=600) as client:
            judging = pool.submit(judge_until, served, judge, stopped)
            start, cpu = time.perf_counter(), served.spent()
            try:
                client.post(f"/api/v1/contests/{LARGE}/scores").raise_for_status()
                seconds, used = time.perf_counter() - start, served.spent().since(cpu)
            finally:
                stopped.set()
            taken = {
                "verdicts meanwhile": judging.result(),
                "its page": looked(client, f"/contests/{LARGE}/board"),
                "the API": looked(client, f"/api/v1/contests/{LARGE}/boards"),
            }
        megabytes = served.megabytes()
    print(f"\n{kind}: a board of {TEAMS} x {TEAMS} x {pairs:,} pairs, {megabytes:.0f} MB")
    print(f"computed in {seconds:.1f} s (wanted: < {SECONDS}), {used.server:.1f} s of processor time")
    print("| milliseconds | requests | p50 | p99 | wanted |\n|---|---|---|---|---|")
    for what, found in taken.items():
        shown = " | ".join(f"{value:.0f}" for value in np.percentile(found, [50, 99]))
        wanted = "" if what.startswith("verdicts") else f"< {MILLISECONDS}"
        print(f"| {what} | {len(found):,} | {shown} | {wanted} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pairs", type=int, default=PAIRS, help="of each breaker")
    said = parser.parse_args()
    with databases(lasting=True) as new:
        for kind in KINDS:
            data = new.folder / f"board-{kind}"
            data.mkdir()
            where = data / "zellig.sqlite" if kind == "sqlite" else new.new(kind)
            measure(kind, where, data, said.pairs)


if __name__ == "__main__":
    main()
