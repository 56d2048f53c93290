"""The chooser `discriminator`: a linear model that learns from every round whose fake it is told.

A text is a bag of words, pairs of neighbours, and strings of two to four characters; a round is the
difference of two bags, so that what both texts share says nothing, and neither place is preferred. Logistic
regression with one step of AdaGrad (Duchi et al. 2011) a round: a feature that is seen for the first time
moves as far as one that was seen often, which is what makes it learn quickly.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from zellig.choosers.decision import decide
from zellig.errors import ZelligError
from zellig.performers import Choice, Lineup, Observation, Spec
from zellig.texts import tokens

BITS = 18
SIZE = 1 << BITS  # places for the features of words, and as many for those of characters
LENGTHS = (2 * SIZE, 2 * SIZE + 1)  # the places of the numbers of words and of characters
CHARACTERS = 0.1  # worth of a string of characters beside a word: there are ten times as many
LONGEST = 20_000  # characters of a text: more are not looked at
SPREAD = np.uint64(0x9E3779B97F4A7C15)  # an odd number without a pattern, for hashing by multiplication
START, END = "\x02", "\x03"

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]


class Discriminator:
    """Knows nothing at the start of a game; rounds whose fake stays hidden teach it nothing.

    After its last lesson it stays as it is: an opponent that others can learn against.
    """

    def __init__(self, rate: float, lessons: int) -> None:
        self.spec = Spec("discriminator", {"rate": rate, "lessons": lessons})
        self._rate, self._lessons = rate, lessons
        self._forget()

    def start(self, game_id: str, seed: int) -> None:
        """Forget everything."""
        self._forget()

    def _forget(self) -> None:
        self._weights = np.zeros(2 * SIZE + len(LENGTHS))
        self._squares = np.full(2 * SIZE + len(LENGTHS), 1e-8)
        self._taught = 0

    def choose(self, lineups: Sequence[Lineup], seeds: Sequence[int]) -> list[Choice]:
        """The text that is more like the fakes so far; before the first one, by the seeds."""
        return [
            decide(lineup, seed, self._score(*difference(*lineup.texts)))
            for lineup, seed in zip(lineups, seeds, strict=True)
        ]

    def observe(self, observations: Sequence[Observation]) -> None:
        """Take one step for each round whose fake is told."""
        for each in observations:
            if each.fake is not None and not 0 < self._lessons <= self._taught:
                self._taught += 1
                places, values = difference(*each.texts)
                first = 1 / (1 + math.exp(-self._score(places, values)))
                slope = (first - (each.fake == 0)) * values
                self._squares[places] += slope**2
                self._weights[places] -= self._rate * slope / np.sqrt(self._squares[places])

    def _score(self, places: Numbers, values: Floats) -> float:
        """How much more fake the first text looks: the log-odds, kept where they can be computed with."""
        return float(np.clip(self._weights[places] @ values, -50, 50))


def difference(first: str, second: str) -> tuple[Numbers, Floats]:
    """What the first text has and the second has not (positive), and the reverse: places and values."""
    first, second = first[:LONGEST], second[:LONGEST]
    words, of_words = _of_bags(_words, first, second)
    strings, of_strings = _of_bags(_strings, first, second)
    longer = [math.log((len(tokens(first)) + 1) / (len(tokens(second)) + 1)),
              math.log((len(first) + 1) / (len(second) + 1))]  # fmt: skip
    places = np.concatenate([words, strings + SIZE, LENGTHS])
    return places, np.concatenate([of_words, CHARACTERS * of_strings, longer])


def _of_bags(bag: Callable[[str], Numbers], first: str, second: str) -> tuple[Numbers, Floats]:
    found, others = bag(first), bag(second)
    signs = np.concatenate([np.ones(len(found)), -np.ones(len(others))])
    places, number = np.unique(np.concatenate([found, others]), return_inverse=True)
    values = np.bincount(number, signs, len(places))
    return places[values != 0], values[values != 0]


def _words(text: str) -> Numbers:
    """The hashed words and pairs of neighbours, both ends of the text among them."""
    padded = [START, *tokens(text.lower()), END]
    pairs = (f"{one} {two}" for one, two in pairwise(padded))
    found = [crc32(each.encode(errors="surrogatepass")) % SIZE for each in (*padded[1:-1], *pairs)]
    return np.array(found, dtype=np.int64)


def _strings(text: str) -> Numbers:
    """The hashed strings of two, three and four characters, both ends of the text among them."""
    raw = f"{START}{text.lower()}{END}".encode("utf-32-le", errors="surrogatepass")
    codes = np.frombuffer(raw, dtype=np.uint32).astype(np.uint64)
    found, hashes = [], codes
    for length in (2, 3, 4):
        hashes = hashes[: max(0, len(codes) - length + 1)] * SPREAD + codes[length - 1 :]
        found.append(hashes * SPREAD >> np.uint64(64 - BITS))
    return np.concatenate(found).astype(np.int64)


def make(*, rate: float = 0.3, lessons: int = 0) -> Discriminator:
    """The chooser; `rate` is how far a step goes, `lessons` how many rounds it learns from (0: all)."""
    if not 0 < rate <= 10:
        raise ZelligError(f"the learning rate {rate} makes no sense", remedy="Give one between 0 and 10.")
    if lessons < 0:
        raise ZelligError(f"lessons = {lessons} makes no sense", remedy="Give 0 or more.")
    return Discriminator(rate, lessons)
