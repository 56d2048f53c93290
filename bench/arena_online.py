"""Measure a season of the arena through a server's path: planned in the database, a worker, rounds kept.

    python bench/arena_online.py [--season [SEED ...]]

Rounds a second with performers in the worker's process, and with a breaker and a chooser over HTTP on
loopback, in batches. `--season` plays whole seasons, in which some misbehave and two agree: their plan is in
`bench/online_season.py`.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from arena_night import SEASON, Capital, Reverser, Table, at_address, table
from contest_night import night
from online_season import whole_season
from zellig.server.arena.player import EntrantChecker, SeasonPlayer

TIMES = 3
ROUNDS = 4_000


@contextmanager
def spread() -> Iterator[Table]:
    """An arena on a SQLite file, in which nothing is open yet."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        place = Path(folder)
        with night(place / "bench.sqlite", place, private_endpoints=True) as served:
            yield table(served)


def rounds_a_second(breaker: str, chooser: str) -> float:
    """From the first look for work to the end of the season; trying out is not timed."""
    with spread() as found, ExitStack() as stack:
        found.open(rounds=ROUNDS, time_limit=5.0, people=0, tie_rule="coin")
        found.ours("curator", "uniform")
        for role, name, performer in (("breaker", breaker, Reverser()), ("chooser", chooser, Capital())):
            if name != "http":
                found.ours(role, name)
            else:
                address = stack.enter_context(at_address(performer, role))
                found.enter(found.organiser, role, performer.spec.name, address=address, batch=256)
        database = found.night.house.database
        checker, worker = EntrantChecker(database, inside=True), SeasonPlayer(database, inside=True)
        while checker.work():
            pass
        found.organiser.post(f"{SEASON}/close")
        begun = time.perf_counter()
        while worker.work():
            pass
        seconds = time.perf_counter() - begun
        season = found.organiser.get(SEASON)
        (game,) = found.organiser.all(f"{SEASON}/games")
        if season["state"] != "ended" or "withdrawn" in game["rounds"]["outcomes"]:
            raise SystemExit(f"the season was not played: {season}")
        return ROUNDS / seconds


def main() -> None:
    """Print the figures."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--season", type=int, nargs="*", metavar="SEED")
    seeds = asked.parse_args().season
    if seeds is not None:
        for seed in seeds or (1, 2, 3):
            with spread() as opened:
                whole_season(opened, seed)
        return
    print("| a season on the server | rounds | median of", TIMES, "|\n|---|---|---|")
    for words, breaker, chooser in (
        ("trivial performers in the worker's process", "copy", "random"),
        ("performers that work in the worker's process", "word-shuffle", "ngram"),
        ("breaker and chooser over HTTP on loopback, 256 rounds a message", "http", "http"),
    ):
        found = statistics.median(rounds_a_second(breaker, chooser) for _ in range(TIMES))
        print(f"| {words} | {ROUNDS:,} | {found:,.0f} rounds/s |", flush=True)


if __name__ == "__main__":
    main()
