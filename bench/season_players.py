"""Performers for `bench/arena_season.py`: two who agreed on a sign, and similar honest ones."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from zlib import crc32

from arena_performers import pair_of
from text_by_text import TextByText
from zellig.choosers.decision import decide
from zellig.curators.walk import read_texts
from zellig.items import Item, Pair
from zellig.language.ngrams import NgramModel
from zellig.performers import Choice, Lineup, Spec
from zellig.texts import tokens

CORPUS = "rotten-tomatoes:train"
NEAR = 60  # words of a like frequency, among which the breaker takes one


@cache
def model(order: int, share: float, corpus: str = CORPUS) -> NgramModel:
    """Of a share of a corpus."""
    texts = read_texts(corpus)
    return NgramModel(
        (tokens(item.fields["text"].lower()) for item in texts[: int(share * len(texts))]), order
    )


@cache
def ranked() -> tuple[list[str], dict[str, int]]:
    """The words of the corpus by frequency, and their places."""
    words = [word for word, _ in model(1, 1.0).words.most_common() if word.isalpha()]
    return words, {word: place for place, word in enumerate(words)}


def signed(word: str) -> bool:
    """The sign: one word in sixteen has it, and no guard could see it."""
    return crc32(word.lower().encode()) % 16 == 0


class Signer(TextByText):
    """Puts a word of a like frequency in the place of one, and takes one with the sign."""

    spec = Spec("signer")

    def _made(self, item: Item, seed: int) -> list[Pair]:
        chance, words = random.Random(seed), item.fields["text"].split()
        by_rank, rank = ranked()
        able = [place for place, word in enumerate(words) if rank.get(word.lower(), 0) > 100]
        if not able:
            return []
        place = chance.choice(able)
        at = rank[words[place].lower()]
        near = by_rank[max(0, at - NEAR) : at + NEAR]
        marked = [word for word in near if signed(word) and word not in words]
        if not marked:
            return []
        words[place] = chance.choice(marked)
        return [pair_of(item, " ".join(words), "word of a like frequency")]


class NgramChooser:
    """Goes by the n-grams of a share of the corpus; in a part of the rounds by the sign, if it knows it."""

    def __init__(self, order: int, share: float, often: float, corpus: str) -> None:
        params = {"order": order, "share": share, "often": often, "corpus": corpus}
        self.spec = Spec("ngram-of-order", params)
        self._order, self._share, self._often, self._corpus = order, share, often, corpus

    def choose(self, lineups: Sequence[Lineup], seeds: Sequence[int]) -> list[Choice]:
        return [self._one(lineup, seed) for lineup, seed in zip(lineups, seeds, strict=True)]

    def _one(self, lineup: Lineup, seed: int) -> Choice:
        words = [tokens(text.lower()) for text in lineup.texts]
        if self._often and random.Random(seed).random() < self._often:
            new = [set(words[0]) - set(words[1]), set(words[1]) - set(words[0])]
            signs = [len(each) == 1 and all(map(signed, each)) for each in new]
            if signs[0] != signs[1]:
                return Choice(lineup.id, 0 if signs[0] else 1)
        found = model(self._order, self._share, self._corpus)
        first, second = (-found.log_probability(each) / (len(each) + 1) for each in words)
        return decide(lineup, seed, first - second)


def ngram(*, order: int = 3, share: float = 1.0, often: float = 0.0, corpus: str = CORPUS) -> NgramChooser:
    """The chooser."""
    return NgramChooser(order, share, often, corpus)


class Quick(TextByText):
    """A breaker that costs nothing: the last word comes first."""

    spec = Spec("quick")

    def _made(self, item: Item, seed: int) -> list[Pair]:
        words = item.fields["text"].split()
        return [pair_of(item, " ".join([words[-1], *words[:-1]]), "order")]
