"""Parts of long work: made once, kept, taken up again."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest

from zellig.errors import ZelligError
from zellig.store.parts import PARTS, clear_parts, in_parts, missing_parts
from zellig.store.run import Run

NAMES = ["a", "b", "c"]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return Run(tmp_path / "run", {"game": "parts"}).begin()


def made(*values: int) -> Generator[int]:
    yield from values


def test_a_part_that_is_there_is_not_made_again(run: Run) -> None:
    first = in_parts(run, NAMES, int, made(1, 2, 3))
    assert [next(first), next(first)] == [1, 2]
    first.close()
    assert missing_parts(run, NAMES) == {"c"}
    assert list(in_parts(run, NAMES, int, made(30))) == [1, 2, 30]
    assert missing_parts(run, NAMES) == set()


def test_a_gap_is_filled(run: Run) -> None:
    assert list(in_parts(run, NAMES, int, made(1, 2, 3))) == [1, 2, 3]
    (run / PARTS / "b.json").unlink()
    assert list(in_parts(run, NAMES, int, made(20))) == [1, 20, 3]


def test_whoever_works_is_let_go_when_nobody_wants_more(run: Run) -> None:
    working = made(1, 2, 3)
    taken = in_parts(run, NAMES, int, working)
    next(taken)
    taken.close()
    assert list(working) == []


def test_a_part_that_cannot_be_read_is_named(run: Run) -> None:
    list(in_parts(run, NAMES, int, made(1, 2, 3)))
    (run / PARTS / "b.json").write_text("{")
    with pytest.raises(ZelligError, match="a part of a run") as refused:
        list(in_parts(run, NAMES, int, made()))
    assert str(refused.value.path).endswith("b.json")
    assert refused.value.remedy == "Delete it, and run again."


def test_nothing_is_left(run: Run) -> None:
    list(in_parts(run, NAMES, int, made(1, 2, 3)))
    clear_parts(run)
    clear_parts(run)
    assert not (run / PARTS).exists()
