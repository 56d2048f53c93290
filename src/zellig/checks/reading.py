"""Reading files of pairs that are to be scored: one way for contests, the gate and contrast sets."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from zellig.checks.form import plainly_scorable, scorable
from zellig.errors import ZelligError
from zellig.items import Header, Pair, RecordFile, read_records
from zellig.pairs.reading import RECORDS, TABLES, no_pair, read_rows, same_task, task_in
from zellig.tasks import Task


def declared_task(files: Sequence[Path]) -> Task | None:
    """The task that the first header of these files names; None if there is no such header."""
    for path in files:
        if path.suffix.lower() not in TABLES:
            records = read_records(path, Pair)
            next(records.numbered(lambda error: None), None)  # faults are told by who reads the pairs
            if records.header and records.header.task:
                return task_in(path, records.header.task)
    return None


def read_scorable(path: Path, task: Task) -> tuple[Header | None, list[Pair]]:
    """The pairs of a file, at least one, and its header; refuses the first that cannot be scored."""
    header, pairs = None, list[Pair]()
    if path.suffix.lower() == RECORDS:
        records = read_records(path, Pair)
        pairs = _plain_pairs(records, task)
        if header := records.header:
            same_task(header.task or "", task, path)
    pairs = pairs or [pair for _, pair in scorable(read_rows(str(path), task), task, path)]
    if not pairs:
        raise no_pair(str(path))
    return header, pairs


def _plain_pairs(records: RecordFile[Pair], task: Task) -> list[Pair]:
    """The pairs of a file, quickly; none if there is something to say about one of its lines."""
    try:
        pairs = list(records)
    except ZelligError:
        return []  # who reads line by line says what is wrong
    return pairs if plainly_scorable(pairs, task) else []
