"""Standard streams that are closed or take ASCII only: a sentence where something is lost, no traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from zellig.items import Item, write_records

ITEM = Item("1", {"text": "Crème brûlée \N{SHORTCAKE}."}, ("+1",))


@pytest.fixture
def words(tmp_path: Path) -> str:
    write_records(tmp_path / "menu.jsonl", Item, [ITEM], "sentiment")
    return f"{sys.executable} -m zellig corpora show items:{tmp_path / 'menu.jsonl'}"


def run(command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", "-c", command],
        env=os.environ | variables,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.parametrize(
    "variables",
    [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}],
    ids=str,
)
def test_what_ascii_does_not_have_is_escaped(words: str, variables: dict[str, str]) -> None:
    ended = run(words, **variables)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "Cr\\u00e8me" in ended.stdout
    as_json = run(f"{words} --format json", **variables)
    assert json.loads(as_json.stdout)["first"][0]["fields"] == ITEM.fields


@pytest.mark.parametrize("closed", [">&-", "<&- >&-"])
def test_a_result_that_nobody_can_see_is_an_error(words: str, closed: str) -> None:
    ended = run(f"{words} {closed}")
    assert ended.returncode == 1
    assert ended.stderr == "zellig: the output could not be written (Bad file descriptor)\n"


def test_without_a_standard_error_the_result_is_the_same(words: str) -> None:
    ended = run(f"{words} --format json 2>&-")
    assert ended.returncode == 0
    assert json.loads(ended.stdout)["items"] == 1
    assert run(f"{words}-not-there 2>&-").returncode == 1


def test_nothing_is_printed_into_a_file_that_got_the_number_of_a_closed_stream(
    words: str, tmp_path: Path
) -> None:
    path = tmp_path / "copy.jsonl"
    command = words.replace("corpora show", "corpora convert")
    run(f"{command} --to items --out {path} <&- >&- 2>&-")
    assert len(path.read_bytes().splitlines()) == 2


def test_a_file_that_the_system_refuses_is_named() -> None:
    ended = run(f"{sys.executable} -m zellig contest score {'x' * 300}")
    assert ended.returncode == 1
    (line,) = ended.stderr.splitlines()
    assert "x" * 300 in line
    assert "File name too long" in line
    assert "Check the path" in line
