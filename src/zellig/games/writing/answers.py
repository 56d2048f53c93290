"""The answers that a guesser knows, found by the beginning of any word of any of their names."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from heapq import nsmallest
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


class KnownAnswers:
    """Names to choose from."""

    def __init__(self, names: Sequence[str], others: Iterable[tuple[str, str]] = ()) -> None:
        """`others` are names that lead to one of these, each with the one that it leads to."""
        self._offered = [*map(Offered, names), *(Offered(name, other) for other, name in others)]
        begins = [(part, at) for at, each in enumerate(self._offered) for part in _parts(each.found_by)]
        begins.sort()
        self._begins = [part for part, _ in begins]
        self._at = [at for _, at in begins]

    def like(self, typed: str, most: int = SHOWN) -> list[Offered]:
        """Answers of which a word of a name begins like this, with an article or without; those that begin so
        themselves first, short ones before."""
        wanted = _folded(typed)
        found = self._beginning(wanted) or self._beginning(_ARTICLE.sub("", wanted, count=1))
        return _best(found, wanted, most)

    def _beginning(self, wanted: str) -> list[Offered]:
        first = bisect_left(self._begins, wanted)
        last = bisect_left(self._begins, wanted + "\U0010ffff", lo=first)
        return [self._offered[self._at[place]] for place in range(first, min(last, first + LOOKED_AT))]


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
