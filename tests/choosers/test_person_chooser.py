"""The chooser `person`: asked at a real terminal, until there is an answer."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

ASK = """
from zellig.errors import ZelligError
from zellig.performers import Lineup
from zellig.registry import lookup
lineups = [Lineup("a", ("It rained.", "Rained \\x1b[2Jit."), {"topic": "weather"}), Lineup("b", ("x", "y"))]
try:
    print([choice.fake for choice in lookup("choosers", "person")().choose(lineups, [1, 2])])
except ZelligError as error:
    print(error)
"""


def at_terminal(typed: str) -> str:
    """All that a person sees who types this."""
    ours, theirs = pty.openpty()
    with subprocess.Popen([sys.executable, "-c", ASK], stdin=theirs, stdout=theirs, stderr=theirs) as child:
        os.close(theirs)
        os.write(ours, typed.encode())
        seen = b""
        try:
            while piece := os.read(ours, 4096):
                seen += piece
        except OSError:  # the other side is closed
            pass
        os.close(ours)
    assert child.returncode == 0
    return seen.decode()


def test_two_rounds() -> None:
    seen = at_terminal("2\n1\n")
    assert "[1, 0]" in seen
    assert "topic: weather" in seen
    assert "1  It rained." in seen
    assert "2  Rained ␛[2Jit." in seen  # nothing that steers the terminal
    assert seen.count("Which one is the fake? (1, 2; q: the end)") == 2


def test_anything_else_is_asked_again() -> None:
    seen = at_terminal("both\n3\n\n2\n1\n")
    assert seen.count("Which one is the fake?") == 5
    assert "[1, 0]" in seen


def test_q_and_the_end_of_input_end_the_game() -> None:
    for typed in ("1\nq\n", "1\n\x04"):
        seen = at_terminal(typed)
        assert "the person at the terminal has left the game" in seen
        assert "Traceback" not in seen


def test_the_standard_output_is_the_games() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ASK], input="1\n1\n", capture_output=True, text=True, check=True
    )
    assert done.stdout == "[0, 0]\n"
    assert "Which one is the fake?" in done.stderr
