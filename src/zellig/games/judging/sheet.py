"""Sheets for judges elsewhere: a table of texts with empty columns, which is read back as verdicts."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from zellig.corpora.rows import by_column, peek, read_csv
from zellig.corpora.table_files import refuse_same_names, separator_of
from zellig.doors import option
from zellig.errors import ZelligError
from zellig.files import write_text
from zellig.games.judging.names import refuse_other_spelling
from zellig.games.judging.session import said_by
from zellig.games.judging.verdicts import VerdictFile
from zellig.items import Item, Verdict
from zellig.judges.person import NONE
from zellig.notices import note
from zellig.tasks import Task

ID, SAID = "id", ("answer", "grammatical", "natural", "note")
_YES_NO = {
    "yes": True,
    "y": True,
    "1": True,
    "true": True,
    "no": False,
    "n": False,
    "0": False,
    "false": False,
}
BOM = "\ufeff"  # without it spreadsheets take what is not ASCII for something else
_STEERS = ("=", "+", "-", "@")  # what a spreadsheet takes for a formula


class Sheet(NamedTuple):
    """What a judge has done with a sheet."""

    verdicts: list[Verdict]
    empty: list[str]  # texts of which nothing is said


class Entered(NamedTuple):
    """What became of a sheet: all that a judge says in a file by then, and what was taken back."""

    new: int
    changed: int
    same: int
    kept: int  # said before, although the row is empty now
    elsewhere: int  # said before, about texts that are not in the sheet
    taken_back: int
    unanswered: int  # texts of the sheet about which no answer is given, now or before


def write_sheet(path: Path, asked: Mapping[str, Item], order: Sequence[str], task: Task) -> None:
    """A table (CSV) of texts in this order, and columns to be filled in."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow([ID, *task.fields, *SAID])
    for name in order:
        fields = asked[name].fields
        table.writerow(
            [name, *(_as_text(fields.get(field, "")) for field in task.fields), *("" for _ in SAID)]
        )
    write_text(path, BOM + out.getvalue())


def _as_text(text: str) -> str:
    return f"'{text}" if text.startswith(_STEERS) else text


def _as_meant(said: str) -> str:
    """What somebody gave an apostrophe so that a spreadsheet does not compute it."""
    return said[1:] if said.startswith("'") and said[1:].startswith(_STEERS) else said


def read_sheet(path: Path, by: str, asked: Mapping[str, Item], task: Task) -> Sheet:
    """What a sheet says, whatever the spreadsheet divides columns by. Refuses one without all the columns
    that were written, texts that nobody was asked about, that are there twice or are not those of their ids,
    answers that the task does not have, and what is neither yes nor no."""
    first, rows = peek(read_csv(path, separator_of(path)))
    columns = (ID, *task.fields, *SAID)
    if first is not None:
        refuse_same_names(first[1], path, first[0])
    empty: dict[str, None] = {}
    found: dict[str, Verdict] = {}
    for line, row in by_column(path, rows, columns):
        given = {name: cell.strip() for name, cell in row.items()}
        name = given[ID]
        if not any(given[column] for column in SAID):
            empty[name] = None
            continue
        if name not in asked or name in found:
            what, remedy = (
                (f"the text {name!r} is there twice", "Keep one row for each text.")
                if name in found
                else (f"nobody was asked about {name!r}", "Keep the column id as it was.")
            )
            raise ZelligError(what, path=path, line=line, remedy=remedy)
        for field, text in asked[name].fields.items():
            if not _same(_as_meant(row[field]), text):
                raise ZelligError(
                    f"the text of {name!r} is another one than was asked about",
                    path=path,
                    line=line,
                    field=field,
                    remedy="Sort whole rows, leave ids and texts as they were, and save it as UTF-8.",
                )
        found[name] = _verdict(given, name, by, path, line, task)
    if more := [name for name in (first or (1, []))[1] if name.strip() and name not in columns]:
        note(f"not read of {path}: the columns {', '.join(map(repr, more))}")
    return Sheet(list(found.values()), [name for name in empty if name in asked and name not in found])


def enter(sheet: Sheet, by: str, file: VerdictFile, *, take_back: bool) -> Entered:
    """Add to a file what a sheet says that the judge has not said before. What was said of a text whose row
    is empty now stays, unless it is to be taken back. Refuses a sheet that says nothing, and another spelling
    of a name that the file has."""
    refuse_other_spelling(by, file.people())
    if not sheet.verdicts and not take_back:
        raise ZelligError(
            "no row of this sheet is filled in",
            remedy=f"Save it once it is; {option('take_back', True)} takes back what was said before.",
        )
    before = said_by(by, file)
    new = [each for each in sheet.verdicts if each.id not in before]
    changed = [each for each in sheet.verdicts if each.id in before and before[each.id] != each]
    left = [name for name in sheet.empty if name in before]
    file.add(*new, *changed, *(Verdict(name, by) for name in left if take_back))
    same = len(sheet.verdicts) - len(new) - len(changed)
    kept = [before[name] for name in left if not take_back]
    answered = sum(each.answer is not None for each in (*sheet.verdicts, *kept))
    return Entered(
        new=len(new),
        changed=len(changed),
        same=same,
        kept=len(kept),
        elsewhere=len(before) - len(changed) - same - len(left),
        taken_back=len(left) if take_back else 0,
        unanswered=len(sheet.verdicts) + len(sheet.empty) - answered,
    )


def _same(given: str, text: str) -> bool:
    """Spreadsheets change spaces and the ends of lines."""
    return given.split() == text.split()


def _verdict(given: Mapping[str, str], name: str, by: str, path: Path, line: int, task: Task) -> Verdict:
    opinions = dict(_opinions(given, path, line))
    try:
        said = _as_meant(given["answer"])
        answer = said if said in ("", NONE) else _answer(said, task)
    except ZelligError as error:
        raise ZelligError(error.what, path=path, line=line, field="answer", remedy=error.remedy) from None
    return Verdict(
        name, by, answer or None, opinions.get("grammatical"), opinions.get("natural"), given["note"]
    )


def _answer(said: str, task: Task) -> str:
    """An answer by its own name or in words. A bare 1 is refused: the first answer, or +1?."""
    known = {*task.labels, *task.words.values()}
    if task.labels and said.lower() not in known:
        named = ", ".join(task.words.get(label, label) for label in task.labels)
        raise ZelligError(
            f"{said!r} is not an answer of the task {task.name}", remedy=f"Use one of {named}, or {NONE!r}."
        )
    return task.given(said)


def _opinions(given: Mapping[str, str], path: Path, line: int) -> Iterator[tuple[str, bool]]:
    for name in ("grammatical", "natural"):
        said = given[name].lower()
        if said and said not in _YES_NO:
            raise ZelligError(
                f"{given[name]!r} is neither yes nor no",
                path=path,
                line=line,
                field=name,
                remedy="Write yes or no, or nothing.",
            )
        if said:
            yield name, _YES_NO[said]
