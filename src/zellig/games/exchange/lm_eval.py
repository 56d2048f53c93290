"""Pairs as a task of lm-evaluation-harness: a folder for its `--include_path`.

A model is asked as `lm-zero-shot` asks SmolLM2: the same words after the same first token, and the
most probable label.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from string import Template

import msgspec

from zellig import __version__
from zellig.games.exchange.asked import PASSING, AskedItems
from zellig.systems.zero_shot_wording import wording

_DATA = files("zellig.games.exchange") / "data"


def lm_eval_files(asked: AskedItems, name: str) -> Iterator[tuple[str, bytes]]:
    """The files of the folder by their paths in it; the task goes by `name`."""
    about = {
        "pairs": f"{len({pair for each in asked.items for pair in each.pairs}):,}",
        "task": asked.task.name,
        "version": __version__,
        "name": name,
    }
    template = Template((_DATA / "lm_eval_task.yaml").read_text("utf-8"))
    yield f"{name}.yaml", template.substitute(about).encode()
    yield "items.jsonl", b"".join(_lines(asked))
    yield "items.py", (_DATA / "lm_eval_items.py").read_bytes()
    yield PASSING, (_DATA / PASSING).read_bytes()


def name_in(folder: Path) -> str:
    """What the task in a folder is called; all tasks that are included have names of their own."""
    plain = re.sub("[^a-z0-9]+", "_", folder.absolute().name.lower()).strip("_")
    return f"zellig_{plain or 'pairs'}"


def _lines(asked: AskedItems) -> Iterator[bytes]:
    put = wording(asked.task, asked.labels)
    for each in asked.items:
        right = each.item.accepted
        doc = {
            "id": each.id,
            "text": put.text(each.item),
            "choices": put.words,
            "labels": asked.labels,
            "gold": next(place for place, label in enumerate(asked.labels) if label in right),
            "accepted": right,
            "pairs": each.pairs,
        }
        yield msgspec.json.encode(doc) + b"\n"
