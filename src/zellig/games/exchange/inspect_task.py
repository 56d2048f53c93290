"""Pairs as a task of Inspect: a folder with a task file that `inspect eval` runs.

A model is asked as `openai:` asks it, and its replies are read by the same code.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

import msgspec

from zellig.files import indented
from zellig.games.exchange.asked import PASSING, AskedItems
from zellig.systems.openai import prompt, spellings_of

TASK_FILE, REPLIES = "pairs.py", "reading_replies.py"

_DATA = files("zellig.games.exchange") / "data"


def inspect_files(asked: AskedItems) -> Iterator[tuple[str, bytes]]:
    """The files of the folder by their paths in it."""
    yield TASK_FILE, (_DATA / "inspect_pairs.py").read_bytes()
    yield "items.jsonl", b"".join(_lines(asked))
    yield "spellings.json", indented(spellings_of(asked.task, asked.labels)._asdict()).encode()
    yield PASSING, (_DATA / PASSING).read_bytes()
    yield REPLIES, (files("zellig.systems") / REPLIES).read_bytes()


def _lines(asked: AskedItems) -> Iterator[bytes]:
    for each in asked.items:
        sample = {
            "id": each.id,
            "input": prompt(asked.task, asked.labels, each.item),
            "target": each.item.accepted,
            "metadata": {"pairs": each.pairs},
        }
        yield msgspec.json.encode(sample) + b"\n"
