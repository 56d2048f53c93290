"""Figures as one page: what they say in words, tables of them, and examples where there are any."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from zellig import __version__
from zellig.report.cards import Field
from zellig.report.page import template


class FigureTable(NamedTuple):
    """Rows that begin with a name; the other cells are numbers, on a second line their intervals."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


class Example(NamedTuple):
    """A pair, and what is to be said about it."""

    about: str
    fields: Sequence[Field]


class FigurePage(NamedTuple):
    """All that stands on the page."""

    kind: str
    title: str
    facts: Sequence[str]
    words: Sequence[str]
    tables: Sequence[FigureTable]
    method: str
    examples: Sequence[Example] = ()

    def html(self) -> str:
        """The page as one string of HTML; the same figures give the same bytes."""
        return template("figures.html").render(**self._asdict(), version=__version__)
