"""A look at every column of a table: what its cells are like, told from all of its rows."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import islice
from numbers import Integral, Real
from typing import Any

MOST_LABELS = 50  # different values that a column of labels may have
SAMPLE = 2000  # values of a column that tell whether it is prose
CHUNK = 5000  # rows that are looked at together

_LETTER = re.compile(r"[^\W\d_]")


def text_of(value: object) -> str | None:
    """A cell as text, empty where nothing is in it; None for what is neither a text nor a number."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Integral):
        return str(int(value))
    if isinstance(value, Real | Decimal):  # a program that met a gap has made 5.0 of 5
        number = float(value)
        return "" if math.isnan(number) else str(int(number)) if number.is_integer() else str(number)
    return None


@dataclass
class Look:
    """What one column is like."""

    values: Counter[str] | None = field(default_factory=Counter)  # all that occur, None if too many do
    empty: set[int] = field(default_factory=set)  # the numbers of the rows without a value
    filled: int = 0
    plain: bool = True  # nothing but texts and numbers
    repeats: bool = False  # a value occurs twice; told of columns that may be ids
    words: int = 0  # of the first values
    lettered: int = 0  # first values with a letter in them
    sampled: int = 0
    _seen: set[str] | None = None

    @property
    def is_text(self) -> bool:
        """Are most of its values words, and not numbers?"""
        return self.plain and self.sampled > 0 and self.lettered >= 0.8 * self.sampled

    @property
    def is_prose(self) -> bool:
        """Are its values longer than names and labels are?"""
        return self.is_text and self.words >= 3 * self.sampled

    def add(self, cells: Sequence[object], first: int) -> None:
        """Look at some more cells, of which the first is in the row of this number."""
        texts = [cell if isinstance(cell, str) else text_of(cell) for cell in cells]
        found = [text.strip() for text in texts if text is not None]
        if len(found) < len(texts):
            self.plain = False
            return
        if not all(found):
            self.empty.update(first + offset for offset, text in enumerate(found) if not text)
            found = list(filter(None, found))
        self.filled += len(found)
        for text in islice(found, max(0, SAMPLE - self.sampled)):
            self.sampled += 1
            self.words += text.count(" ") + 1
            self.lettered += _LETTER.search(text) is not None
        if self.values is not None:
            self.values.update(found)
            if len(self.values) > MOST_LABELS:
                self.values = None
        if self._seen is not None:
            before = len(self._seen)
            self._seen.update(found)
            self.repeats |= len(self._seen) < before + len(found)


def looks_of(
    columns: Sequence[str], rows: Iterable[Mapping[str, Any]], may_be_id: Callable[[str], bool]
) -> dict[str, Look]:
    """A look at each of the columns; of those that may be ids it is also told whether a value repeats.

    Rows may bring columns that were not named before, as JSON does.
    """
    looks = {name: _new(may_be_id(name)) for name in columns}
    first = 1
    for chunk in _chunks(rows):
        for name in {key: None for row in chunk for key in row}:
            if name not in looks:
                looks[name] = _new(may_be_id(name))
                looks[name].empty.update(range(1, first))
        for name, look in looks.items():
            look.add([row.get(name) for row in chunk], first)
        first += len(chunk)
    return looks


def _new(is_id: bool) -> Look:
    return Look(_seen=set() if is_id else None)


def _chunks(rows: Iterable[Mapping[str, Any]]) -> Iterator[list[Mapping[str, Any]]]:
    iterator = iter(rows)
    while chunk := list(islice(iterator, CHUNK)):
        yield chunk
