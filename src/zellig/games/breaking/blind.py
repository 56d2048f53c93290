"""Both sides of every pair without their answers, for somebody who answers elsewhere.

An item goes by the hash of its fields, and the items stand in the order of these ids: so neither tells which
side of which pair it is, and the answers come back as `file:` without a key that could get lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path
from string import Template

import msgspec

from zellig.files import write_text, write_whole
from zellig.items import Item, Pair, content_hash
from zellig.outputs import is_begun
from zellig.tasks import Task

ITEMS, README = "items.jsonl", "README.md"

_TEMPLATE = files("zellig.games.breaking") / "data" / "blind-readme.md"


def blind_items(items: Iterable[Item]) -> list[Item]:
    """Every distinct text once, with nothing but its fields."""
    found = {content_hash(item): item.fields for item in items}
    return [Item(name, found[name]) for name in sorted(found)]


def both_sides(pairs: Iterable[Pair]) -> Iterator[Item]:
    """The items of pairs."""
    return (item for pair in pairs for item in (pair.original, pair.modified))


def write_blind(folder: Path, pairs: Iterable[Pair], task: Task) -> int:
    """Write the items, and a README for whoever answers; says how many items. Refuses a folder in use."""
    is_begun(folder, [], "a new folder for what is exported")
    return write_blind_items(folder, both_sides(pairs), task)


def write_blind_items(folder: Path, given: Iterable[Item], task: Task) -> int:
    """The same of items; what the folder held before is written anew."""
    items = blind_items(given)
    with write_whole(folder / ITEMS) as file:  # without a header: the reader need not know Zellig
        for item in items:
            file.write(msgspec.json.encode(item) + b"\n")
    write_text(folder / README, _readme(items, task))
    return len(items)


def _readme(items: list[Item], task: Task) -> str:
    words = {label: task.words.get(label) for label in task.labels}
    labels = [f"`{label}` ({word})" if word else f"`{label}`" for label, word in words.items()]
    one = task.labels[0] if task.labels else "..."
    return Template(_TEMPLATE.read_text(encoding="utf-8")).substitute(
        number=f"{len(items):,}",
        example=msgspec.json.encode(items[0]).decode(),
        question=task.question,
        answers=f"The answers are {', '.join(labels)}." if labels else "The answer is a text.",
        answered=msgspec.json.encode({"id": items[0].id, "answer": one}).decode(),
    )
