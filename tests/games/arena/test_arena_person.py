"""A person who plays at the terminal: sees the question and nothing over it, and what the rules allow."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from arena_performers import TESTS, write_corpus

RULES = """
rounds = 2
seed = 7
[corpus]
name = "{corpus}"
[curator]
name = "uniform"
isolated = false
[breaker]
name = "py:arena_performers:Reverser"
isolated = false
[chooser]
name = "person"
[schedule]
{schedule}
"""


def at_terminal(folder: Path, schedule: str) -> str:
    """All that a person sees who takes the second text for the fake, three times."""
    rules = folder / "arena.toml"
    rules.write_text(RULES.format(corpus=write_corpus(folder), schedule=schedule), encoding="utf-8")
    command = [sys.executable, "-m", "zellig", "arena", "run", str(rules), "--out", str(folder / "game")]
    ours, theirs = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": str(TESTS), "TERM": "xterm-256color", "COLUMNS": "100"}
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as child:
        os.close(theirs)
        os.write(ours, b"2\n" * 3)
        seen = b""
        try:
            while piece := os.read(ours, 4096):
                seen += piece
        except OSError:  # the other side is closed
            pass
        os.close(ours)
    assert child.returncode == 0, seen.decode()
    return seen.decode()


@pytest.mark.parametrize(
    ("schedule", "told"),
    [("opaque = 1", 0), ("transparent = 1", 1), ('transparent = 1\nscored = "transparent"', 3)],
)
def test_a_person_is_told_whether_they_were_right_where_the_rules_allow_it(
    schedule: str, told: int, tmp_path: Path
) -> None:
    seen = at_terminal(tmp_path, schedule)
    asked = seen.partition("S: how often")[0].rpartition("\x1b[3m")[0]  # before the title of the scores
    assert asked.count("Which one is the fake?") == 3
    assert asked.count("Right: the fake was 2.") + asked.count("Wrong: the fake was 1.") == told
    assert "\x1b" not in asked  # no bar is drawn, and nothing is taken back
