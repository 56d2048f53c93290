"""A worker of the arena that is killed in the middle of a season, and one that takes the season up again."""

from __future__ import annotations

import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

from arena_night import SEASON, table
from arena_performers import TESTS
from contest_night import night

PATIENCE = 60  # seconds
KILLS = 2


def _worker(database: Path, minutes: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, str(TESTS / "arena_worker.py"), str(database), str(minutes)])


def _portions(database: Path) -> int:
    with closing(sqlite3.connect(database)) as line:
        found: int = line.execute("SELECT count(*) FROM round_portions").fetchone()[0]
        return found


def _transcripts(database: Path) -> list[bytes]:
    """The bytes of all transcripts, by their players."""
    games = "SELECT id, head FROM arena_games ORDER BY curator, breaker, chooser"
    portions = "SELECT content FROM round_portions WHERE game = ? ORDER BY first"
    with closing(sqlite3.connect(database)) as line:
        return [
            head + b"\n" + b"".join(content for (content,) in line.execute(portions, [game]))
            for game, head in line.execute(games).fetchall()
        ]


def test_a_season_whose_worker_was_killed_comes_to_the_same_bytes(tmp_path: Path) -> None:
    first, second = tmp_path / "first.sqlite", tmp_path / "second.sqlite"
    with night(first, tmp_path) as served:
        spread = table(served)
        spread.open(rounds=3000, time_limit=5.0, tie_rule="coin", canary={"share": 0.05}, people=0)
        for role, name in [("curator", "uniform"), ("breaker", "copy"), ("chooser", "random")]:
            spread.ours(role, name)
        spread.organiser.post(
            f"{SEASON}/entrants", {"role": "curator", "name": "another", "performer": "length"}
        )
        spread.check()
        spread.organiser.post(f"{SEASON}/close")
    with closing(sqlite3.connect(first)) as line:
        line.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    shutil.copy(first, second)
    for kill in range(KILLS):
        before, killed = _portions(second), _worker(second, kill)
        limit = time.monotonic() + PATIENCE
        while _portions(second) < before + 3 and killed.poll() is None:
            assert time.monotonic() < limit
            time.sleep(0.001)
        killed.send_signal(signal.SIGKILL)
        killed.wait()
    assert _portions(second) < 24  # there is something left to do
    for database in (first, second):
        assert _worker(database, KILLS + 1).wait(PATIENCE) == 0
    uninterrupted, taken_up = _transcripts(first), _transcripts(second)
    assert [each.count(b"\n") for each in uninterrupted] == [3001, 3001]
    assert uninterrupted == taken_up
    with closing(sqlite3.connect(second)) as line:
        assert line.execute("SELECT ended_at IS NOT NULL FROM arena_seasons").fetchone() == (1,)
