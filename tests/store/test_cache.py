"""The cache of answers: who finds what, many at once, a limit, and faults that cost no answer."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from zellig.errors import ZelligError
from zellig.items import Prediction
from zellig.store import cache as caching
from zellig.store.cache import Cache, clear, remove, shared_cache, summarise

ANSWERS = {
    f"{number:032x}": Prediction(f"i{number}", "+1", {"+1": 0.75, "-1": 0.25}) for number in range(300)
}
DISHES = list(ANSWERS)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "answers.sqlite"


def put(
    path: Path, run: str = "monday", system: str = "cook", answers: dict[str, Prediction] = ANSWERS
) -> None:
    cache = Cache(path, run)
    cache.add(system, answers)
    cache.close()
    assert cache.fault == ""


def found(path: Path, run: str, system: str = "cook", *, fresh: bool = False) -> tuple[int, int]:
    """How many of the answers a run finds, and how many of these it owes to others."""
    cache = Cache(path, run, fresh=fresh)
    number = len(cache.find(system, DISHES, Prediction))
    cache.close()
    assert cache.fault == ""
    return number, cache.earlier


# -- who finds what


def test_answers_come_back_as_they_were(path: Path) -> None:
    put(path)
    cache = Cache(path, "monday")
    assert cache.find("cook", [*DISHES, "soup"], Prediction) == ANSWERS
    assert cache.find("waiter", DISHES, Prediction) == {}
    cache.close()


def test_it_counts_what_came_from_earlier_runs(path: Path) -> None:
    put(path, "monday", answers=dict(list(ANSWERS.items())[:100]))
    put(path, "tuesday", answers=dict(list(ANSWERS.items())[100:120]))
    assert found(path, "tuesday") == (120, 100)
    assert found(path, "monday") == (120, 20)
    assert found(path, "friday") == (120, 120)


def test_a_fresh_run_finds_its_own_answers_alone_and_they_replace_the_others(path: Path) -> None:
    put(path, "monday")
    assert found(path, "tuesday", fresh=True) == (0, 0)
    cache = Cache(path, "tuesday", fresh=True)
    cache.add("cook", {DISHES[0]: Prediction("i0", "-1")})
    cache.close()
    assert found(path, "tuesday", fresh=True) == (1, 0)  # also when it is taken up again
    assert found(path, "monday") == (300, 1)
    cache = Cache(path, "friday")
    assert cache.find("cook", DISHES[:1], Prediction)[DISHES[0]].answer == "-1"
    cache.close()


# -- many at once


def test_several_threads_share_one(path: Path) -> None:
    cache = Cache(path, "monday")

    def work(number: int) -> bool:
        mine = {f"{number} {name}": each for name, each in ANSWERS.items()}
        for name, each in mine.items():
            cache.add("cook", {name: each})
        return cache.find("cook", list(mine), Prediction) == mine

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(work, range(4)))
    cache.close()
    assert cache.fault == ""
    assert summarise(path).answers == 4 * len(ANSWERS)


COOK = """
import sys
from pathlib import Path
from zellig.items import Prediction
from zellig.store.cache import Cache
folder, who = Path(sys.argv[1]), sys.argv[2]
print("ready", flush=True)
sys.stdin.readline()
for number in range(60):
    path = folder / f"{number // 3}.sqlite"  # so that all want to make a new file at about the same time
    cache = Cache(path, who, largest=20_000)
    cache.find("cook", [str(each) for each in range(100)], Prediction)
    cache.add("cook", {f"{who} {number} {each}": Prediction(str(each), "+1") for each in range(20)})
    cache.close()
    if cache.fault:
        sys.exit(cache.fault)
