"""The join of `near_duplicates` over millions of sets that are all there from the start, in arrays.

The same prefix filtering, and as exact. Tokens are numbers in the order of their rarity, and what is found
by a rare token is verified for all sets at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from zellig.pairs.near_duplicates import TokenSet

Numbers = NDArray[np.uint32]


class BulkIndex:
    """Token sets that can be asked for the ones near a given set; none can be added."""

    def __init__(
        self, threshold: float, numbers: Mapping[str, int], tokens: Numbers, ends: Sequence[int]
    ) -> None:
        """`numbers` are those of all tokens, from 0 on.

        In `tokens` those of one set follow those of the other, some perhaps twice; `ends` says where each set
        ends.
        """
        self._threshold = threshold
        self._numbers = numbers
        counts = np.bincount(tokens, minlength=len(numbers))
        self._ranks = np.empty(len(numbers), np.uint32)  # of each token by its rarity: 0 is the rarest
        self._ranks[np.argsort(counts, kind="stable")] = np.arange(len(numbers), dtype=np.uint32)
        self._members, keys = _distinct(self._ranks[tokens], ends)
        self._sizes = np.bincount(keys, minlength=len(ends)).astype(np.uint32)
        self._starts = np.cumsum(self._sizes, dtype=np.int64) - self._sizes
        prefixes = self._prefixes(self._sizes)
        at = np.repeat(self._starts.astype(np.uint32), prefixes)  # of all tokens in prefixes
        at += np.arange(len(at), dtype=np.uint32) - np.repeat(
            (np.cumsum(prefixes) - prefixes).astype(np.uint32), prefixes
        )
        rare = self._members[at]
        self._keys = keys[at][np.argsort(rare, kind="stable")]  # those of one token follow those of the other
        self._ends = np.cumsum(np.bincount(rare, minlength=len(numbers)))

    def __len__(self) -> int:
        return len(self._sizes)

    def near(self, members: TokenSet) -> list[tuple[int, float]]:
        """(key, similarity) of every set in the index that is at least as similar as the threshold."""
        known = np.array([self._numbers[token] for token in members if token in self._numbers], np.intp)
        ranks = np.sort(self._ranks[known])
        # Tokens that no set has are the rarest.
        rare = int(self._prefixes(np.array(len(members), np.uint32))) - (len(members) - len(ranks))
        found = [self._having(int(rank)) for rank in ranks[: max(rare, 0)]]
        if not found:
            return []
        keys = np.unique(np.concatenate(found))
        sizes = self._sizes[keys].astype(np.int64)
        apart = np.minimum(sizes, len(members)) < self._threshold * np.maximum(sizes, len(members)) - 1e-9
        keys, sizes = keys[~apart], sizes[~apart]
        if not len(keys):
            return []
        ends = np.cumsum(sizes)
        places = np.repeat(self._starts[keys] - (ends - sizes), sizes) + np.arange(ends[-1])
        there = np.zeros(len(self._ranks), bool)
        there[ranks] = True
        shared = np.add.reduceat(there[self._members[places]], ends - sizes, dtype=np.int64)
        degrees = shared / (sizes + len(members) - shared)
        near = degrees >= self._threshold
        return list(zip(keys[near].tolist(), degrees[near].tolist(), strict=True))

    def _having(self, rank: int) -> Numbers:
        """The sets that have a token among their rarest ones."""
        return self._keys[self._ends[rank - 1] if rank else 0 : self._ends[rank]]

    def _prefixes(self, sizes: Numbers) -> NDArray[np.int64]:
        """How many of its rarest tokens a set is found by, for sets of these sizes; none of an empty one."""
        # A hair less than t n, so that rounding can only make the prefix longer.
        return np.where(sizes, sizes - np.ceil(self._threshold * sizes - 1e-9).astype(np.int64) + 1, 0)


def _distinct(tokens: Numbers, ends: Sequence[int]) -> tuple[Numbers, Numbers]:
    """The different tokens of every set in their order, and beside each the key of its set."""
    lengths = np.diff(ends, prepend=0).astype(np.intp)
    both = np.repeat(np.arange(len(lengths), dtype=np.uint64) << np.uint64(32), lengths)
    both |= tokens
    both.sort()
    first = np.ones(len(both), bool)
    np.not_equal(both[1:], both[:-1], out=first[1:])
    both = both[first]
    members = both.astype(np.uint32)  # what is below 32 bits
    both >>= np.uint64(32)
    return members, both.astype(np.uint32)
