"""Reading pairs: from our own records, from a table of items, or from any corpus of items.

Items are paired by their ids, as in the 2017 shared task: `17_a` is the original and `17_b` the modified
item of the pair `17`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from zellig.corpora import open_corpus
from zellig.errors import ZelligError
from zellig.items import Item, Pair, RecordFile
from zellig.pairs.tables import read_item_rows
from zellig.registry import names
from zellig.tasks import Task, get_task

ORIGINAL, MODIFIED = "_a", "_b"
RECORDS, TABLES = ".jsonl", (".tsv", ".csv")
# Columns of a table (metadata of an item) that belong to the pair.
OF_PAIR = ("phenomenon", "rationale", "author")


class Unpaired(msgspec.Struct, frozen=True):
    """Items that cannot be made a pair, and why."""

    id: str
    items: tuple[Item, ...]
    message: str
    remedy: str


def read_pairs(source: str, task: Task) -> Iterator[tuple[int, Pair]]:
    """The pairs of a file or corpus with their line numbers; refuses items that make no pair."""
    return _only_pairs(read_rows(source, task, legal=True), source)


def read_rows(source: str, task: Task, *, legal: bool = False) -> Iterator[tuple[int, Pair | Unpaired]]:
    """What `read_pairs` reads, with the items that make no pair in their places."""
    if not names_corpus(source) and Path(source).suffix == RECORDS:
        return _read_own(Path(source), task)
    return pair_up(read_items(source, task, legal=legal), task)


def read_items(source: str, task: Task, *, legal: bool = True) -> Iterator[tuple[int, Item]]:
    """The items of a table of the task, or of any corpus, with their line (else running) numbers."""
    path = Path(source)
    if not names_corpus(source) and path.suffix in TABLES:
        return read_item_rows(path, task, legal=legal)
    corpus = open_corpus(f"items:{source}" if not names_corpus(source) and path.suffix == RECORDS else source)
    _same_task(corpus.task, task, source)
    return enumerate(corpus, start=1)


def names_corpus(source: str) -> bool:
    """Is this `NAME...` or `READER:PATH...` rather than the path of a file?"""
    return re.split(r"[:?]", source, maxsplit=1)[0] in names("corpora")


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


def _read_own(path: Path, task: Task) -> Iterator[tuple[int, Pair]]:
    records = RecordFile(path, Pair)
    for line, pair in records.numbered():
        _same_task((records.header and records.header.task) or "", task, path)
        yield line, pair


def _same_task(declared: str, task: Task, source: str | Path) -> None:
    # Tasks with the same fields (qasrl and qasrl-f1) differ only in how an answer is judged.
    if declared and declared != task.name and get_task(declared).fields != task.fields:
        raise ZelligError(
            f"this holds {declared}, not {task.name}", path=source, remedy=f"Use --task {declared}."
        )


def _only_pairs(
    rows: Iterable[tuple[int, Pair | Unpaired]], source: str | Path
) -> Iterator[tuple[int, Pair]]:
    for line, row in rows:
        if isinstance(row, Unpaired):
            raise ZelligError(f"pair {row.id!r}: {row.message}", path=source, line=line, remedy=row.remedy)
        yield line, row
