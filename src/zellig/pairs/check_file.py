"""Checking a file of pairs by name, and writing out what passed and what did not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec

from zellig.files import write_whole
from zellig.items import Item, Pair, write_records
from zellig.pairs.checks import check_pairs
from zellig.pairs.findings import CheckReport
from zellig.pairs.policy import default_policy, read_policy
from zellig.pairs.reading import no_pair, read_items, read_rows
from zellig.tasks import Task, get_task

T = TypeVar("T")


class Watch(Protocol):
    """Passes on what it is given, and may tell somebody how far it is."""

    def __call__(self, stream: Iterable[T], /, *, description: str) -> Iterable[T]: ...


def check_file(
    source: str,
    task_name: str,
    *,
    originals: str | None = None,
    against: str | None = None,
    policy: Path | None = None,
    watch: Watch = lambda stream, *, description: stream,
) -> CheckReport:
    """Check the pairs of a file; the corpora are tables of the task or named as corpora are everywhere."""
    task = get_task(task_name)
    report = check_pairs(
        watch(read_rows(source, task), description="pairs"),
        task,
        read_policy(policy) if policy else default_policy(),
        watch(_items(originals, task), description="corpus of the originals") if originals else None,
        watch(_items(against, task), description="training corpus") if against else None,
    )
    if not report.rows:
        raise no_pair(source)
    return report


def _items(source: str, task: Task) -> Iterator[Item]:
    return (item for _, item in read_items(source, task))


def write_accepted(path: Path, report: CheckReport) -> None:
    """The pairs that nothing rejects, as a file of pairs."""
    write_records(path, Pair, report.accepted, report.task)


def write_rejected(path: Path, report: CheckReport) -> None:
    """One JSON object a line: line number, pair (or the items that make none), findings."""
    with write_whole(path) as file:
        for row in report.rejected:
            content = {"pair": row.content} if isinstance(row.content, Pair) else {"items": row.content.items}
            file.write(msgspec.json.encode({"line": row.line, **content, "findings": row.findings}) + b"\n")
