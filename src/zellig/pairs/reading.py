"""Reading pairs: from our own records, from a table of items, or from any corpus of items.

Items are paired by their ids, as in the 2017 shared task: `17_a` is the original and `17_b` the modified
item of the pair `17`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Literal, TypeVar

import msgspec

from zellig import corpora
from zellig.corpora import names_corpus, open_corpus
from zellig.corpora.rows import peek
from zellig.doors import option
from zellig.errors import Refuse, ZelligError, refuse
from zellig.items import Item, Pair, RecordFile
from zellig.pairs.tables import is_item_table, read_item_rows
from zellig.tasks import Task
from zellig.tasks.finding import task_of_file

ORIGINAL, MODIFIED = "_a", "_b"
RECORDS, TABLES = ".jsonl", (".tsv", ".csv")
# Columns of a table (metadata of an item) that belong to the pair.
OF_PAIR = ("phenomenon", "rationale", "author")

Row = TypeVar("Row")


class Unpaired(msgspec.Struct, frozen=True):
    """What cannot be made a pair, and why: items without their other side, or a line that cannot be read."""

    id: str
    items: tuple[Item, ...]
    message: str
    remedy: str
    code: Literal["unpaired", "malformed"] = "unpaired"
    column: int | None = None
    field: str | None = None

    @property
    def sentence(self) -> str:
        """What is wrong, with the place in the line."""
        place = f"column {self.column}" if self.column else f"field {self.field}" if self.field else ""
        return f"{place}: {self.message}" if place else self.message

    def refusal(self, source: str | Path, line: int) -> ZelligError:
        """The complaint for who cannot go on without it."""
        return ZelligError(
            f"{self.code}: pair {self.id!r}: {self.message}" if self.id else f"{self.code}: {self.message}",
            path=source,
            line=line,
            column=self.column,
            field=self.field,
            remedy=self.remedy,
        )


def read_pairs(source: str, task: Task) -> Iterator[tuple[int, Pair]]:
    """The pairs of a file or corpus with their line numbers; refuses items that make none, and no pairs."""
    first, pairs = peek(_only_pairs(_rows(source, task, legal=True, refuse=refuse), source))
    if first is None:
        raise no_pair(source)
    return pairs


def no_pair(source: str | None) -> ZelligError:
    """The complaint about a file without a pair, or about no pairs in hand."""
    if source is None:
        return ZelligError("there is no pair among them", remedy="Give at least one.")
    return ZelligError(
        "there is no pair in it", path=source, line=1, remedy="Check that it is the right file."
    )


def read_rows(source: str, task: Task, most: int | None = None) -> Iterator[tuple[int, Pair | Unpaired]]:
    """What `read_pairs` reads, and everything that makes no pair, for who wants to hear of all faults.

    Of a table, the lines that cannot be read come before all pairs. A file of more than `most` pairs, with
    what was to be one, is refused, and read no further.
    """
    malformed: list[tuple[int, Unpaired]] = []
    of_pair = 1 if _ending(source) == RECORDS else 2  # lines
    lines = 0

    def count() -> None:
        nonlocal lines
        lines += 1
        if most is not None and lines > most * of_pair:
            raise ZelligError(f"it has more than {most:,} pairs", remedy=f"Keep {most:,} of them.")

    def collect(error: ZelligError) -> None:
        count()
        line = error.line or 1
        if line == 1 and _ending(source) in TABLES:
            raise error  # without its first row, nothing in a table has a name
        row = Unpaired("", (), error.what, error.remedy, "malformed", error.column, error.field)
        malformed.append((line, row))

    for line, row in _rows(source, task, legal=False, refuse=collect, count=count):
        yield from malformed
        malformed.clear()
        yield line, row
    yield from malformed


def _rows(
    source: str, task: Task, *, legal: bool, refuse: Refuse, count: Callable[[], None] = lambda: None
) -> Iterator[tuple[int, Pair | Unpaired]]:
    if _ending(source) == RECORDS:
        return _counted(_read_own(Path(source), task, refuse), count)
    return pair_up(_counted(read_items(source, task, legal=legal, refuse=refuse), count), task)


def _counted(rows: Iterable[Row], count: Callable[[], None]) -> Iterator[Row]:
    for row in rows:
        count()
        yield row


def read_items(
    source: str, task: Task, *, legal: bool = True, refuse: Refuse = refuse
) -> Iterator[tuple[int, Item]]:
    """The items of a table of the task, or of any corpus, with their line (else running) numbers."""
    if _ending(source) in TABLES:
        return read_item_rows(Path(source), task, legal=legal, refuse=refuse)
    if not names_corpus(source) and os.path.exists(source):
        raise ZelligError(
            "what this holds cannot be told from its name",
            path=source,
            remedy=f"Name a file that ends in {RECORDS} or {' or '.join(TABLES)}, "
            f"or say how to read it: READER:{source} (zellig corpora list).",
        )
    return enumerate(read_corpus(source, task), start=1)


def read_corpus(source: str, task: Task) -> Iterator[Item]:
    """The items of any corpus, or of a table of the task as submissions are written."""
    if _ending(source) in TABLES and is_item_table(Path(source), task):
        return (item for _, item in read_item_rows(Path(source), task))
    corpus = open_corpus(source, task=task.name)
    same_task(corpus.task, task, source)
    return iter(corpus)


def _ending(source: str) -> str:
    """The ending of a file's name, in lower case; empty if this names a corpus."""
    return "" if names_corpus(source) else Path(source).suffix.lower()


