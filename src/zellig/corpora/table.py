"""Any table, CSV, TSV, JSON or Parquet: which column is what is guessed and said, or a mapping says it."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from collections.abc import Mapping as AnyMapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from zellig.corpora.corpus import FREE, Reader, Source
from zellig.corpora.guessing import Guess, guess, may_be_id
from zellig.corpora.looks import looks_of, text_of
from zellig.corpora.mapping import Mapping, mapping_of
from zellig.corpora.rows import Place, canonical, cell
from zellig.corpora.table_files import TableRow, columns_of, read_rows
from zellig.errors import ZelligError
from zellig.files import reading
from zellig.items import Item
from zellig.notices import note
from zellig.tasks import Task, get_task
from zellig.tasks.finding import TASK, task_beside
from zellig.tasks.own import text_of as description

NO_TEXT, NO_LABEL = "no text", "no label"


def guessed(rows: Callable[[], Iterator[TableRow]], columns: list[str], stated: Mapping, task: str) -> Guess:
    """Complete a mapping by a look at all rows."""
    looks = looks_of(columns, (row for _, row in rows()), may_be_id)
    return guess(looks, stated, task or None)


def items_of(
    rows: Iterator[TableRow], mapping: Mapping, path: str | Path, skipped: Counter[str]
) -> Iterator[Item]:
    """The items of a table under a complete mapping; rows without a text, or to be left out, are counted."""
    task = get_task(mapping.task or "")
    left_out = {label.casefold() for label in mapping.left_out}
    unseen = set(mapping.fields.values())
    where = Path(path)
    row: AnyMapping[str, Any] = {}
    for number, (line, row) in enumerate(rows, start=1):
        place = Place(where, line)
        if unseen:
            unseen -= row.keys()
        fields = {name: text_in(row, column, place) for name, column in mapping.fields.items()}
        if not all(text.strip() for text in fields.values()):
            skipped[NO_TEXT] += 1
            continue
        accepted: tuple[str, ...] = ()
        if mapping.label is not None:
            if mapping.label not in row and "" not in left_out:
                raise _no_column(mapping.label, row, place)
            raw = text_in(row, mapping.label, place).strip()
            if raw.casefold() in left_out:
                skipped[f"label {raw}" if raw in mapping.left_out and raw else NO_LABEL] += 1
                continue
            accepted = (_answer(raw, mapping, task, place),)
        yield Item(
            cell(row, mapping.id, place) if mapping.id else str(number),
            fields,
            accepted,
            {column: row.get(column) for column in mapping.metadata},
        )
    if unseen:
        column = min(unseen)
        there = ", ".join(row) or "none"
        raise ZelligError(f"no row has {column!r}", path=path, field=column, remedy=f"There are: {there}.")


def _no_column(column: str, row: AnyMapping[str, Any], place: Place) -> ZelligError:
    return ZelligError(
        f"there is no column {column!r}",
        **place._asdict(),
        field=column,
        remedy=f"There are: {', '.join(row)}.",
    )


def text_in(row: AnyMapping[str, Any], column: str, place: Place) -> str:
    """The text of a cell, empty where nothing is in it; refuses what is neither a text nor a number."""
    found = text_of(row.get(column))
    if found is None:
        raise ZelligError(
            "this is neither a text nor a number",
            **place._asdict(),
            field=column,
            remedy="Say in a mapping which column is what.",
        )
    return found


def _answer(raw: str, mapping: Mapping, task: Task, place: Place) -> str:
    if mapping.labels and raw not in mapping.labels:
        raise ZelligError(
            f"the mapping has no answer for the label {raw!r}",
            **place._asdict(),
            field=mapping.label,
            remedy=f"Add it under [labels]; there are: {', '.join(mapping.labels)}.",
        )
    return canonical(task, mapping.labels.get(raw, raw), place, mapping.label or "")


class _Table(Reader):
    def task_of(self, source: Source) -> str:
        return _mapping_of(source).task or ""

    def columns_of(self, source: Source) -> list[str]:
        _, row = next(read_rows(source.place), (0, {}))
        return list(row)

    def read(self, source: Source, skipped: Counter[str]) -> Iterator[Item]:
        mapping, path = _mapping_of(source), source.place
        return items_of(read_rows(path, mapping.separator, mapping.columns), mapping, path, skipped)


def _mapping_of(source: Source) -> Mapping:
    """What the user's mapping says, completed by a guess that is said."""
    path = source.place
    stated = mapping_of(source.options["mapping"] or None)
    beside = task_beside(path) if not source.options["task"] and stated.task is None else ""
    task = source.options["task"] or beside
    if stated.complete and task in ("", stated.task):
        return stated
    with reading(path):
        found = os.stat(path)
    try:
        described = _described(task or stated.task or "")
        mapping, sentence = _guessed_once(
            path, (found.st_mtime_ns, found.st_size), msgspec.json.encode(stated), task, described
        )
    except ZelligError as error:
        raise ZelligError(
            error.what,
            path=error.path or path,
            line=error.line,
            column=error.column,
            field=error.field,
            remedy=error.remedy,
        ) from None
    note(f"{path}: {sentence}" + f" ({TASK} beside it)" * bool(beside))
    return mapping


def _described(task: str) -> str:
    """What a task of somebody's own is now: the same name may be that of another one by and by."""
    known = get_task(task) if task else None
    return description(known) if known and known.file else ""


@lru_cache(maxsize=64)
def _guessed_once(path: Path, version: tuple[int, int], stated: bytes, task: str, described: str) -> Guess:
    """The guess about a file and a task as they are now: a corpus is opened more than once, and all of it is
    looked at.
    """
    mapping = msgspec.json.decode(stated, type=Mapping)
    return guessed(
        lambda: read_rows(path, mapping.separator), columns_of(path, mapping.separator), mapping, task
    )


TABLE = _Table(
    name="table",
    description="Any CSV, TSV, JSON or Parquet; its columns are guessed and said, or a mapping says them",
    licence="that of the file",
    citation="",
    options={"task": FREE, "mapping": FREE},
)
