"""A table from answers to pages, which somebody has made: answers of one page are one answer.

Forms, by the ending of the file: `.json` (an object), `.tsv` and `.csv` (two columns, with the header
`answer`, `page` or none), and `.yaml` of the plainest kind: a line `answer: page` for each, indented alike or
not at all, long ones folded, headings between them. What else YAML can say is refused.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from zellig.decoding import decode_json, fault
from zellig.errors import ZelligError
from zellig.files import read_lines, read_whole

LARGEST = 2**28  # bytes

_REMEDY = 'Give a table as .json ({"answer": "page"}), as .tsv or .csv with two columns, or as plain .yaml.'
_HEADER = ("answer", "page")
_PLAIN = r"""(?:[^\s'"\[\]{}#&*!|>%@`,?:-]|[?:-](?=\S))(?:[^:#]|:(?=\S)|(?<=\S)\#)*"""
_SCALAR = rf"""'(?:[^']|'')*'|"(?:[^"\\]|\\.)*"|{_PLAIN}"""
_ENTRY = re.compile(rf"(?P<indent> *)(?:\? )?(?P<answer>{_SCALAR})\s*: (?P<page>{_SCALAR})")
_HEADING = re.compile(rf"(?:{_SCALAR}):")
_ESCAPE = re.compile(r'\\(?:x(?P<x>[\da-fA-F]{2})|u(?P<u>[\da-fA-F]{4})|(?P<other>["\\/]))')

Row = tuple[int, str, str]  # the line of the file, the answer, its page


def read_pages(path: Path) -> dict[str, str]:
    """The page of each answer; refuses what is no such table, and an answer with two pages."""
    if path.suffix == ".json":
        what = "an object from answers to pages"
        found = decode_json(read_whole(path, LARGEST), dict[str, str], path=path, what=what, remedy=_REMEDY)
        return _checked(path, ((0, *row) for row in found.items()))
    lines = list(read_lines(path))
    match path.suffix:
        case ".tsv":
            return _checked(path, _columns(path, ((line, text.split("\t")) for line, text in lines)))
        case ".csv":
            return _checked(path, _columns(path, _cells(path, lines)))
        case ".yaml" | ".yml":
            return _checked(path, _entries(path, lines))
    raise ZelligError("it is no table of pages by its name", path=path, remedy=_REMEDY)


def _checked(path: Path, rows: Iterable[Row]) -> dict[str, str]:
    found: dict[str, str] = {}
    for line, answer, page in rows:
        if not answer.strip() or not page.strip():
            raise ZelligError("an answer or its page is empty", path=path, line=line or None, remedy=_REMEDY)
        if found.setdefault(answer, page) != page:
            raise ZelligError(
                f"{answer!r} has two pages, {found[answer]!r} and {page!r}",
                path=path,
                line=line or None,
                remedy="Leave one of them.",
            )
    if not found:
        raise ZelligError("there is no answer in it", path=path, remedy=_REMEDY)
    return found


def _cells(path: Path, lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader((text for _, text in lines), strict=True)
    try:
        for cells in reader:
            yield reader.line_num, cells
    except csv.Error as error:
        raise ZelligError(
            f"it is no CSV ({fault(error)})", path=path, line=reader.line_num, remedy=_REMEDY
        ) from None


def _columns(path: Path, rows: Iterable[tuple[int, list[str]]]) -> Iterator[Row]:
    for line, cells in rows:
        if not cells or cells == [""]:
            continue
        if len(cells) != 2:
            raise ZelligError(
                f"there are {len(cells)} columns in this row", path=path, line=line, remedy=_REMEDY
            )
        if line > 1 or tuple(cells) != _HEADER:
            yield line, cells[0].strip(), cells[1].strip()


def _entries(path: Path, lines: Iterable[tuple[int, str]]) -> Iterator[Row]:
    indent = None
    for line, text in _unfolded(lines):
        if _HEADING.fullmatch(text):
            indent = None
            continue
        entry = _ENTRY.fullmatch(text)
        if entry is None or indent not in (None, entry["indent"]):
            raise ZelligError(
                f"{text.strip()[:60]!r} is no plain entry", path=path, line=line, remedy=_REMEDY
            )
        indent = entry["indent"]
        yield line, _scalar(entry["answer"]), _scalar(entry["page"])


def _unfolded(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Entries that were folded into several lines, in one: a line that is indented further goes on."""
    first, entry = 0, ""
    for line, text in lines:
        indent = len(text) - len(text.lstrip(" "))
        deeper = entry and indent > len(entry) - len(entry.lstrip(" ")) and not _HEADING.fullmatch(entry)
        if not text.strip() or text.startswith(("#", "---")):
            continue
        if deeper or (entry.lstrip().startswith("? ") and text.lstrip().startswith(": ")):
            entry = f"{entry}{'' if text.lstrip().startswith(': ') else ' '}{text.strip()}"
            continue
        if entry:
            yield first, entry
        first, entry = line, text.rstrip()
    if entry:
        yield first, entry


def _scalar(text: str) -> str:
    if text.startswith("'"):
        return text[1:-1].replace("''", "'")
    if text.startswith('"'):
        return _ESCAPE.sub(lambda found: found["other"] or chr(int(found["x"] or found["u"], 16)), text[1:-1])
    return text.strip()