def files_named(source: str) -> list[Path]:
    """The file or folder that pairs or items are read from."""
    return corpora.files_named(source) if names_corpus(source) else [Path(source)]


def pairs_of_items(
    rows: Iterable[tuple[int, Item]], task: Task, source: str | Path
) -> Iterator[tuple[int, Pair]]:
    """Pair up items by their ids; refuses the first that makes no pair. `source` is for the message."""
    return _only_pairs(pair_up(rows, task), source)


def pair_up(rows: Iterable[tuple[int, Item]], task: Task) -> Iterator[tuple[int, Pair | Unpaired]]:
    """Pair up items by their ids; the number of a pair is that of its first row."""
    found: dict[str, list[tuple[int, Item]]] = {}
    for line, item in rows:
        found.setdefault(_pair_id(item), []).append((line, item))
    for pair_id, members in found.items():
        yield members[0][0], _pair(pair_id, members, task)


def _pair_id(item: Item) -> str:
    return item.id[: -len(ORIGINAL)] if item.id.endswith((ORIGINAL, MODIFIED)) else item.id


def _pair(pair_id: str, members: list[tuple[int, Item]], task: Task) -> Pair | Unpaired:
    items = tuple(item for _, item in members)
    sides = {item.id: item for item in items}
    original, modified = sides.get(pair_id + ORIGINAL), sides.get(pair_id + MODIFIED)
    if len(items) == 2 and original and modified:
        return make_pair(pair_id, original, modified, task)
    if pair_id in sides:
        message = f"the id {pair_id!r} ends neither in {ORIGINAL} nor in {MODIFIED}"
        remedy = f"Give the original the id {pair_id}{ORIGINAL} and the modified item {pair_id}{MODIFIED}."
    elif len(items) > len(sides):
        rows = ", ".join(str(line) for line, _ in members)
        message = f"several rows have one id (rows {rows})"
        remedy = "Keep one row for each id, or give one of the pairs another id."
    else:
        missing = "modified" if original else "original"
        message = f"the {missing} item is missing"
        remedy = f"Add the row {pair_id}{MODIFIED if original else ORIGINAL}."
    return Unpaired(pair_id, items, message, remedy)


def make_pair(pair_id: str, original: Item, modified: Item, task: Task) -> Pair:
    """A pair of two answered items; the promise is what their answers amount to."""
    about = {name: modified.metadata.get(name) or original.metadata.get(name, "") for name in OF_PAIR}
    return Pair(
        id=pair_id,
        original=_bare(original),
        modified=_bare(modified),
        promise=task.promise_between(original, modified),
        phenomenon=str(about["phenomenon"]),
        rationale=str(about["rationale"]),
        author=str(about["author"]),
    )


def _bare(item: Item) -> Item:
    rest = {name: value for name, value in item.metadata.items() if name not in OF_PAIR}
    return msgspec.structs.replace(item, metadata=rest)


def _read_own(path: Path, task: Task, refuse: Refuse) -> Iterator[tuple[int, Pair]]:
    records = RecordFile(path, Pair)
    declared = None  # the header is known once the first record is read
    for line, pair in records.numbered(refuse):
        if declared is None:
            declared = (records.header and records.header.task) or ""
            same_task(declared, task, path)
        yield line, pair


def task_in(source: str | Path, name: str) -> Task:
    """The task that a file says it is about; an unknown one is a fault of the file."""
    try:
        return task_of_file(name, source)
    except ZelligError as error:
        if error.path is not None:  # something is wrong with the task's own file
            raise
        raise ZelligError(error.what, path=source, line=1, field="task", remedy=error.remedy) from None


def same_task(declared: str, task: Task, source: str | Path) -> None:
    """Refuse a file of another task; one with the same fields and answers may judge it (qasrl-f1, qasrl)."""
    other = task_in(source, declared) if declared else task
    if (other.fields, other.labels) != (task.fields, task.labels):
        raise ZelligError(
            f"this holds {declared}, not {task.name}",
            path=source,
            line=1,
            remedy=f"Use {option('task', declared)}.",
        )


def _only_pairs(
    rows: Iterable[tuple[int, Pair | Unpaired]], source: str | Path
) -> Iterator[tuple[int, Pair]]:
    for line, row in rows:
        if isinstance(row, Unpaired):
            raise row.refusal(source, line)
        yield line, row
