"""What ACE prints with `--tsdb-stdout`, taken apart; no process in sight.

An answer is one long line of `(:key . value)` and ends with empty lines. Only three keys matter. `:readings`
is not one of them: for an item without results ACE repeats the number of an earlier item.
"""

from __future__ import annotations

import re
from typing import NamedTuple

# Inside a string ACE escapes every quote, so `(:key . "` can only stand outside.
_FIELD = re.compile(r'\(:(surface|mrs|error) ?\. ?"((?:[^"\\]|\\.)*)"', re.DOTALL)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_RESULTS = b"(:results ."
_NOTE = b"NOTE:"  # `NOTE: tsdb run: ...` comes once a process, before the first answer

# What ACE calls an error, and what we call it: the first that fits.
_ERRORS = (("timeout", "time limit"), ("not in index", "unknown word"), ("", "ace error"))


class Answer(NamedTuple):
    """Results in ACE's order, best first; the reason says why there are none, or not all."""

    results: tuple[str, ...]
    reason: str = ""


def is_whole(output: bytes | bytearray, end: bytes) -> bool:
    """Whether an answer that ends with `end` has arrived."""
    return output.endswith(end) and _RESULTS in output


def is_left_over(output: bytes | bytearray) -> bool:
    """Whether there is more than notes and empty lines, although nothing was asked."""
    return any(line.strip() and not line.startswith(_NOTE) for line in output.split(b"\n"))


def read_answer(output: bytes, field: str) -> Answer:
    """The results in an answer: the field `mrs` of a parse, `surface` of a generation.

    Two answers where one was asked for are refused: nobody knows which is ours.
    """
    if output.count(_RESULTS) != 1:
        return Answer((), "out of step")
    answer = read_part(output, field)
    return answer if answer.results or answer.reason else Answer((), "no result")


def read_part(output: bytes, field: str) -> Answer:
    """The results that are complete in an answer that was cut off."""
    results, reason = [], ""
    # A broken character spoils its own result only.
    for key, value in _FIELD.findall(output.decode("utf-8", errors="replace")):
        text = _ESCAPED.sub(r"\1", value).strip()
        if key == "error":
            reason = next(ours for theirs, ours in _ERRORS if theirs in text)
        elif key == field and "\N{REPLACEMENT CHARACTER}" not in text:
            results.append(text)
    return Answer(tuple(results), reason)


def one_line(text: str) -> str:
    """A text as ACE wants it: a line break would make two questions of it."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
