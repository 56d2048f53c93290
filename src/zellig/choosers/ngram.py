"""The chooser `ngram`: the text that is less probable to the trigrams of a corpus is the fake.

Smith's reference chooser takes the text of lower probability. Here it is the probability per word: else a
text that lost a word would always pass for the real one.
"""

from __future__ import annotations

from collections.abc import Sequence

from zellig.choosers.decision import decide
from zellig.corpora import open_corpus
from zellig.language.ngrams import load_ngrams
from zellig.performers import Choice, Lineup, Spec
from zellig.texts import tokens


class Ngram:
    """Learns nothing in a game: all it knows is the corpus."""

    def __init__(self, corpus: str) -> None:
        self.spec = Spec("ngram", {"corpus": corpus})
        self._corpus = corpus

    def choose(self, lineups: Sequence[Lineup], seeds: Sequence[int]) -> list[Choice]:
        """By the difference of the two losses per word."""
        return [
            decide(lineup, seed, self._loss(lineup.texts[0]) - self._loss(lineup.texts[1]))
            for lineup, seed in zip(lineups, seeds, strict=True)
        ]

    def _loss(self, text: str) -> float:
        """Minus the mean log-probability of the words and of the end of the text."""
        words = tokens(text.lower())
        return -load_ngrams(self._corpus).log_probability(words) / (len(words) + 1)


def make(*, corpus: str = "rotten-tomatoes:train") -> Ngram:
    """The chooser; a corpus that does not exist is refused at once, and read when it is needed."""
    open_corpus(corpus)
    return Ngram(corpus)
