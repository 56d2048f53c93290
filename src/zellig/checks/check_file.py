"""Checking pairs in a file or in hand, and writing out what passed and what did not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec

from zellig.breakers.loading import domain_for
from zellig.breakers.strategies.domain_choice import MOST
from zellig.breakers.strategies.domains import NEUTRAL, get_domain
from zellig.checks.findings import CheckReport
from zellig.checks.form import item_faults
from zellig.checks.pipeline import check
from zellig.checks.policy import default_policy, read_policy
from zellig.files import write_whole
from zellig.items import Item, Pair, write_records
from zellig.pairs.reading import Unpaired, no_pair, read_corpus, read_rows
from zellig.tasks import Task, get_task

T = TypeVar("T")


class Watch(Protocol):
    """Passes on what it is given, and may tell somebody how far it is."""

    def __call__(self, stream: Iterable[T], /, *, description: str) -> Iterable[T]: ...


def check_file(
    source: str | Iterable[Pair],
    task_name: str,
    *,
    originals: str | Iterable[Item] | None = None,
    against: str | Iterable[Item] | None = None,
    policy: Path | None = None,
    validity: bool = False,
    models: bool = False,
    domain: str | None = None,
    watch: Watch = lambda stream, *, description: stream,
) -> CheckReport:
    """Check the pairs of a file, or such that are in hand; the corpora are tables of the task, named as
    corpora are everywhere, or items.

    They are nobody's word: nothing is waived. `models` are asked beside the other checks of validity, which
    know what words mean in a `domain`; where none is named, it is that of the originals, as in a run.
    """
    task = get_task(task_name)
    if models:
        from zellig.checks.validity import require_models

        require_models()
    rows = read_rows(source, task) if isinstance(source, str) else enumerate(source, 1)
    read = list(watch(rows, description="pairs"))
    report = check(
        read,
        task,
        read_policy(policy) if policy else default_policy(),
        originals=None
        if originals is None
        else watch(_items(originals, task), description="corpus of the originals"),
        against=None if against is None else watch(_items(against, task), description="training corpus"),
        validity=validity or models,
        models=models,
        domain=_domain(read if validity or models else [], task, domain),
    )
    if not report.rows:
        raise no_pair(source if isinstance(source, str) else None)
    return report


def _domain(rows: Sequence[tuple[int, Pair | Unpaired]], task: Task, asked: str | None) -> str:
    """What is asked for, or what the rows are about; nothing is said where there are none to look at."""
    if not rows:
        return get_domain(asked or NEUTRAL).name
    pairs = (row for _, row in rows if isinstance(row, Pair))
    sound = (pair.original for pair in pairs if not any(item_faults(pair.original, task)))
    return domain_for(task, list(islice(sound, MOST)), asked) or NEUTRAL


def _items(source: str | Iterable[Item], task: Task) -> Iterable[Item]:
    return read_corpus(source, task) if isinstance(source, str) else source


def write_accepted(path: Path, report: CheckReport) -> None:
    """The pairs that nothing rejects, as a file of pairs."""
    write_records(path, Pair, report.accepted, report.task)


def write_rejected(path: Path, report: CheckReport) -> None:
    """One JSON object a line: line number, pair (or the items that make none, if any), findings."""
    with write_whole(path) as file:
        for row in report.rejected:
            content = {"pair": row.content} if isinstance(row.content, Pair) else {"items": row.content.items}
            file.write(msgspec.json.encode({"line": row.line, **content, "findings": row.findings}) + b"\n")
