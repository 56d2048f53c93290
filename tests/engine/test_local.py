"""Work in worker processes."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from helpers import carriers, gone
from zellig.engine import apart, local, open_engine
from zellig.errors import ZelligError
from zellig.notices import Notice, hearing, note
from zellig.server.problems import ConflictError

PATIENCE = 60  # seconds, far fewer than a chunk takes
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
    until = time.monotonic() + PATIENCE
    while not all(chunk.exists() for chunk in chunks) and time.monotonic() < until:
        time.sleep(0.01)
    assert len(carriers(marker)) >= 3
    parent.send_signal(number)
    parent.wait(PATIENCE)
    assert gone(lambda: carriers(marker), within=PATIENCE)
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


def _told(number: int) -> int:
    note(f"{number % 2} is left")
    return number


def _ends_once(place: tuple[str, int]) -> int:
    """Ends its worker, and with it what the other one is at, the first time."""
    folder, number = place
    if number % 5 == 3 and not Path(folder, str(number)).exists():
        Path(folder, str(number)).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def _ends(number: int) -> int:
    if number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_results_come_in_order_with_what_was_said_and_few_chunks_are_under_way() -> None:
    heard: list[Notice] = []
    taken: list[int] = []
    with open_engine(workers=2) as engine, hearing(heard.append):
        results = engine.in_order(_told, (taken.append(n) or n for n in range(40)))  # type: ignore[func-returns-value]
        assert next(results) == 0
        assert len(taken) <= 7
        assert list(results) == list(range(1, 40))
        assert list(engine.in_order(_told, range(3))) == [0, 1, 2]
    assert [each.sentence for each in heard] == ["0 is left", "1 is left"]


def test_chunks_of_lost_workers_are_done_again_and_one_that_ends_workers_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local, "TRIES", 3)  # each costs a second
    chunks = [(str(tmp_path), number) for number in range(12)]
    with open_engine(workers=2) as engine:
        assert list(engine.in_order(_ends_once, chunks)) == list(range(12))
        assert len(list(tmp_path.iterdir())) == 2
        results = engine.in_order(_ends, range(5))
        assert [next(results), next(results)] == [0, 1]
        with pytest.raises(ZelligError, match="has ended 3 workers, one after the other"):
            next(results)
        assert list(engine.in_order(_told, range(3))) == [0, 1, 2]  # with workers of their own


def test_a_worker_that_is_lost_between_two_results_is_replaced(tmp_path: Path) -> None:
    others = set(multiprocessing.active_children())
    with local.local_workers(1) as engine:
        results = engine.in_order(_ends_once, [(str(tmp_path), number) for number in range(12)])
        assert next(results) == 0
        assert gone(lambda: set(multiprocessing.active_children()) - others, within=60)
        assert list(results) == list(range(1, 12))
