"""The answers that a guesser knows, found by the beginning of any word of any of their names."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from heapq import nsmallest
from itertools import chain, islice
from typing import NamedTuple

from zellig.tasks.quiz.words import fold
from zellig.texts import comparable

SHOWN = 12
LOOKED_AT = 5000  # of the many names that begin with one letter

_ARTICLE = re.compile(r"(?:the|an?) +(?=\S)")


class Offered(NamedTuple):
    """An answer to choose, and the other name by which it was found; empty: by its own."""

    answer: str
    called: str = ""

    @property
    def found_by(self) -> str:
        return self.called or self.answer


class _Begins(NamedTuple):
    """Names from one of their words on, and the places of the answers that they lead to."""

    parts: list[str]
    at: array[int]


class KnownAnswers:
    """Names to choose from. Those that begin with a letter are put in order when somebody first types it: of
    hundreds of thousands of names at once, whoever writes meanwhile would have to wait."""

    def __init__(self, names: Iterable[str], others: Iterable[tuple[str, str]] = ()) -> None:
        """`others` are names that lead to one of these, each with the one that it leads to."""
        self._offered: list[Offered] = []
        self._begins: defaultdict[str, _Begins] = defaultdict(lambda: _Begins([], array("I")))
        self._ordered: dict[str, _Begins] = {}
        offers = chain(map(Offered, names), (Offered(name, other) for other, name in others))
        for at, each in enumerate(offers):
            self._offered.append(each)
            for part in _parts(each.found_by):
                begins = self._begins[part[0]]
                begins.parts.append(part)
                begins.at.append(at)

    def like(self, typed: str, most: int = SHOWN) -> list[Offered]:
        """Answers of which a word of a name begins like this, with an article or without; those that begin so
        themselves first, short ones before."""
        wanted = _folded(typed)
        found = self._beginning(wanted) or self._beginning(_ARTICLE.sub("", wanted, count=1))
        return _best(found, wanted, most)

    def _beginning(self, wanted: str) -> list[Offered]:
        letters = [wanted[0]] if wanted else sorted(self._begins)
        found = chain.from_iterable(self._of_letter(letter, wanted) for letter in letters)
        return [self._offered[at] for at in islice(found, LOOKED_AT)]

    def _of_letter(self, letter: str, wanted: str) -> Sequence[int]:
        begins = self._in_order(letter)
        first = bisect_left(begins.parts, wanted)
        last = bisect_left(begins.parts, wanted + "\U0010ffff", lo=first)
        return begins.at[first:last]

    def _in_order(self, letter: str) -> _Begins:
        if letter not in self._ordered:
            parts, at = self._begins[letter] if letter in self._begins else ([], array("I"))
            order = sorted(range(len(parts)), key=parts.__getitem__)
            self._ordered[letter] = _Begins(
                [parts[place] for place in order], array("I", (at[place] for place in order))
            )
        return self._ordered[letter]


def offered(known: Iterable[KnownAnswers], typed: str, most: int = SHOWN) -> list[Offered]:
    """What any of several guessers knows that begins like this."""
    return _best([each for one in known for each in one.like(typed, most)], _folded(typed), most)


def _best(found: Iterable[Offered], wanted: str, most: int) -> list[Offered]:
    """The best of what was found, each answer once: by its own name, if that was found, too."""
    once: dict[str, Offered] = {}
    for each in sorted(found, key=lambda each: (bool(each.called), len(each.called), each)):
        once.setdefault(comparable(each.answer), each)

    def order(each: Offered) -> tuple[bool, int, str]:
        return not _folded(each.found_by).startswith(wanted), len(each.found_by), each.found_by

    return nsmallest(most, once.values(), key=order)


def _parts(name: str) -> list[str]:
    """A name from each of its words on, in a form that is compared."""
    words = _folded(name).split()
    return [" ".join(words[at:]) for at in range(len(words))]


def _folded(name: str) -> str:
    """Words without regard to case, accents and punctuation."""
    return " ".join(filter(None, map(comparable, fold(name).split())))
