"""A person at the terminal makes the fakes."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
from zellig.breakers.fakes.person import make
from zellig.items import Item
from zellig.tasks.is_fake import IS_FAKE
items = [Item("a", {"text": "It is late."}, ("+1",), {"year": 1950}), Item("b", {"text": "It is early."})]
for pairs in make(IS_FAKE).break_items(items, [1, 2], None):
    print([pair.modified.fields["text"] for pair in pairs])
"""


def played(typed: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", PROGRAM], input=typed, capture_output=True, text=True, check=False
    )


def test_a_line_is_a_fake_and_an_empty_one_is_none() -> None:
    done = played("  It are late. \n\n")
    assert done.stdout.splitlines() == ["['It are late.']", "[]"]
    for shown in ("It is late.", "answer: +1", "year: 1950", "It is early."):
        assert shown in done.stderr


def test_the_same_text_is_none() -> None:
    assert played("It  is late.\nIt is  nearly.\n").stdout.splitlines() == ["[]", "['It is  nearly.']"]


def test_q_and_the_end_of_input_end_the_game() -> None:
    for typed in ("One more.\nq\n", "One more.\n", ""):
        done = played(typed)
        assert (done.returncode, done.stdout) == (1, "")
        assert "LeftError: the person at the terminal has left the game" in done.stderr
