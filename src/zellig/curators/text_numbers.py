"""What a text is like, as a few numbers: its length, how rare its words are, marks, metadata, and so on."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from zellig.curators.walk import words_of
from zellig.items import Item
from zellig.texts import tokens

NEGATIONS = frozenset({"no", "not", "never", "nothing", "nobody", "none", "nor", "without"})
LABEL = "label"  # what the answer of a text is called among its metadata
MOST_VALUES = 12  # metadata with more values than this are names, not groups
FARTHEST = 3.0  # standard deviations: a text that is farther off counts as that far

Floats = NDArray[np.float64]


class TextNumbers:
    """The numbers of texts, for those of one corpus; they are the same however a game spells the texts."""

    def __init__(self, items: Sequence[Item]) -> None:
        counts = Counter(word for item in items for word in words_of(item.fields["text"]))
        total = counts.total() or 1
        self._rarity = {word: -math.log(count / total) for word, count in counts.items()}
        self._rarest = math.log(total)  # what a word has that the corpus has not
        self._neighbours = Counter(pair for item in items for pair in _neighbours(item.fields["text"]))
        self._groups = _groups(items)
        all_of_them = np.array([self._measured(item.fields["text"]) for item in items])
        self._mean, spread = all_of_them.mean(axis=0), all_of_them.std(axis=0)
        self._spread = np.where(spread > 0, spread, 1.0)
        self.size = 1 + len(self._mean) + len(self._groups)

    def of(self, text: str, known: Mapping[str, object]) -> Floats:
        """Of a text and of what is known about it."""
        places = (np.array(self._measured(text)) - self._mean) / self._spread
        groups = [float(name in known and str(known[name]) == value) for name, value in self._groups]
        return np.array([1.0, *np.clip(places, -FARTHEST, FARTHEST), *groups])

    def _measured(self, text: str) -> list[float]:
        words = words_of(text)
        rarity = [self._rarity.get(word, self._rarest) for word in words] or [0.0]
        marks = [token for token in tokens(text) if not token[0].isalnum()]
        return [
            math.log1p(len(words)),
            sum(map(len, words)) / (len(words) or 1),
            sum(rarity) / len(rarity),
            max(rarity),
            self._familiar(text),
            len(marks) / (len(words) or 1),
            len(set(words)) / (len(words) or 1),
            float("?" in marks),
            float(any(word in NEGATIONS or word.endswith(("n't", "n’t")) for word in words)),
            float(any(word[0].isdigit() for word in words)),
        ]

    def _familiar(self, text: str) -> float:
        """The share of neighbours that stand together in the corpus more than once."""
        found = _neighbours(text)
        return sum(self._neighbours[each] > 1 for each in found) / len(found)


def _neighbours(text: str) -> list[tuple[str, str]]:
    """The pairs of neighbouring words, both ends of the text among them."""
    return list(pairwise(["", *tokens(text.lower()), ""]))


def known_of(item: Item) -> dict[str, object]:
    """The metadata of an item as a game tells them, with its answer."""
    return item.metadata | {LABEL: item.accepted[0]} if len(item.accepted) == 1 else item.metadata


def _groups(items: Sequence[Item]) -> list[tuple[str, str]]:
    """The names and values of metadata that sort the texts into a few groups."""
    values: dict[str, set[str]] = {}
    for item in items:
        for name, value in known_of(item).items():
            if isinstance(value, str | int | bool) and len(values.setdefault(name, set())) <= MOST_VALUES:
                values[name].add(str(value))
    few = {name: found for name, found in values.items() if 1 < len(found) <= MOST_VALUES}
    return [(name, value) for name in sorted(few) for value in sorted(few[name])]
