"""Sheets for judges elsewhere: a table of texts with empty columns, which is read back as verdicts."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from zellig.corpora.rows import by_column, read_csv
from zellig.corpora.table_files import separator_of
from zellig.errors import ZelligError
from zellig.files import write_text
from zellig.items import Item, Verdict
from zellig.judges.person import NONE
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
_STEERS = ("=", "+", "-", "@")  # what a spreadsheet takes for a formula


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
    write_text(path, out.getvalue())


def _as_text(text: str) -> str:
    return f"'{text}" if text.startswith(_STEERS) else text


def _as_meant(said: str) -> str:
    """What somebody gave an apostrophe so that a spreadsheet does not compute it."""
    return said[1:] if said.startswith("'") and said[1:].startswith(_STEERS) else said


def read_sheet(path: Path, by: str, asked: Mapping[str, Item], task: Task) -> list[Verdict]:
    """The verdicts of a sheet that was filled in, whatever the spreadsheet divides columns by; rows without
    any are left out. Refuses texts that nobody was asked about, that are there twice or are not those of
    their ids, answers that the task does not have, and what is neither yes nor no."""
    rows = by_column(path, read_csv(path, separator_of(path)), (ID, "answer"))
    found: dict[str, Verdict] = {}
    for line, row in rows:
        given = {name: cell.strip() for name, cell in row.items()}
        if not any(given.get(name) for name in SAID):
            continue
        name = given[ID]
        if name not in asked or name in found:
            what = (
                f"the text {name!r} is there twice" if name in found else f"nobody was asked about {name!r}"
            )
            raise ZelligError(what, path=path, line=line, remedy="Keep the column id as it was.")
        for field, text in asked[name].fields.items():
            if field in row and not _same(_as_meant(row[field]), text):
                raise ZelligError(
                    f"the text of {name!r} is another one than was asked about",
                    path=path,
                    line=line,
                    field=field,
                    remedy="Sort whole rows, and leave ids and texts as they were.",
                )
        found[name] = _verdict(given, name, by, path, line, task)
    return list(found.values())


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
    note = given.get("note", "")
    return Verdict(name, by, answer or None, opinions.get("grammatical"), opinions.get("natural"), note)


def _answer(said: str, task: Task) -> str:
    """An answer by its own name or in words. A bare 1 is refused: the first answer, or +1?."""
    known = {*task.labels, *task.words.values()}
    if task.labels and said.lower() not in known:
        named = ", ".join(task.words.get(label, label) for label in task.labels)
        raise ZelligError(f"{said!r} is not an answer of the task {task.name}", remedy=f"Use one of {named}.")
    return task.given(said)


def _opinions(given: Mapping[str, str], path: Path, line: int) -> Iterator[tuple[str, bool]]:
    for name in ("grammatical", "natural"):
        said = given.get(name, "").lower()
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
