"""A server and a worker that are killed at random moments under load, and what must be true afterwards.

`python -m killing --kills 100` does it on both databases (`make proof`); a test does it a few times.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import signal
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import select

from contest_night import PASSWORD, whole
from databases import KINDS, databases
from helpers import sentiment_pair
from own_server import PATIENCE, OwnServer, Process, place
from small_contest import records
from zellig.items import Pair
from zellig.server.leasing import TRIES
from zellig.server.submissions import ENDED
from zellig.store.database import open_database
from zellig.store.database.tables.contests import STATES, SUBMISSIONS
from zellig.systems.http import tls

C = "/contests/killed"
LOADERS = 3


@dataclass
class Loader:
    """A team that uploads without end; what is not acknowledged it sends again, with the same key."""

    client: httpx.Client
    name: str
    stopped: threading.Event
    acknowledged: dict[str, tuple[str, str, bool]] = field(default_factory=dict)  # by key
    faults: list[str] = field(default_factory=list)

    def run(self) -> None:
        number = 0
        while not self.stopped.is_set():
            number += 1
            good = number % 4 > 0
            pairs = [sentiment_pair(f"{self.name}-{number}-{each}") for each in range(20)]
            body = b"".join(records(Pair, pairs)) if good else f"no pairs {self.name} {number}".encode()
            key = f"{self.name}-{number}"
            submission = self._send_in_parts(key, body) if number % 3 == 0 else self._send(key, body)
            self.acknowledged[key] = (submission, hashlib.sha256(body).hexdigest(), good)
            self.stopped.wait(0.2)  # about as fast as one worker can be

    def _send(self, key: str, body: bytes) -> str:
        query = {"kind": "pairs", "filename": "pairs.jsonl"}
        headers = {"Idempotency-Key": key}
        reply = self._until("POST", f"{C}/submissions", params=query, content=body, headers=headers)
        return str(reply["submission"])

    def _send_in_parts(self, key: str, body: bytes) -> str:
        """In three parts; each is sent until it is acknowledged, and then is there for good."""
        about = {"kind": "pairs", "filename": "pairs.jsonl", "bytes": len(body)}
        path, size = f"{C}/uploads/{key}", -(-len(body) // 3)
        self._until("PUT", path, json={**about, "sha256": hashlib.sha256(body).hexdigest()})
        for start in range(0, len(body), size):
            there = self._until("GET", path)["received"]
            if there != start:
                self.faults.append(f"{there} bytes of {start} are there")
            self._until("PATCH", path, params={"offset": start}, content=body[start : start + size])
        return str(self._until("POST", f"{path}/submission")["submission"])

    def _until(self, method: str, path: str, **given: Any) -> Any:
        """What is answered at last."""
        while True:
            try:
                reply = self.client.request(method, path, **given)
            except httpx.TransportError:
                time.sleep(0.05)
                continue
            if reply.is_success:
                return reply.json()
            self.faults.append(f"{reply.status_code} {reply.text}")
            time.sleep(0.05)


class Ordeal:
    """A server, a worker, teams that upload, and somebody who kills."""

    def __init__(self, where: Path | str, data: Path, seed: int) -> None:
        self.where, self.random = where, random.Random(seed)
        data.mkdir()
        self.server = OwnServer(where, data, "--no-worker")
        self.worker = Process(["worker", *place(where, data)], data / "worker.log")
        self.stopped = threading.Event()
        self.loaders: list[Loader] = []

    def client(self, **options: Any) -> httpx.Client:
        return httpx.Client(
            base_url=f"{self.server.address}/api/v1", timeout=PATIENCE, verify=tls(), **options
        )

    def start(self) -> None:
        """Both come up at once, on an empty database."""
        beside = threading.Thread(target=self.worker.start, args=("checks submissions",))
        beside.start()
        self.server.start("good once")
        beside.join()
        self._set_up(self.server.told.strip().rpartition("/")[2])

    def _account(self, name: str, link: str) -> httpx.Client:
        client = self.client()
        reply = client.post("/accounts", json={"name": name, "password": PASSWORD, "link": link})
        assert reply.status_code == 201, reply.text
        client.headers["x-csrf-token"] = reply.json()["csrf"]
        return client

    def _set_up(self, link: str) -> None:
        self.organiser = self._account("Olga", link)
        self._post("/contests", {"contest": "killed", "title": "Killed"})
        now = datetime.now(UTC)
        window = {"phase": "break", "opens": now.isoformat(), "closes": (now + timedelta(days=1)).isoformat()}
        rules = {"task": "sentiment", "timeline": [window], "quotas": {"uploads": 1_000_000}}
        assert self.organiser.put(f"{C}/rules", json=rules).is_success
        self._post(f"{C}/open", None)
        for number in range(LOADERS):
            team = self._post(f"{C}/teams", {"name": f"Team {number}"})["id"]
            link = self._post(f"{C}/invitations", {"roles": ["breaker"], "team": team})["link"]
            client = self._account(f"Breaker {number}", link)
            assert client.put(f"{C}/consent").is_success
            self.loaders.append(Loader(client, f"t{number}", self.stopped))

    def _post(self, path: str, body: object) -> Any:
        reply = self.organiser.post(path, json=body)
        assert reply.is_success, reply.text
        return reply.json()

    def play(self, kills: int) -> None:
        """Kill the one or the other under load; then let everything end."""
        threads = [threading.Thread(target=loader.run, daemon=True) for loader in self.loaders]
        for thread in threads:
            thread.start()
        for number in range(kills):
            time.sleep(self.random.uniform(0, 0.8))
            killed = (
                [self.server, self.worker] if number % 5 == 4 else [(self.server, self.worker)[number % 2]]
            )
            for process in killed:
                process.end(signal.SIGKILL)
            for process in killed:
                process.start("Zellig is at" if process is self.server else "checks submissions")
        self.stopped.set()
        for thread in threads:
            thread.join(PATIENCE)
            assert not thread.is_alive()
        self._settle()

    def _settle(self) -> None:
        """Every submission ends in its time; a lease of who was killed runs out first."""
        while left := [
            each for each in whole(self.organiser, f"{C}/submissions") if each["state"] not in ENDED
        ]:
            due = min(datetime.fromisoformat(each["due_at"]) for each in left)
            assert datetime.now(UTC) < due, "something has not ended"
            time.sleep(0.5)

    def check(self) -> Counter[str]:
        """Nothing acknowledged is lost or doubled, and everything has ended once, in time; how it ended."""
        faults = [fault for loader in self.loaders for fault in loader.faults]
        assert faults == [], faults[:3]
        shown = {each["id"]: each for each in whole(self.organiser, f"{C}/submissions")}
        database = open_database(self.where)
        with database.reading() as connection:
            rows = connection.execute(select(SUBMISSIONS)).mappings().all()
            states = connection.execute(select(STATES).order_by(STATES.c.number)).mappings().all()
        database.close()
        sent = {key: given for loader in self.loaders for key, given in loader.acknowledged.items()}
        assert Counter(row["key"] for row in rows) == Counter(sent.keys())
        for row in rows:
            submission, digest, good = sent[row["key"]]
            assert (row["id"], row["sha256"]) == (submission, digest)
            assert hashlib.sha256(row["content"]).hexdigest() == digest
            history = [each["state"] for each in states if each["submission"] == submission]
            checks = history.count("checking")
            end = history[-1]
            assert history == ["received", *["checking"] * checks, end], history
            # Only who was killed every time is a failure of the platform.
            assert end == ("accepted" if good else "rejected") or (end == "failed" and checks == TRIES)
            assert shown[submission]["state"] == end
            assert shown[submission]["reason"]
            assert shown[submission]["changed_at"] <= shown[submission]["due_at"]
        return Counter(each["state"] for each in shown.values())

    def stop(self) -> None:
        """An orderly end of what still runs."""
        for process in (self.server, self.worker):
            process.stop()
        for loader in self.loaders:
            loader.client.close()
        self.organiser.close()


def ordeal(where: Path | str, data: Path, kills: int, seed: int) -> Counter[str]:
    """Kill so many times; how the submissions ended."""
    played = Ordeal(where, data, seed)
    try:
        played.start()
        played.play(kills)
        return played.check()
    finally:
        played.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    said = parser.parse_args()
    with databases() as new:
        for kind in KINDS:
            start = time.monotonic()
            data = new.folder / f"data-{kind}"
            where = data / "zellig.sqlite" if kind == "sqlite" else new.new(kind)
            found = ordeal(where, data, said.kills, said.seed)
            took = time.monotonic() - start
            print(f"{kind}, seed {said.seed}: {said.kills} kills in {took:.0f} s, {dict(found)}", flush=True)


if __name__ == "__main__":
    main()
