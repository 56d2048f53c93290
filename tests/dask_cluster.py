"""A Dask cluster of processes of its own, as a user would run it: a scheduler, and workers for it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

THREADS = (1, 1)  # of each worker


class Cluster:
    """The processes of a cluster, below a folder of their own."""

    def __init__(self, folder: Path, threads: tuple[int, ...] = THREADS) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder, self._threads = folder, threads
        self._file = folder / "scheduler.json"
        self.processes: list[subprocess.Popen[bytes]] = []

    @property
    def engine(self) -> str:
        """What one says to use it."""
        address: str = msgspec.json.decode(self._file.read_bytes())["address"]
        return address.replace("tcp://", "dask://")

    def start(self, port: int = 0) -> None:
        """Start all of them, the scheduler at a port that was used before if one is given."""
        self._file.unlink(missing_ok=True)
        common = ("--scheduler-file", str(self._file), "--no-dashboard")
        self._run("dask_scheduler", "--host", "127.0.0.1", "--port", str(port), *common)
        until = time.monotonic() + 60
        while not (self._file.exists() and self._file.stat().st_size):
            if time.monotonic() > until:
                raise AssertionError((self._folder / "log").read_text(encoding="utf-8"))
            time.sleep(0.02)
        for threads in self._threads:
            limits = ("--nthreads", str(threads), "--memory-limit", "0", "--host", "127.0.0.1")
            self._run("dask_worker", *common, *limits, "--local-directory", str(self._folder))

    def kill(self) -> None:
        """Kill the scheduler, and let its workers go."""
        self.processes[0].kill()
        self.stop()

    def stop(self) -> None:
        """End all of them."""
        for process in self.processes:
            process.kill()  # what a worker has started ends with it
        for process in self.processes:
            process.wait(30)
        self.processes.clear()

    def _run(self, program: str, *words: str) -> None:
        # In a folder of its own: what a caller names by a path from where it stands is not there.
        with (self._folder / "log").open("ab") as log:
            self.processes.append(
                subprocess.Popen(
                    [sys.executable, "-m", f"distributed.cli.{program}", *words],
                    cwd=self._folder,
                    stdout=log,
                    stderr=log,
                    env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
                )
            )


@contextmanager
def cluster(folder: Path, threads: tuple[int, ...] = THREADS) -> Iterator[Cluster]:
    """A cluster that is ended, however the block ends."""
    found = Cluster(folder, threads)
    try:
        found.start()
        yield found
    finally:
        found.stop()
