"""What a path holds that is given without the name of a reader: a table, or items of our own."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path

import msgspec

from zellig.corpora.table_files import ENDINGS
from zellig.decoding import FAULTS
from zellig.errors import ZelligError
from zellig.files import lasting, read_lines, reading

ITEMS, TABLE = "items", "table"


def looks_like_a_path(text: str) -> bool:
    """Is this a file, or would it be one if it were there? No name of a corpus has a slash or an ending."""
    return os.path.exists(text) or (":" not in text and ("/" in text or text.lower().endswith(ENDINGS)))


def reader_of_file(path: Path) -> str:
    """The name of the reader for a file of the user's own; refuses one whose name does not tell."""
    with reading(path):
        lasting(path)
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise ZelligError(
            "what this holds cannot be told from its name",
            path=path,
            remedy=f"A table ends in {', '.join(ENDINGS)}; else say how to read it: READER:{path} "
            "(zellig corpora list).",
        )
    return ITEMS if ending == ".jsonl" and _holds_items(path) else TABLE


def _holds_items(path: Path) -> bool:
    """Are these our own records? The header says so, or the first record has fields."""
    for _, line in islice(read_lines(path), 1):
        try:
            found = msgspec.json.decode(line, type=dict[str, object])
        except FAULTS:
            return False  # the reader of tables names the fault
        return "zellig" in found or isinstance(found.get("fields"), dict)
    return False
