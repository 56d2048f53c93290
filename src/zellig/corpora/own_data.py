"""Data in the hands of a Python program as a corpus: frames, data sets, lists, items, names of corpora."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Mapping as AnyMapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from zellig.corpora.as_written import as_written
from zellig.corpora.corpus import Corpus, Reader, Source
from zellig.corpora.frames import Columns, columns_of_frame, plain_list
from zellig.corpora.guessing import NLI, SENTIMENT, say_task
from zellig.corpora.mapping import GivenMapping, Mapping, mapping_of
from zellig.corpora.specs import open_corpus
from zellig.corpora.table import guessed, items_of
from zellig.corpora.table_files import TableRow
from zellig.errors import ZelligError
from zellig.items import Item
from zellig.notices import note
from zellig.own_objects import HERE
from zellig.tasks import Task, get_task
from zellig.tasks.finding import name_of

NO_ROW = "there is no row in these data"
KINDS = (
    "the path of a table, the spec of a corpus, a pandas or polars frame, a datasets.Dataset, "
    "(texts, labels), a dict of lists, a list of dicts or of texts, or items"
)


def corpus_of(
    data: object, *, task: str | None = None, mapping: GivenMapping = None, name: str = "data"
) -> Corpus:
    """The corpus that data amount to; which column is what is guessed and said, unless a mapping says it.

    Its spec is `here:NAME`: handed over under that name, it can be played with like any other. A corpus, and
    data that name one, keep their own spec.
    """
    task = None if task is None else name_of(task)
    if isinstance(data, Corpus):
        return _of_task(data, task)
    if isinstance(data, str | Path):
        return _of_task(open_corpus(str(data), mapping, task), task)
    found = columns_of_frame(data)
    if found is None:
        rows = _listed(data)
        if rows and all(isinstance(row, Item) for row in rows):
            return _of_items(rows, task, name)
        found = _columns(data, rows)
    return _of_columns(_of_one_length(found), task, mapping_of(mapping), name)


def rows_of(data: object) -> list[TableRow]:
    """The rows of a table in hand, each with its number; refuses what is none."""
    found = columns_of_frame(data)
    return list(_rows(_of_one_length(_columns(data, _listed(data)) if found is None else found)))


@dataclass(frozen=True)
class _ItemsInHand(Reader):
    """Reads items that are in memory."""

    items: Sequence[Item] = ()

    def read(self, source: Source, skipped: Counter[str]) -> Iterator[Item]:
        return iter(self.items)


@dataclass(frozen=True)
class _TableInHand(Reader):
    """Reads columns that are in memory."""

    columns: AnyMapping[str, Sequence[object]] = field(default_factory=dict)
    mapping: Mapping = field(default_factory=Mapping)

    def columns_of(self, source: Source) -> list[str]:
        return list(self.columns)

    def read(self, source: Source, skipped: Counter[str]) -> Iterator[Item]:
        return items_of(_rows(self.columns), self.mapping, self.name, skipped)


def _of_columns(columns: Columns, task: str | None, stated: Mapping, name: str) -> Corpus:
    mapping = stated
    if not stated.complete or task not in (None, stated.task):
        mapping, sentence = guessed(lambda: _rows(columns), list(columns), stated, task or "")
        note(f"{name}: {sentence}")
    return _in_hand(_TableInHand, name, mapping.task or "", columns=columns, mapping=mapping)


def _of_items(items: list[Any], task: str | None, name: str) -> Corpus:
    if task is None:
        fitting = [each for each in (SENTIMENT, NLI) if not _fault(items, get_task(each))]
        if not fitting or not any(item.accepted for item in items):
            raise ZelligError("these items do not tell which task they are of", remedy=say_task())
        task = fitting[0]
        note(f"{name}: the task is {task}")
    if fault := _fault(items, get_task(task)):
        raise ZelligError(f"{fault}, so it is not an item of {task}", remedy="Correct it, or say the task.")
    return _in_hand(_ItemsInHand, name, task, items=items)


def _fault(items: Iterable[Item], task: Task) -> str | None:
    """What is wrong with the first item that is not one of the task."""
    faults = (f"in the item {item.id!r}, {fault}" for item in items for fault in task.faults_of_item(item))
    return next(faults, None)


def _in_hand(kind: type[_ItemsInHand | _TableInHand], name: str, task: str, **held: Any) -> Corpus:
    reader = kind(name, "data of a Python program", "that of the data", "", task=task, **held)
    return Corpus(f"{HERE}{name}", reader, Source(None))


def _of_task(corpus: Corpus, task: str | None) -> Corpus:
    """The corpus itself; refuses one whose items have other fields than those of the task."""
    if task is not None and get_task(task).fields != get_task(corpus.task).fields:
        raise ZelligError(
            f"{as_written(corpus.spec)} holds items of {corpus.task}, not of {task}",
            remedy=f"Say {corpus.task}.",
        )
    return corpus


# -- columns of plain Python


def _listed(data: object) -> list[object]:
    return plain_list(data) if _is_list(data) else []


def _columns(data: object, rows: list[Any]) -> Columns:
    found = _columns_as_given(data, rows)
    return {name: [_plain(value) for value in values] for name, values in found.items()}


def _plain(value: object) -> object:
    """A text of another library as Python's own."""
    return str(value) if isinstance(value, str) else value


def _columns_as_given(data: object, rows: list[Any]) -> Columns:
    if isinstance(data, AnyMapping):
        return {str(name): plain_list(values) for name, values in data.items() if _is_list(values)}
    if isinstance(data, tuple) and len(data) == 2 and all(map(_is_list, data)):
        texts, labels = map(plain_list, data)
        return {**_of_texts(texts), "label": labels}
    if rows and all(isinstance(row, str) for row in rows):
        return {"text": rows}
    if rows and all(isinstance(row, AnyMapping) for row in rows):
        names = {str(name): None for row in rows for name in row}
        return {name: [row.get(name) for row in rows] for name in names}
    if _is_list(data) and not rows:
        raise ZelligError(NO_ROW, remedy=f"Give {KINDS}.")
    raise ZelligError(f"this {type(data).__name__} is not data that can be read", remedy=f"Give {KINDS}.")


def _of_texts(texts: list[Any]) -> Columns:
    """A text each, or a premise and a hypothesis."""
    if texts and all(isinstance(each, tuple | list) and len(each) == 2 for each in texts):
        return {"premise": [first for first, _ in texts], "hypothesis": [second for _, second in texts]}
    return {"text": texts}


def _is_list(values: object) -> bool:
    if getattr(values, "shape", None) == ():  # an array that is one value
        return False
    return isinstance(values, Iterable) and not isinstance(values, str | bytes | AnyMapping | Item)


def _of_one_length(columns: Columns) -> Columns:
    lengths = {name: len(values) for name, values in columns.items()}
    if len(set(lengths.values())) > 1:
        shown = ", ".join(f"{name} {number:,}" for name, number in lengths.items())
        raise ZelligError(f"the columns are not equally long: {shown}", remedy="Give each row all of them.")
    if not any(lengths.values()):
        raise ZelligError(NO_ROW, remedy=f"Give {KINDS}.")
    return columns


def _rows(columns: AnyMapping[str, Sequence[object]]) -> Iterator[TableRow]:
    names = list(columns)
    for number, cells in enumerate(zip(*columns.values(), strict=True), start=1):
        yield number, dict(zip(names, cells, strict=True))
