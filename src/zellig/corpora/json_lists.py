"""JSON files that hold a list of records: read whole, record by record, each with its line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from zellig.errors import ZelligError
from zellig.files import read_content

MOST = 2**30  # bytes of a file: a JSON list cannot be decoded piecemeal


class RawRecord(NamedTuple):
    """A record as it stands in the file."""

    line: int
    raw: msgspec.Raw


def read_json_bytes(path: Path) -> bytes:
    """The bytes of a JSON file, packed or not; refuses more than can be held."""
    blocks, size = [], 0
    for block in read_content(path):
        size += len(block)
        if size > MOST:
            raise ZelligError(
                f"it holds more than {MOST // 2**20:,} MB, and one JSON value is read at once",
                path=path,
                remedy="Divide it into several files.",
            )
        blocks.append(block)
    return b"".join(blocks).removeprefix(b"\xef\xbb\xbf")


def with_lines(data: bytes, records: Sequence[msgspec.Raw]) -> Iterator[RawRecord]:
    """The records of a file with their lines; they stand there in this order."""
    place = counted = 0
    line = 1
    for raw in records:
        place = data.index(bytes(raw), place)
        line += data.count(b"\n", counted, place)
        counted = place
        yield RawRecord(line, raw)
        place += len(bytes(raw))
