"""How questions and answer lines are printed: stretches of text, each in one type.

Every format in which they leave the house is made from these: tags, a document, a page.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from zellig.tasks.quiz.lines.markup import ITALIC, LOWERED, PROMPT, RAISED, REQUIRED, read_print

_TAGS = ("b", "u", "em", "sub", "sup")  # in the order of `Type`; MODAQ knows these and no others
_LOOKS_LIKE_MARKUP = re.compile(
    r"<\s*/?\s*(?:b|u|i|em|strong|req|sub|sup|span|p|br|small|font|s|a|div)\b|&#?\w+;", re.IGNORECASE
)


class Type(NamedTuple):
    """How a stretch is printed."""

    bold: bool = False
    underlined: bool = False
    italic: bool = False
    low: bool = False
    high: bool = False


class Run(NamedTuple):
    """A stretch of text that is printed in one type."""

    text: str
    type: Type = Type()


def line_runs(line: str) -> list[Run]:
    """An answer line to be printed, without what editors wrote behind it.

    What is required is bold and underlined. What is underlined to be asked about is underlined where
    something else is required: on its own, it would be taken for required.
    """
    marked, _ = read_print(line.strip())
    marked = marked.part(0, len(marked.text.rstrip()))
    required = any(mark & REQUIRED for mark in marked.marks)
    runs = (
        Run(character, _type_of(mark, required=required))
        for character, mark in zip(marked.text, marked.marks, strict=True)
    )
    return joined(runs)


def line_notes(line: str) -> tuple[str, ...]:
    """What editors wrote behind an answer line: authors, categories."""
    return tuple(note.strip("<>{} ") for note in read_print(line)[1])


def joined(runs: Iterable[Run]) -> list[Run]:
    """Neighbours of one type as one run; none is empty."""
    groups = groupby((run for run in runs if run.text), key=lambda run: run.type)
    return [Run("".join(run.text for run in group), type_) for type_, group in groups]


def plain(runs: Iterable[Run]) -> str:
    """The text alone."""
    return "".join(run.text for run in runs)


def tagged(runs: Iterable[Run]) -> str:
    """The text with tags; characters stay what they are, unless they would be read as markup."""
    return "".join(_tagged(run) for run in runs)


def tags_of(type_: Type) -> Iterator[str]:
    """The names of the tags for a type, the outer ones first."""
    return (tag for tag, wanted in zip(_TAGS, type_, strict=True) if wanted)


def _tagged(run: Run) -> str:
    text = html.escape(run.text, quote=False) if _LOOKS_LIKE_MARKUP.search(run.text) else run.text
    for tag in reversed(list(tags_of(run.type))):
        text = f"<{tag}>{text}</{tag}>"
    return text


def _type_of(mark: int, *, required: bool) -> Type:
    sure = bool(mark & REQUIRED)
    asked = bool(mark & PROMPT) and required
    return Type(sure, sure or asked, bool(mark & ITALIC), bool(mark & LOWERED), bool(mark & RAISED))
