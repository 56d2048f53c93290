"""Which texts are nearly the same: an exact similarity join over sets of tokens.

Prefix filtering (Bayardo, Ma, Srikant 2007: Scaling Up All Pairs Similarity Search). Order the tokens of
every set by rarity. Two sets of which one has n tokens can only be similar to degree t (Jaccard) if they
share one of its n - ceil(t n) + 1 rarest tokens, and the same holds for the other. So it is enough to
look up those few rare tokens and to verify the handful of sets found there.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from zellig.texts import tokens

TokenSet = frozenset[str]


def token_set(text: str) -> TokenSet:
    """The different tokens of a text, without regard to case."""
    return frozenset(tokens(text.lower()))


def similarity(first: TokenSet, second: TokenSet) -> float:
    """Jaccard: the share of the tokens of either set that are in both."""
    shared = len(first & second)
    return shared / (len(first) + len(second) - shared)


class NearIndex:
    """Token sets that can be asked for the ones near a given set.

    `counts` says how common each token is. It makes the index fast, not right: any order is right.
    """

    def __init__(self, threshold: float, counts: Counter[str]) -> None:
        self._threshold = threshold
        self._counts = counts
        self._sets: list[TokenSet] = []
        self._places: defaultdict[str, list[int]] = defaultdict(list)

    def add(self, members: TokenSet) -> None:
        """Take in a set; its key is the number of sets taken in before."""
        for token in self._prefix(members):
            self._places[token].append(len(self._sets))
        self._sets.append(members)

    def near(self, members: TokenSet) -> Iterator[tuple[int, float]]:
        """(key, similarity) of every set in the index that is at least as similar as the threshold."""
        if self._places.keys().isdisjoint(members):
            return  # of most texts this is all that has to be asked, and it need not be known what is rare
        seen: set[int] = set()
        for token in self._prefix(members):
            for key in self._places.get(token, ()):
                if key in seen:
                    continue
                seen.add(key)
                other = self._sets[key]
                shorter, longer = sorted((len(members), len(other)))
                if shorter / longer < self._threshold:
                    continue  # sets of so different sizes cannot be similar
                if (degree := similarity(members, other)) >= self._threshold:
                    yield key, degree

    def _prefix(self, members: TokenSet) -> list[str]:
        by_rarity = sorted(members, key=lambda token: (self._counts[token], token))
        # A hair less than t n, so that rounding can only make the prefix longer.
        return by_rarity[: len(members) - math.ceil(self._threshold * len(members) - 1e-9) + 1]


def near_index(threshold: float, sets: Iterable[TokenSet]) -> NearIndex:
    """An empty index, tuned to these sets."""
    return NearIndex(threshold, Counter(token for members in sets for token in members))


def near_duplicates(sets: Sequence[TokenSet], threshold: float) -> Iterator[tuple[int, int, float]]:
    """(position, earlier position, similarity) of all pairs of sets that are similar enough."""
    index = near_index(threshold, sets)
    for position, members in enumerate(sets):
        for earlier, degree in index.near(members):
            yield position, earlier, degree
        index.add(members)
