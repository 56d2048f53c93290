"""Rows of delimited text files: TSV without quoting, CSV with it, and their columns by name."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from zellig.decoding import FAULTS, refusal
from zellig.errors import Refuse, ZelligError, refuse
from zellig.files import MAX_LINE, decode_line, read_blocks, read_lines
from zellig.items import Item, Pair, Prediction
from zellig.tasks import Task

Row = tuple[int, list[str]]  # the number of its (first) line, its cells

_NEEDS_QUOTES = re.compile(r'[",\r\n]')
_NO_CELL = re.compile(r"[\t\r\n]")

_OBJECT = msgspec.json.Decoder(dict[str, Any])

T = TypeVar("T")
Named = TypeVar("Named", Item, Pair, Prediction)


def read_tsv(
    path: Path, encoding: str = "utf-8", separator: str = "\t", refuse: Refuse = refuse
) -> Iterator[Row]:
    """Yield (line, cells); one line is one row, quotation marks mean nothing, blank lines are skipped."""
    for line, text in read_lines(path, encoding, refuse):
        if text.strip():
            yield line, text.split(separator)


def read_csv(path: Path, separator: str = ",", refuse: Refuse = refuse) -> Iterator[Row]:
    """Yield (first line, cells) of a CSV whose quoted cells may hold separators and line ends."""
    # The limit is the process's; the default of 128 KB refuses honest long documents.
    csv.field_size_limit(max(csv.field_size_limit(), MAX_LINE))
    reader = csv.reader(_lines_with_ends(path, refuse), delimiter=separator, strict=True)
    line = 1
    while True:
        try:
            cells = next(reader, None)
        except csv.Error as error:
            refuse(
                ZelligError(
                    f"this row is not well-formed CSV ({error})",
                    path=path,
                    line=line,
                    remedy='Close every quotation mark, and write a quotation mark inside a cell as "".',
                )
            )
            cells = []
        if cells is None:
            return
        if cells:
            yield line, cells
        line = reader.line_num + 1


def _lines_with_ends(path: Path, refuse: Refuse) -> Iterator[str]:
    """Lines as they are: inside quotes a carriage return belongs to the text. A refused one is blank."""
    for first, block in read_blocks(path):
        for offset, raw in enumerate(block.removesuffix(b"\n").split(b"\n")):
            text = ""
            try:
                text = decode_line(raw, path, first + offset)
            except ZelligError as error:
                refuse(error)
            yield text + "\n"


class Place(NamedTuple):
    """Where a row stands."""

    path: Path
    line: int


def unique(records: Iterable[tuple[Place, Named]], what: str) -> Iterator[tuple[Place, Named]]:
    """Pass on records with their places; refuses the first whose id stood somewhere already."""
    seen: dict[str, Place] = {}
    for place, record in records:
        first = seen.setdefault(record.id, place)
        if first is not place:
            where = "" if first.path == place.path else f"in {first.path}, "
            raise ZelligError(
                f"the {what} {record.id!r} was {where}on line {first.line} already",
                **place._asdict(),
                remedy=f"Keep one line for each, or give every {what} its own id.",
            )
        yield place, record


def read_jsonl(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield (line, object) of a file with one JSON object a line; blank lines are skipped."""
    for line, text in read_lines(path):
        if text.strip():
            try:
                yield line, _OBJECT.decode(text)
            except FAULTS as error:
                raise refusal(
                    error, path=path, line=line, what="a JSON object", remedy="One JSON object a line."
                ) from None


def cell(row: Mapping[str, Any], name: str, place: Place) -> str:
    """The text in a column; whole numbers are taken as they are written."""
    value = row.get(name)
    if isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if value is None:
        what, remedy = "this field is missing", f"Give every row the field {name}."
    else:
        what, remedy = "this field is neither a text nor a whole number", "Write a text."
    raise ZelligError(what, **place._asdict(), field=name, remedy=remedy)


def by_column(path: Path, rows: Iterator[Row], needed: Sequence[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield (line, column -> cell) under a header that names at least the `needed` columns."""
    line, header = next(rows, (1, []))
    for name in needed:
        if name not in header:
            raise ZelligError(
                f"the header has no column {name!r}" if header else "the file is empty",
                path=path,
                line=line,
                field=name,
                remedy=f"There are: {', '.join(header)}."
                if header
                else f"The first line must name the columns {', '.join(needed)}.",
            )
    for line, cells in rows:
        if len(cells) != len(header):
            raise ZelligError(
                f"this row has {len(cells)} columns, the header {len(header)}",
                path=path,
                line=line,
                remedy="Give every row the columns of the header.",
            )
        yield line, dict(zip(header, cells, strict=True))


def canonical(task: Task, raw: str, place: Place, field: str) -> str:
    """The task's spelling of an answer; a refusal names the place."""
    try:
        return task.answer(raw)
    except ZelligError as error:
        raise ZelligError(error.what, **place._asdict(), field=field, remedy=error.remedy) from None


def only_answer(item: Item) -> str:
    """The accepted answer, for formats that hold exactly one."""
    if len(item.accepted) != 1:
        raise ZelligError(
            f"the item {item.id!r} has {len(item.accepted)} accepted answers, and this format holds one",
            remedy="Convert to 'items' instead.",
        )
    return item.accepted[0]


def tsv_line(cells: Iterable[str]) -> bytes:
    """One row of TSV; refuses what TSV cannot hold."""
    cells = list(cells)
    for cell in cells:
        if _NO_CELL.search(cell):
            raise ZelligError(
                f"TSV cannot hold a tab or a line end, and {cell[:60]!r} has one",
                remedy="Write CSV or JSONL instead.",
            )
    return ("\t".join(cells) + "\n").encode()


def csv_line(cells: Iterable[str]) -> bytes:
    """One row of CSV, quoted where needed (csv.writer of Python 3.11 forgets lone carriage returns)."""
    quoted = ('"' + cell.replace('"', '""') + '"' if _NEEDS_QUOTES.search(cell) else cell for cell in cells)
    return (",".join(quoted) + "\n").encode()


def peek(values: Iterable[T]) -> tuple[T | None, Iterator[T]]:
    """The first value (None if there is none), and all of them."""
    iterator = iter(values)
    first = next(iterator, None)
    return first, iterator if first is None else chain([first], iterator)
