"""Is a text that was written from scratch one of the domain of its corpus?

The measure is the share of its different words that the corpus knows. How large that has to be, the corpus
says itself: by the same share of each of its own texts among the others. docs/reference/pairs.md says what
this finds.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from zellig.items import Item, Pair
from zellig.pairs.near_duplicates import TokenSet, token_set
from zellig.tasks import Task

SAMPLE = 5_000  # texts of a corpus that say how its own texts do; its words are counted in all of them


class CorpusWords:
    """The words of a corpus that goes by as a stream."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._texts_with: Counter[str] = Counter()
        self._sample: list[TokenSet] = []

    def learning(self, corpus: Iterable[Item]) -> Iterator[Item]:
        """Pass the items on, and keep their words."""
        chance = random.Random(0)  # noqa: S311  (a fair sample that is always the same)
        for number, item in enumerate(corpus):
            words = token_set(self._task.text(item))
            self._texts_with.update(words)
            if number < SAMPLE:
                self._sample.append(words)
            elif (place := chance.randrange(number + 1)) < SAMPLE:
                self._sample[place] = words
            yield item

    def off(self, pairs: Sequence[Pair], quantile: float) -> Iterator[tuple[int, str, str]]:
        """(position, code, sentence) of the originals from scratch that are less known than their corpus is.

        Less means: than all of its texts but the share `quantile`.
        """
        for position, pair in enumerate(pairs):
            if pair.from_scratch and self._shares:
                bound = self._shares[int(quantile * len(self._shares))]
                share = self._share(token_set(self._task.text(pair.original)), least=1)
                if share < bound:
                    what = f"the corpus knows {share:.0%} of the original's words"
                    yield position, "off-domain", f"{what}, and {bound:.0%} or more of nearly all of its own"

    @cached_property
    def _shares(self) -> list[float]:
        """For each text of the sample the share of its words that others have too, the lowest first."""
        return sorted(self._share(words, least=2) for words in self._sample)

    def _share(self, words: TokenSet, least: int) -> float:
        return sum(self._texts_with[word] >= least for word in words) / len(words) if words else 1.0
