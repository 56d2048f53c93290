"""The answers that a guesser knows, found by the beginning of any of their words."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from heapq import nsmallest

from zellig.texts import comparable

SHOWN = 12
LOOKED_AT = 5000  # of the many names that begin with one letter


class KnownAnswers:
    """Names to choose from."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        begins = [(part, at) for at, name in enumerate(names) for part in _parts(name)]
        begins.sort()
        self._begins = [part for part, _ in begins]
        self._at = [at for _, at in begins]

    def like(self, typed: str, most: int = SHOWN) -> list[str]:
        """Names of which a word begins like this; those that begin so themselves first, short ones before."""
        wanted = _folded(typed)
        first = bisect_left(self._begins, wanted)
        last = bisect_left(self._begins, wanted + "\U0010ffff", lo=first)
        found = {self._at[place] for place in range(first, min(last, first + LOOKED_AT))}
        names = (self._names[at] for at in found)
        return nsmallest(
            most, names, key=lambda name: (not _folded(name).startswith(wanted), len(name), name)
        )


def _parts(name: str) -> list[str]:
    """A name from each of its words on, in a form that is compared."""
    words = _folded(name).split()
    return [" ".join(words[at:]) for at in range(len(words))]


def _folded(name: str) -> str:
    """Words without regard to case, accents and punctuation."""
    return " ".join(filter(None, map(comparable, name.split())))
