"""Pairs of others as a file of pairs: read in their format, put to the one check, and written."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from zellig.checks.check_file import write_accepted
from zellig.checks.findings import CODES, CheckReport
from zellig.checks.pipeline import check
from zellig.checks.policy import default_policy
from zellig.errors import ZelligError
from zellig.outputs import keep_inputs
from zellig.pairs.changed_table import read_changed
from zellig.pairs.foreign import FORMATS, read_foreign
from zellig.pairs.reading import no_pair
from zellig.tasks import get_task

TABLE = "table"
FORMS = (*FORMATS, TABLE)


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
    path: Path,
    form: str,
    out: Path,
    *,
    task: str | None = None,
    columns: Mapping[str, str] | None = None,
) -> Imported:
    """Write the pairs of a file that the check accepts; refuses a file that has none."""
    if form not in FORMS:
        raise ZelligError(f"{form!r} is not a format of pairs", remedy=f"There are: {', '.join(FORMS)}.")
    if form == TABLE:
        if task is None:
            raise ZelligError("a table does not say its task", path=path, remedy="Say --task.")
        about = get_task(task)
        keep_inputs([path], files=[out])
        rows = read_changed(path, about, columns)
    else:
        if columns:
            raise ZelligError(f"the columns of {form} are known", remedy="Leave out --column.")
        keep_inputs(FORMATS[form].files(path), files=[out])
        about, rows = read_foreign(path, form)
        if task not in (None, about.name):
            raise ZelligError(f"{form} is about {about.name}, not {task}", remedy="Leave out --task.")
    report = check(rows, about, default_policy())
    if not report.rows:
        raise no_pair(str(path))
    found = imported(report)
    if not found.pairs:
        first = found.left_out[0]
        raise ZelligError(
            f"no row is a pair that can be kept ({first.code}: {first.meaning})",
            path=path,
            line=first.lines[0],
            remedy=CODES[first.code].remedy,
        )
    write_accepted(out, report)
    return found


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
