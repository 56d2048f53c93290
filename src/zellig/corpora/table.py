"""Any TSV, CSV or JSONL, with a small TOML file that says which column is what.

task = "sentiment"
id = "review_id"            # optional; without it items are numbered by line
label = "stars"             # optional; without it the items have no answers
separator = ";"             # optional; a comma for .csv, a tab for .tsv and .txt
metadata = ["author"]       # optional; columns to keep

[fields]
text = "body"

[labels]                    # optional; value in the file -> answer of the task
"1" = "-1"
"5" = "+1"
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from zellig.corpora.corpus import Reader, Source
from zellig.corpora.rows import Place, by_column, canonical, cell, read_csv, read_jsonl, read_tsv
from zellig.decoding import decode_toml
from zellig.errors import ZelligError
from zellig.files import read_whole
from zellig.items import Item
from zellig.tasks import Task, get_task


class Mapping(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which column is what."""

    task: str
    fields: dict[str, str]
    id: str | None = None
    label: str | None = None
    labels: dict[str, str] = {}
    separator: str | None = None
    metadata: tuple[str, ...] = ()

    @property
    def columns(self) -> list[str]:
        """Every column that rows must have."""
        named = [*self.fields.values(), *self.metadata, self.id, self.label]
        return [column for column in named if column is not None]


def read_mapping(path: Path) -> Mapping:
    """Read and check a mapping; refuses unknown keys, and fields that the task does not have or lacks."""
    remedy = "An example of a mapping is in docs/corpora.md."
    mapping = decode_toml(read_whole(path), Mapping, path=path, what="a mapping", remedy=remedy)
    try:
        task = get_task(mapping.task)
    except ZelligError as error:
        raise ZelligError(error.what, path=path, field="task", remedy=error.remedy) from None
    if set(mapping.fields) != set(task.fields):
        raise ZelligError(
            f"the fields of {task.name} are {', '.join(task.fields)}",
            path=path,
            field="fields",
            remedy="Name a column for each of them under [fields].",
        )
    if mapping.separator is not None and len(mapping.separator) != 1:
        raise ZelligError(
            "the separator must be one character", path=path, field="separator", remedy='Write e.g. ";".'
        )
    return mapping


def _mapping_of(source: Source) -> Mapping:
    if source.mapping is None:
        raise ZelligError(
            "the reader 'table' needs to know which column is what",
            path=source.place,
            remedy="Give --mapping FILE; an example is in docs/corpora.md.",
        )
    return read_mapping(source.mapping)


def _rows(path: Path, mapping: Mapping) -> Iterator[tuple[int, dict[str, Any]]]:
    ending = path.suffix.lower()
    if ending in (".jsonl", ".json"):
        return read_jsonl(path)
    separator = mapping.separator or ("," if ending == ".csv" else "\t")
    # Tab-separated files of the field do not quote; all others do.
    rows = read_tsv(path) if separator == "\t" else read_csv(path, separator)
    return by_column(path, rows, mapping.columns)


def _accepted(row: dict[str, Any], mapping: Mapping, task: Task, place: Place) -> tuple[str, ...]:
    if mapping.label is None:
        return ()
    raw = cell(row, mapping.label, place)
    if mapping.labels and raw not in mapping.labels:
        raise ZelligError(
            f"the mapping has no answer for the label {raw!r}",
            **place._asdict(),
            field=mapping.label,
            remedy=f"Add it under [labels]; there are: {', '.join(mapping.labels)}.",
        )
    return (canonical(task, mapping.labels.get(raw, raw), place, mapping.label),)


class _Table(Reader):
    def task_of(self, source: Source) -> str:
        return _mapping_of(source).task

    def read(self, source: Source, skipped: Counter[str]) -> Iterator[Item]:
        mapping = _mapping_of(source)
        task, path = get_task(mapping.task), source.place
        for line, row in _rows(path, mapping):
            place = Place(path, line)
            yield Item(
                cell(row, mapping.id, place) if mapping.id else str(line),
                {name: cell(row, column, place) for name, column in mapping.fields.items()},
                _accepted(row, mapping, task, place),
                {column: row.get(column) for column in mapping.metadata},
            )


TABLE = _Table(
    name="table",
    description="Any TSV, CSV or JSONL, with --mapping FILE to say which column is what",
    licence="that of the file",
    citation="",
    mapped=True,
)
