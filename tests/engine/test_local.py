"""Work in worker processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from helpers import carriers, gone
from zellig.engine import apart
from zellig.errors import ZelligError
from zellig.server.problems import ConflictError

BUSY = """
import signal, sys, time
from pathlib import Path
from zellig.engine import open_engine

def work(name):
    Path(name).touch()
    until = time.monotonic() + 600
    while time.monotonic() < until:
        sum(range(1000))

def stop(number, frame):
    raise SystemExit

if __name__ == "__main__":
    signal.signal(signal.SIGTERM, stop)
    with open_engine(workers=2) as engine:
        list(engine.in_order(work, sys.argv[1:]))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="finds the workers in /proc")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_workers_end_with_their_parent_in_the_middle_of_a_chunk(number: int, tmp_path: Path) -> None:
    script, chunks = tmp_path / "busy.py", [tmp_path / "first", tmp_path / "second"]
    script.write_text(BUSY, encoding="utf-8")
    marker = str(tmp_path)
    parent = subprocess.Popen(
        [sys.executable, script, *chunks], env={**os.environ, "MARKER": marker}, stderr=subprocess.PIPE
    )
    until = time.monotonic() + 20
    while not all(chunk.exists() for chunk in chunks) and time.monotonic() < until:
        time.sleep(0.01)
    assert len(carriers(marker)) >= 3
    parent.send_signal(number)
    parent.wait(10)
    assert gone(lambda: carriers(marker), within=2)
    _, said = parent.communicate()
    assert not said or number == signal.SIGKILL  # of which Python's own helper complains


def _where(refused: str) -> int:
    if refused:
        raise ConflictError(refused, remedy="Try again.")
    return os.getpid()


def test_one_chunk_is_done_by_another_process_whose_refusals_come_through() -> None:
    assert apart(_where, "") != os.getpid()
    with pytest.raises(ZelligError) as found:
        apart(_where, "it is taken")
    assert isinstance(found.value, ConflictError)
    assert (found.value.what, found.value.remedy) == ("it is taken", "Try again.")
