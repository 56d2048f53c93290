"""Zellig in processes of its own: started, killed and started again, by tests and benchmarks."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import httpx

from zellig.systems.http import tls

PATIENCE = 60  # seconds for a process to come up, and to end


@dataclass
class Process:
    """One of ours, which is killed and started again."""

    words: list[str]
    log: Path
    running: subprocess.Popen[str] | None = None
    told: str = ""  # all that it said when it was started first

    def start(self, until: str) -> None:
        """Come up: until it says something."""
        with self.log.open("a") as log:
            self.running = subprocess.Popen(
                [sys.executable, "-m", "zellig", *self.words],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                start_new_session=True,
            )
        assert self.running.stdout is not None
        for line in self.running.stdout:
            self.told += line
            if re.search(until, line):
                return
        raise AssertionError(f"it did not come up:\n{self.log.read_text()[-3000:]}")

    def end(self, number: signal.Signals) -> int:
        """Send it a signal, and wait for its end; what is killed has no processes left."""
        assert self.running is not None
        if number == signal.SIGKILL:
            os.killpg(self.running.pid, number)
        else:
            self.running.send_signal(number)
        code = self.running.wait(PATIENCE)
        if self.running.stdout:
            self.running.stdout.close()
        return code

    def stop(self) -> None:
        """An orderly end, if it still runs."""
        if self.running is not None and self.running.poll() is None:
            assert self.end(signal.SIGTERM) == 0, self.log.read_text()[-3000:]


class OwnServer(Process):
    """`zellig serve` on loopback."""

    def __init__(self, where: Path | str, data: Path, *words: str) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        serve = ["serve", "--port", str(self.port), *words, *place(where, data)]
        super().__init__(serve, data / f"server-{self.port}.log")

    def start(self, until: str = "Zellig is at") -> None:
        """Come up, and answer."""
        super().start(until)
        limit = time.monotonic() + PATIENCE
        while not self._answers():
            assert time.monotonic() < limit, self.log.read_text()[-3000:]
            time.sleep(0.02)

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.address}/ready", trust_env=False, verify=tls()).is_success
        except httpx.TransportError:
            return False


def place(where: Path | str, data: Path) -> list[str]:
    """How a command is told where the database is."""
    return ["--data", str(data)] + ([] if isinstance(where, Path) else ["--database", where])
