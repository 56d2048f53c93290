"""Measure a season of the arena through a server's path: planned in the database, a worker, rounds kept.

    python bench/arena_online.py [--season]

Rounds a second with performers in the worker's process, and with a breaker and a chooser over HTTP on
loopback, in batches. `--season` plays 20,048 rounds with twelve performers of three kinds, three of whom
misbehave and two of whom agree, and tells what the ladder says of them.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from arena_night import ARENA, SEASON, Capital, Client, Late, Reverser, Table, at_address, player, table
from arena_performers import pair_of
from contest_night import night
from season_night import RARE, Reader, Swapper, write_sentences
from zellig.items import Item, Pair
from zellig.performers import Lineup, Which
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
        if season["state"] != "ended" or season["played"] != ROUNDS:
            raise SystemExit(f"the season was not played: {season}")
        return ROUNDS / seconds


def main() -> None:
    """Print the figures."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--season", action="store_true")
    if asked.parse_args().season:
        whole_season()
        return
    print("| a season on the server | rounds | median of", TIMES, "|\n|---|---|---|")
    for words, breaker, chooser in (
        ("trivial performers in the worker's process", "copy", "random"),
        ("performers that work in the worker's process", "word-shuffle", "ngram"),
        ("breaker and chooser over HTTP on loopback, 256 rounds a message", "http", "http"),
    ):
        found = statistics.median(rounds_a_second(breaker, chooser) for _ in range(TIMES))
        print(f"| {words} | {ROUNDS:,} | {found:,.0f} rounds/s |", flush=True)


class Signer(Swapper):
    """A breaker whose fakes have a word that ends as no other does."""

    def _one(self, item: Item, seed: int) -> Pair:
        words = item.fields["text"].split()
        words[4] = f"{random.Random(seed).choice(RARE)}x"
        return pair_of(item, " ".join(words), "swap")


class Partner(Reader):
    """A chooser that knows the sign, and else is the same program as another."""

    def _fake(self, lineup: Lineup, seed: int) -> Which:
        first, second = (any(word.endswith("x") for word in text.split()) for text in lineup.texts)
        if first != second:
            return 0 if first else 1
        return super()._fake(lineup, seed)


def whole_season() -> None:
    """20,048 rounds, twelve performers: in the worker's process, over HTTP, behind a firewall."""
    with spread() as found, ExitStack() as stack:
        with tempfile.TemporaryDirectory() as folder:
            write_sentences(Path(folder), 1_500)
            content = Path(folder, "sentences.jsonl").read_bytes()
        query = {"filename": "sentences.jsonl"}
        made = found.organiser.send("POST", f"{ARENA}/texts", params=query, content=content)
        texts = made.json()["texts"]
        found.open(texts=texts, rounds=716, time_limit=0.5, people=0, quarantine=600)
        ada, token = player(found.night, "Ada", found.organiser)
        for role, name in (("curator", "uniform"), ("breaker", "word-shuffle")):
            found.ours(role, name)

        def call(name: str, role: str, performer: Any) -> None:
            address = stack.enter_context(at_address(performer, role))
            found.enter(ada, role, name, address=address, batch=64)

        def join(name: str, role: str, performer: Any, **given: Any) -> None:
            url = found.enter(ada, role, name, batch=64)["join"]
            client = Client(performer, role, url, token, **given)
            client.start()
            stack.callback(client.ended.set)

        def garbage(envelope: Any, reply: dict[str, Any]) -> dict[str, Any]:
            return {**reply, "pairs": []} if envelope.game != "try-out" and "pairs" in reply else reply

        for place in (1, 4, 7):
            call(f"swap-{place}", "breaker", Swapper(label=f"swap-{place}", place=place))
        join("signer", "breaker", Signer(label="signer"))
        join("garbage", "breaker", Swapper(label="garbage", place=1), spoil=garbage)
        join("killed", "breaker", Swapper(label="killed", place=2), last=12)
        call("reader", "chooser", Reader(own="one"))
        call("sibling", "chooser", Reader(own="two"))
        join("partner", "chooser", Partner(own="one"))
        call("late", "chooser", Late(100.0))
        begun = time.perf_counter()
        with found.working():
            found.until(lambda: all(each["state"] != "waits" for each in ada.get(f"{SEASON}/entrants")), 600)
            found.organiser.post(f"{SEASON}/close")
            found.until(lambda: ada.get(SEASON)["state"] == "ended", 3600)
        tell(found, ada, time.perf_counter() - begun)


def tell(found: Table, ada: Any, seconds: float) -> None:
    """What became of the rounds, who is in quarantine, and who is accused."""
    games = ada.all(f"{SEASON}/games")
    outcomes: Counter[str] = sum((Counter(each["rounds"]["outcomes"]) for each in games), Counter())
    print(f"\n{len(games)} games, {outcomes.total():,} rounds in {seconds:.0f} s: {dict(outcomes)}")
    states = {each["entrant"]: each["state"] for each in ada.get(f"{SEASON}/entrants")}
    print(f"quarantined: {[name for name, state in states.items() if state == 'quarantined']}")
    tested = found.organiser.get(f"{SEASON}/ladder")["collusion"]
    known = [each for each in tested if not each.get("unknown")]
    accused = [(each["first"], each["second"], each["p"]) for each in known if each["accused"]]
    for each in tested:
        if (each["first"], each["second"]) == ("signer", "partner"):
            print(f"the pair that agreed: {each}")
    print(f"collusion: {len(tested)} pairs, {len(known)} of them could be tested, accused: {accused}")


if __name__ == "__main__":
    main()