"""


def test_several_processes_make_and_fill_the_same_files_and_keep_them_small(tmp_path: Path) -> None:
    words = [sys.executable, "-c", COOK, str(tmp_path)]
    pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    cooks: list[Any] = [subprocess.Popen([*words, str(number)], **pipes, text=True) for number in range(4)]
    assert [cook.stdout.readline() for cook in cooks] == ["ready\n"] * 4
    for cook in cooks:
        cook.stdin.write("go\n")
        cook.stdin.flush()
    assert [cook.communicate()[1] for cook in cooks] == [""] * 4
    assert all(0 < summarise(tmp_path / f"{number}.sqlite").bytes <= 20_000 for number in range(20))


def test_a_new_file_that_another_process_is_making_is_waited_for(path: Path) -> None:
    with closing(sqlite3.connect(path, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        Timer(0.1, other.rollback).start()
        cache = Cache(path, "monday")
    assert cache.fault == ""
    cache.close()


# -- the limit


def test_above_the_limit_the_oldest_go(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caching, "PORTION", 10)
    largest = 200_000
    for week in range(12):
        cache = Cache(path, "monday", largest=largest)
        cache.add("cook", {f"{week:02} {name}": each for name, each in ANSWERS.items()})
        cache.close()
        assert summarise(path).bytes <= largest
        assert path.stat().st_size <= 1.5 * largest  # room that became free is used again
    kept = sorted(name for (name,) in rows(path, "SELECT item FROM answers"))
    everything = sorted(f"{week:02} {name}" for week in range(12) for name in ANSWERS)
    assert kept == everything[-len(kept) :]
    assert 300 < len(kept) < 3600


def test_an_answer_larger_than_the_limit_costs_all_and_ends(path: Path) -> None:
    cache = Cache(path, "monday", largest=20_000)
    cache.add("cook", {"soup": Prediction("soup", "hot " * 10_000)})
    cache.close()
    assert summarise(path).answers == 0


def rows(path: Path, query: str) -> list[tuple[str]]:
    with closing(sqlite3.connect(path)) as base:
        return base.execute(query).fetchall()


# -- looking at it, and clearing it


def test_a_summary(path: Path) -> None:
    put(path, system="cook")
    put(path, system="waiter", answers=dict(list(ANSWERS.items())[:10]))
    about = summarise(path)
    assert (about.path, about.answers, about.systems) == (str(path), 310, 2)
    assert about.oldest is not None
    assert about.newest is not None
    assert 1_600_000_000 < about.oldest <= about.newest
    assert 310 * 50 < about.bytes < about.largest


def test_what_is_not_there_is_empty_and_is_not_made(path: Path) -> None:
    assert (summarise(path).answers, summarise(path).oldest, clear(path)) == (0, None, 0)
    assert not path.exists()


def test_it_is_cleared_while_another_run_uses_it(path: Path) -> None:
    cache = Cache(path, "monday")
    cache.add("cook", ANSWERS)
    assert clear(path) == 300
    assert cache.find("cook", DISHES, Prediction) == {}
    cache.add("cook", ANSWERS)
    cache.close()
    assert cache.fault == ""
    assert clear(path) == 300
    assert path.stat().st_size < 20_000
    assert summarise(path).answers == 0


@pytest.mark.parametrize("call", [summarise, clear])
def test_its_owner_is_told_of_a_file_that_is_none(path: Path, call: Callable[[Path], object]) -> None:
    for spoil in (_garbage, _of_another_program, _folder):
        spoil(path)
        with pytest.raises(ZelligError, match="cannot be used") as caught:
            call(path)
        assert caught.value.path == str(path)
        if path.is_file():
            path.unlink()


@pytest.mark.parametrize("at", ["'tea'", "-1", "1e300", str(10**18)])
def test_times_that_are_none_are_told(path: Path, at: str) -> None:
    put(path)
    with closing(sqlite3.connect(path)) as base, base:
        base.execute(f"UPDATE answers SET at = {at}")
    with pytest.raises(ZelligError, match="cannot be used"):
        summarise(path)
    assert clear(path) == len(ANSWERS)


def test_it_is_removed_with_what_lies_beside_it(path: Path) -> None:
    cache = Cache(path, "monday")
    cache.add("cook", ANSWERS)
    assert len(list(path.parent.iterdir())) == 3
    remove(path)
    assert list(path.parent.iterdir()) == []
    remove(path)
    cache.close()


def test_the_shared_one_is_in_the_cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZELLIG_CACHE", str(tmp_path))
    assert shared_cache().parent == tmp_path


# -- faults


def _garbage(path: Path) -> None:
    path.write_bytes(b"tea" * 1000)


def _cut_off(path: Path) -> None:
    put(path)
    path.write_bytes(path.read_bytes()[:9000])


def _folder(path: Path) -> None:
    path.mkdir()


def _of_another_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as base:
        base.execute("CREATE TABLE recipes (name TEXT)")


def _with_other_columns(path: Path) -> None:
    with closing(sqlite3.connect(path)) as base:
        base.execute("CREATE TABLE answers (system TEXT, item TEXT, prediction BLOB)")


def _with_rows(raw: object) -> Callable[[Path], None]:
    def spoil(path: Path) -> None:
        put(path)
        with closing(sqlite3.connect(path)) as base, base:
            base.execute("UPDATE answers SET answer = ?", [raw])

    return spoil


BROKEN = {
    "garbage": _garbage,
    "cut off": _cut_off,
    "a folder": _folder,
    "another program's": _of_another_program,
    "other columns": _with_other_columns,
    "rows that are no JSON": _with_rows(b"\xff{"),
    "rows nested deep": _with_rows(b"[" * 5000),
    "rows of numbers": _with_rows(10**12),
    "empty rows": _with_rows(None),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_one_that_cannot_be_used_is_told_of_and_left_alone(path: Path, kind: str) -> None:
    BROKEN[kind](path)
    before = None if path.is_dir() else path.read_bytes()
    cache = Cache(path, "monday")
    assert cache.find("cook", DISHES, Prediction) == {}
    cache.add("cook", ANSWERS)
    assert cache.find("cook", DISHES, Prediction) == {}
    cache.close()
    assert str(path) in cache.fault
    assert "not used" in cache.fault
    assert before is None or path.read_bytes() == before


def test_a_folder_that_cannot_be_made_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("tea")
    assert "not used" in Cache(tmp_path / "file" / "answers.sqlite", "monday").fault


def test_one_that_is_locked_for_long_is_given_up(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caching, "PATIENCE", 0.05)
    cache = Cache(path, "monday")
    with closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN EXCLUSIVE")
        cache.add("cook", ANSWERS)
        assert "locked" in cache.fault
        other.rollback()
    cache.add("cook", ANSWERS)
    assert cache.find("cook", DISHES, Prediction) == {}  # it stays given up
    assert Cache(path, "monday").fault == ""


def test_a_full_disk_is_a_fault(path: Path) -> None:
    cache = Cache(path, "monday")
    assert cache._base is not None
    cache._base.execute("PRAGMA max_page_count = 2")  # what SQLite says then is what a full disk says
    cache.add("cook", ANSWERS)
    assert "full" in cache.fault
