"""An n-gram model of words: small, quick to count, and enough to tell likely words from unlikely ones.

Witten and Bell's interpolation: how much a history is trusted depends on how many different words were seen
after it. There is nothing to tune.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

from zellig.corpora import open_corpus
from zellig.tasks import get_task
from zellig.texts import tokens

START, END = "<s>", "</s>"

History = tuple[str, ...]


class NgramModel:
    """Counts of the words after every history of up to `order` - 1 words."""

    def __init__(self, texts: Iterable[Sequence[str]], order: int = 3) -> None:
        self._order = order
        self._after: dict[History, Counter[str]] = {}
        for words in texts:
            padded = [*[START] * (order - 1), *words, END]
            for place in range(order - 1, len(padded)):
                for length in range(order):
                    history = tuple(padded[place - length : place])
                    self._after.setdefault(history, Counter())[padded[place]] += 1
        self._totals = {history: counts.total() for history, counts in self._after.items()}

    @property
    def words(self) -> Counter[str]:
        """How often each word was seen."""
        return Counter({word: count for word, count in self._after.get((), {}).items() if word != END})

    def probability(self, word: str, history: Sequence[str]) -> float:
        """Of a word after others, of which the last ones count; an unknown word has a little, too."""
        known = tuple(history)[-(self._order - 1) :] if self._order > 1 else ()
        seen = self._after.get((), Counter())
        found = 1 / (len(seen) + 1)
        for length in range(len(known) + 1):
            counts = self._after.get(known[len(known) - length :])
            if counts is None:
                break
            total = self._totals[known[len(known) - length :]]
            found = (counts[word] + len(counts) * found) / (total + len(counts))
        return found

    def log_probability(self, words: Sequence[str]) -> float:
        """Of a whole text, its end included."""
        padded = [*[START] * (self._order - 1), *words, END]
        before = self._order - 1
        return sum(
            math.log(self.probability(padded[place], padded[place - before : place]))
            for place in range(before, len(padded))
        )


@cache
def load_ngrams(corpus: str) -> NgramModel:
    """The trigrams of a corpus, in lower case; counted once a process."""
    source = open_corpus(corpus)
    task = get_task(source.task)
    return NgramModel(tokens(task.text(item).lower()) for item in source)
