"""Pairs of others as a file of pairs: read in their format, put to the one check, and written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from zellig.checks.findings import CODES, CheckReport, Finding, Row
from zellig.checks.pipeline import check
from zellig.checks.policy import default_policy
from zellig.corpora.table_files import TableRow
from zellig.doors import option
from zellig.errors import ZelligError
from zellig.outputs import keep_inputs
from zellig.pairs.brought import Brought, Key, together, write_brought
from zellig.pairs.changed_table import ChangedRow, changed_pairs, read_changed
from zellig.pairs.checklist import changed_rows
from zellig.pairs.foreign import FORMATS, read_foreign
from zellig.pairs.reading import no_pair
from zellig.tasks import Task, get_task

TABLE, CHECKLIST = "table", "checklist"
FORMS = (*FORMATS, CHECKLIST, TABLE)
TOLD = 3  # reasons why no row is a pair
IN_HAND = Path("data")  # what rows that are in no file are called


class LeftOut(msgspec.Struct, frozen=True):
    """Rows that are no pair of the new file, for one reason."""

    code: str
    meaning: str
    lines: list[int]
    first: str  # what is wrong in the first of these lines


class Imported(msgspec.Struct, frozen=True):
    """What was written, and what was not."""

    task: str
    pairs: int
    promises: dict[str, int]
    review: int  # pairs that somebody should look at
    doubtful: int  # pairs that the table says a check speaks against: gates and comparisons leave them out
    left_out: list[LeftOut]


class Read(NamedTuple):
    """What was found in the rows, and the pairs that are kept, by who brings them."""

    report: CheckReport
    parts: list[Brought]


def import_pairs(
    source: Path | Sequence[TableRow],
    form: str,
    out: Path | None = None,
    *,
    task: str | None = None,
    columns: Mapping[str, str] | None = None,
) -> Read:
    """Put the pairs of a file, or of a table in hand, to the check; refuses if none is accepted.

    The accepted ones are written to `out`, if that is given.
    """
    if form not in FORMS:
        raise ZelligError(f"{form!r} is not a format of pairs", remedy=f"There are: {', '.join(FORMS)}.")
    if out is not None:
        keep_inputs(_files_of(source, form), files=[out])
    path = source if isinstance(source, Path) else IN_HAND
    about, rows = (
        _published(source, form, task, columns)
        if form in FORMATS
        else _of_table(source, form, path, task, columns or {})
    )
    found = _checked(rows, about)
    if not found.report.rows:
        raise no_pair(str(path))
    _refuse_none(found.report, path)
    if out is not None:
        write_brought(out, found.parts, about.name)
    return found


def _files_of(source: Path | Sequence[TableRow], form: str) -> list[Path]:
    """What is read."""
    if not isinstance(source, Path):
        return []
    return list(FORMATS[form].files(source)) if form in FORMATS else [source]


def _checked(rows: Iterable[ChangedRow], task: Task) -> Read:
    """The pairs of each author by themselves, as a run checks those of each breaker."""
    members: dict[Key, list[ChangedRow]] = {}
    for row in rows:
        members.setdefault(row.key, []).append(row)
    # Somebody has written these pairs already, and may have written their originals for them.
    policy = msgspec.structs.replace(default_policy(), from_scratch=True)
    reports, parts = [], []
    for (author, victim), some in members.items():
        report = check(((row.line, row.content) for row in some), task, policy)
        known = {row.line: row.findings for row in some}
        looked = any(findings is not None for findings in known.values())
        kept = [row for row in report.rows if row.worst != "reject"]
        doubts = {row.content.id: codes for row in kept if (codes := known[row.line])}
        reports.append(report)
        parts.append(Brought(author, victim, doubts if looked else None, report.accepted))
    every = sorted((row for report in reports for row in report.rows), key=lambda row: row.line)
    return Read(CheckReport(task.name, tuple(every)), together(parts))


def _of_table(
    source: Path | Sequence[TableRow], form: str, path: Path, task: str | None, columns: Mapping[str, str]
) -> tuple[Task, Iterator[ChangedRow]]:
    if task is None:
        raise ZelligError(f"a {form} does not say its task", path=path, remedy=f"Say {option('task')}.")
    about = get_task(task)
    table = read_changed(source) if isinstance(source, Path) else source
    if form == CHECKLIST:
        table = changed_rows(table, path)
    return about, changed_pairs(table, about, columns, path)


def _published(
    source: Path | Sequence[TableRow], form: str, task: str | None, columns: Mapping[str, str] | None
) -> tuple[Task, Iterator[ChangedRow]]:
    if not isinstance(source, Path):
        raise ZelligError(f"{form} is a format of files", remedy="Name a file, or leave the format out.")
    if columns:
        raise ZelligError(f"the columns of {form} are known", remedy=f"Leave out {option('columns')}.")
    about, rows = read_foreign(source, form)
    if task not in (None, about.name):
        raise ZelligError(f"{form} is about {about.name}, not {task}", remedy=f"Leave out {option('task')}.")
    return about, (ChangedRow(line, content, (None, None), None) for line, content in rows)


def _refuse_none(found: CheckReport, path: Path) -> None:
    if found.accepted:
        return
    first, *others = _reasons(found)
    more = "".join(f"; line {each.line}: {each.message}" for each in others[: TOLD - 1])
    raise ZelligError(
        f"no row is a pair that can be kept ({first.code}: {first.message}{more})",
        path=path,
        line=first.line,
        remedy=first.remedy,
    )


def _reasons(found: CheckReport) -> list[Finding]:
    """Why rows are left out, each reason where it is first told."""
    first: dict[str, Finding] = {}
    for row in found.rejected:
        why = _why_not(row)
        first.setdefault(why.message, why)
    return list(first.values())


def _why_not(row: Row) -> Finding:
    return next(each for each in row.findings if each.severity == "reject")


def imported(found: Read) -> Imported:
    """What was found, in the words of somebody who brings pairs."""
    report = found.report
    promises: dict[str, int] = {}
    for pair in report.accepted:
        promises[pair.promise] = promises.get(pair.promise, 0) + 1
    reasons: dict[str, list[Finding]] = {}
    for row in report.rejected:
        why = _why_not(row)
        reasons.setdefault(why.code, []).append(why)
    return Imported(
        task=report.task,
        pairs=len(report.accepted),
        promises=dict(sorted(promises.items())),
        review=sum(row.worst == "review" for row in report.rows),
        doubtful=sum(len(part.findings or {}) for part in found.parts),
        left_out=[
            LeftOut(code, CODES[code].meaning, [each.line for each in some], some[0].message)
            for code, some in sorted(reasons.items())
        ],
    )
