"""What a run notes about an entry, and reads again when it is taken up or exported."""

from __future__ import annotations

from pathlib import Path

import msgspec

from zellig.checks.findings import VALIDITY, Summary
from zellig.checks.form import Fault
from zellig.decoding import decode_json
from zellig.files import opened


class Notes(msgspec.Struct, frozen=True):
    """What came of the items in the hands of one maker."""

    pairs: int
    valid: int
    rejected: int
    queries: int
    refusals: dict[str, int]
    faults: dict[str, list[str]]  # by pair


def notes_of(entry: str) -> str:
    """Where a run keeps the notes about an entry."""
    return f"made/{entry}.json"


def read_notes(path: Path) -> Notes:
    """The notes in a file."""
    with opened(path) as file:
        raw = file.read()
    return decode_json(raw, Notes, path=path, what="what a run notes", remedy="Delete it, and run again.")


def checks_of(entry: str) -> str:
    """Where a run keeps what the check of pairs found about an entry."""
    return f"checks/{entry}.json"


def read_findings(path: Path) -> dict[str, list[Fault]]:
    """By pair what speaks against its validity, in words."""
    with opened(path) as file:
        raw = file.read()
    remedy = "Delete the folder, and run again."
    found: dict[str, list[Fault]] = {}
    for each in decode_json(raw, Summary, path=path, what="what a check found", remedy=remedy).findings:
        if each.code in VALIDITY:
            found.setdefault(each.pair, []).append((each.code, each.message))
    return found
