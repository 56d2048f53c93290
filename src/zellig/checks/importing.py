"""Pairs of others as a file of pairs: read in their format, put to the one check, and written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from zellig.checks.check_file import write_accepted
from zellig.checks.findings import CODES, CheckReport
from zellig.checks.pipeline import check
from zellig.checks.policy import default_policy
from zellig.corpora.table_files import TableRow
from zellig.errors import ZelligError
from zellig.outputs import keep_inputs
from zellig.pairs.changed_table import changed_pairs, read_changed
from zellig.pairs.foreign import FORMATS, Rows, read_foreign
from zellig.pairs.reading import no_pair
from zellig.tasks import Task, get_task

TABLE = "table"
FORMS = (*FORMATS, TABLE)
IN_HAND = Path("data")  # what rows that are in no file are called


class LeftOut(msgspec.Struct, frozen=True):
    """Rows that are no pair of the new file, for one reason."""

    code: str
    meaning: str
    lines: list[int]


class Imported(msgspec.Struct, frozen=True):
    """What was written, and what was not."""

    task: str
    pairs: int
    promises: dict[str, int]
    review: int  # pairs that somebody should look at
    left_out: list[LeftOut]


def import_pairs(
    source: Path | Sequence[TableRow],
    form: str,
    out: Path | None = None,
    *,
    task: str | None = None,
    columns: Mapping[str, str] | None = None,
) -> CheckReport:
    """Put the pairs of a file, or of a table in hand, to the check; refuses if none is accepted.

    The accepted ones are written to `out`, if that is given.
    """
    if form not in FORMS:
        raise ZelligError(f"{form!r} is not a format of pairs", remedy=f"There are: {', '.join(FORMS)}.")
    if out is not None and isinstance(source, Path):
        keep_inputs([source] if form == TABLE else FORMATS[form].files(source), files=[out])
    path = source if isinstance(source, Path) else IN_HAND
    about, rows = (
        _of_table(source, path, task, columns or {})
        if form == TABLE
        else _published(source, form, task, columns)
    )
    report = check(rows, about, default_policy())
    if not report.rows:
        raise no_pair(str(path))
    _refuse_none(imported(report), path)
    if out is not None:
        write_accepted(out, report)
    return report


def _of_table(
    source: Path | Sequence[TableRow], path: Path, task: str | None, columns: Mapping[str, str]
) -> tuple[Task, Rows]:
    if task is None:
        raise ZelligError("a table does not say its task", path=path, remedy="Say --task.")
    about = get_task(task)
    table = read_changed(source) if isinstance(source, Path) else source
    return about, changed_pairs(table, about, columns, path)


def _published(
    source: Path | Sequence[TableRow], form: str, task: str | None, columns: Mapping[str, str] | None
) -> tuple[Task, Rows]:
    if not isinstance(source, Path):
        raise ZelligError(f"{form} is a format of files", remedy="Name a file, or leave the format out.")
    if columns:
        raise ZelligError(f"the columns of {form} are known", remedy="Leave out --column.")
    about, rows = read_foreign(source, form)
    if task not in (None, about.name):
        raise ZelligError(f"{form} is about {about.name}, not {task}", remedy="Leave out --task.")
    return about, rows


def _refuse_none(found: Imported, path: Path) -> None:
    if not found.pairs:
        first = found.left_out[0]
        raise ZelligError(
            f"no row is a pair that can be kept ({first.code}: {first.meaning})",
            path=path,
            line=first.lines[0],
            remedy=CODES[first.code].remedy,
        )


def imported(report: CheckReport) -> Imported:
    """A report in the words of somebody who brings pairs."""
    promises: dict[str, int] = {}
    for pair in report.accepted:
        promises[pair.promise] = promises.get(pair.promise, 0) + 1
    reasons: dict[str, list[int]] = {}
    for row in report.rejected:
        code = next(each.code for each in row.findings if each.severity == "reject")
        reasons.setdefault(code, []).append(row.line)
    return Imported(
        task=report.task,
        pairs=len(report.accepted),
        promises=dict(sorted(promises.items())),
        review=sum(row.worst == "review" for row in report.rows),
        left_out=[LeftOut(code, CODES[code].meaning, lines) for code, lines in sorted(reasons.items())],
    )
