"""The rows of a table in a file: CSV, TSV, JSON lines, JSON or Parquet, each with the line it stands on."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from zellig.corpora.rows import Row, by_column, peek, read_csv, read_jsonl, read_tsv
from zellig.decoding import decode_json, fault
from zellig.errors import ZelligError
from zellig.files import opened, read_whole

ENDINGS = (".csv", ".tsv", ".jsonl", ".json", ".parquet")  # of files that are tables by their name
SEPARATORS = ",;\t|"
LARGEST_JSON = 2**30  # bytes of a JSON file, which is read as a whole

_QUOTED = re.compile(r'"(?:[^"]|"")*"')

TableRow = tuple[int, Mapping[str, Any]]


def read_rows(path: Path, separator: str | None = None, needed: Sequence[str] = ()) -> Iterator[TableRow]:
    """Yield (line, column -> cell); of a file whose lines are no rows, the row's number is the line.

    Refuses a header without the `needed` columns, and one with two columns of one name.
    """
    ending = path.suffix.lower()
    if ending == ".parquet":
        return enumerate(_parquet(path), start=1)
    if ending == ".jsonl" or (ending == ".json" and not _is_one_value(path)):
        return read_jsonl(path)
    if ending == ".json":
        return enumerate(_json(path), start=1)
    first, rows = peek(_delimited(path, separator))
    if first is not None:
        refuse_same_names(first[1], path, first[0])
    return by_column(path, rows, needed)


def columns_of(path: Path, separator: str | None = None) -> list[str]:
    """The columns that a header names; none for files of JSON, where each row names its own."""
    if path.suffix.lower() in (".jsonl", ".json", ".parquet"):
        return []
    _, cells = next(_delimited(path, separator), (1, []))
    return cells


def _delimited(path: Path, separator: str | None) -> Iterator[Row]:
    """Many tab-separated files of the field do not quote; all others do."""
    ending = path.suffix.lower()
    if separator is None:
        separator = separator_of(path) if ending == ".csv" else "\t"
    plain = separator == "\t" and ending != ".csv" and not _is_quoted(path)
    return read_tsv(path) if plain else read_csv(path, separator)


def _is_quoted(path: Path) -> bool:
    """Is every cell of a tab-separated file that begins with a quotation mark quoted as in a CSV?"""
    marked = [cell for _, cells in read_tsv(path) for cell in cells if cell.startswith('"')]
    return bool(marked) and all(map(_QUOTED.fullmatch, marked))


def separator_of(path: Path) -> str:
    """What the first line is divided by: that which divides it into most parts, a comma if nothing does."""
    line = next(islice(read_tsv(path, separator="\n"), 1), (1, [""]))[1][0]

    def parts(separator: str) -> int:
        try:
            return len(next(csv.reader([line], delimiter=separator), []))
        except csv.Error:  # reading the file will say what is wrong with its first line
            return 0

    return max(SEPARATORS, key=parts)


def refuse_same_names(header: Sequence[str], path: Path, line: int) -> None:
    """Refuse a header with two columns of one name: nobody knows which is meant."""
    named = [name for name in header if name.strip()]
    for name in named:
        if named.count(name) > 1:
            raise ZelligError(
                f"two columns are called {name!r}",
                path=path,
                line=line,
                remedy="Give every column its own name.",
            )


def _is_one_value(path: Path) -> bool:
    """Is this a list of objects, and not one object a line?"""
    with opened(path) as file:
        return file.read(4096).removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"[")


def _json(path: Path) -> list[dict[str, Any]]:
    return decode_json(
        read_whole(path, LARGEST_JSON).removeprefix(b"\xef\xbb\xbf"),
        list[dict[str, Any]],
        path=path,
        what="a list of JSON objects",
        remedy="Give a list of objects with the same keys, or one object a line.",
    )


def _parquet(path: Path) -> Iterator[dict[str, Any]]:
    import polars

    with opened(path) as file:
        try:
            frame = polars.read_parquet(file)
        except (
            polars.exceptions.PolarsError,
            polars.exceptions.PanicException,
            OSError,
            ValueError,
        ) as error:
            raise ZelligError(
                f"it is not a Parquet file that can be read ({fault(error)})",
                path=path,
                remedy="Check how it was written.",
            ) from None
    yield from frame.iter_rows(named=True)
