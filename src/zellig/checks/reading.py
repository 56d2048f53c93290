"""Reading files of pairs that are to be scored: one way for contests, the gate and contrast sets."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from zellig.checks.form import plainly_scorable, scorable
from zellig.corpora import names_corpus, open_corpus
from zellig.doors import option
from zellig.errors import ZelligError
from zellig.items import Pair, RecordFile, read_records
from zellig.pairs.brought import Brought, brought_in, key_at
from zellig.pairs.reading import RECORDS, TABLES, no_pair, read_rows, same_task, task_in
from zellig.tasks import Task, get_task


def declared_task(files: Sequence[Path]) -> Task | None:
    """The task that the first header of these files names; None if there is no such header."""
    for path in files:
        if path.suffix.lower() not in TABLES:
            records = read_records(path, Pair)
            next(records.numbered(lambda error: None), None)  # faults are told by who reads the pairs
            if records.header and records.header.task:
                return task_in(path, records.header.task)
    return None


def task_of_files(files: Sequence[Path]) -> Task:
    """The task that the headers of these files name; refuses files that do not say it."""
    task = declared_task(files)
    if task is None:
        raise ZelligError(
            "the files do not say which task this is" if len(files) > 1 else "it does not say its task",
            path=files[0],
            line=1,
            remedy=f"Give {option('task')}, or a header line "
            '{"zellig": "pairs", "version": 1, "task": "sentiment"}.',
        )
    return task


def task_of_pairs(source: str) -> Task:
    """The task that a file of pairs, or a corpus, says it is of."""
    return get_task(open_corpus(source).task) if names_corpus(source) else task_of_files([Path(source)])


def read_scorable(path: Path, task: Task) -> list[Brought]:
    """The pairs of a file, at least one, by who brings them; refuses the first that cannot be scored."""
    records = read_records(path, Pair)
    if path.suffix.lower() == RECORDS:
        parts = _plainly_brought(records, task)
        if header := records.header:
            same_task(header.task or "", task, path)
        if parts:
            return parts
    rows = scorable(read_rows(str(path), task), task, path, lambda number: key_at(records, number))
    pairs = [pair for _, pair in rows]
    if not pairs:
        raise no_pair(str(path))
    return brought_in(records, pairs)


def _plainly_brought(records: RecordFile[Pair], task: Task) -> list[Brought]:
    """The pairs of a file, quickly; none if there is something to say about one of its lines."""
    try:
        parts = brought_in(records, list(records))
    except ZelligError:
        return []  # who reads line by line says what is wrong
    return parts if all(plainly_scorable(part.pairs, task) for part in parts) else []
