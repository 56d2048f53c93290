"""Answers as a column: each a small number, and what the numbers stand for; a million take a megabyte."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import overload

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.integer]


class Column(Sequence[str]):
    """Answers in some order, to be read as any other sequence of them."""

    def __init__(self, spelling: Sequence[str], codes: Ints) -> None:
        self.spelling, self.codes = spelling, codes

    def __len__(self) -> int:
        return len(self.codes)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> Column: ...
    def __getitem__(self, place: int | slice) -> str | Column:
        if isinstance(place, slice):
            return Column(self.spelling, self.codes[place])
        return self.spelling[int(self.codes[place])]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(other) == len(self) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def at(self, places: Ints) -> Column:
        """The answers at some places."""
        return Column(self.spelling, self.codes[places])

    def in_spelling(self, spelling: Sequence[str]) -> Ints:
        """The codes of the same answers in another spelling, which has all of them."""
        places = {answer: place for place, answer in enumerate(spelling)}
        codes = np.array([places[each] for each in self.spelling], dtype=code_type(len(spelling)))
        return np.asarray(codes[self.codes]) if len(codes) else codes


def column_of(answers: Sequence[str]) -> Column:
    """Any answers as a column."""
    if isinstance(answers, Column):
        return answers
    codes: dict[str, int] = {}
    found = np.fromiter((codes.setdefault(each, len(codes)) for each in answers), np.int32, len(answers))
    return Column(list(codes), found.astype(code_type(len(codes))))


def joined(parts: Iterable[Sequence[str]]) -> Column:
    """One column after the other."""
    columns = [column_of(part) for part in parts]
    spelling = list(dict.fromkeys(chain.from_iterable(each.spelling for each in columns)))
    nothing = np.zeros(0, np.int8)  # which is what no columns come to
    return Column(spelling, np.concatenate([nothing, *(each.in_spelling(spelling) for each in columns)]))


def code_type(number: int) -> type[np.signedinteger]:
    """The smallest whole numbers that tell so many apart, and one more."""
    return np.int8 if number < 2**7 else np.int16 if number < 2**15 else np.int32
