"""The table of a game's pairs as a file: JSONL, CSV or parquet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

import msgspec

from zellig.corpora.rows import csv_line
from zellig.files import write_whole
from zellig.games.breaking.table import pair_columns, pair_frame
from zellig.games.contest.contest import Contest
from zellig.pairs.tables import ANSWERS_APART

FileType = Literal["jsonl", "csv", "parquet"]


def write_table(path: Path, contest: Contest, form: FileType) -> None:
    """Write one row a pair, whole or not at all."""
    with write_whole(path) as file:
        if form == "parquet":
            pair_frame(contest).write_parquet(file)
        else:
            encode = _jsonl if form == "jsonl" else _csv
            file.writelines(encode(pair_columns(contest)))


def _jsonl(columns: Mapping[str, Sequence[object]]) -> Iterator[bytes]:
    for cells in zip(*columns.values(), strict=True):
        yield msgspec.json.encode(dict(zip(columns, cells, strict=True))) + b"\n"


def _csv(columns: Mapping[str, Sequence[object]]) -> Iterator[bytes]:
    yield csv_line(columns)
    for cells in zip(*columns.values(), strict=True):
        yield csv_line(map(_cell, cells))


def _cell(value: object) -> str:
    """As a spreadsheet shows it: nothing where nothing is known, several answers in one cell."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return ANSWERS_APART.join(value) if isinstance(value, list) else str(value)
