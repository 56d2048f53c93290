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

DIGITS = 4  # of the losses that are told


class Ngram:
    """Learns nothing in a game: all it knows is the corpus."""

    def __init__(self, corpus: str) -> None:
        self.spec = Spec("ngram", {"corpus": corpus})
        self._corpus = corpus

    def choose(self, lineups: Sequence[Lineup], seeds: Sequence[int]) -> list[Choice]:
        """By the difference of the two losses per word."""
        return [self._choice(lineup, seed) for lineup, seed in zip(lineups, seeds, strict=True)]

    def _choice(self, lineup: Lineup, seed: int) -> Choice:
        words = [tokens(text.lower()) for text in lineup.texts]
        first, second = (-load_ngrams(self._corpus).log_probability(each) for each in words)
        # The end of a text is one more event.
        difference = first / (len(words[0]) + 1) - second / (len(words[1]) + 1)
        return decide(lineup, seed, difference, (round(first, DIGITS), round(second, DIGITS)))


def make(*, corpus: str = "rotten-tomatoes:train") -> Ngram:
    """The chooser; a corpus that does not exist is refused at once, and read when it is needed."""
    open_corpus(corpus)
    return Ngram(corpus)
