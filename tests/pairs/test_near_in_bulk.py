from __future__ import annotations

from array import array
from itertools import accumulate, chain

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from zellig.pairs.near_duplicates import similarity
from zellig.pairs.near_in_bulk import BulkIndex

LETTERS = {letter: number for number, letter in enumerate("abcdefghij")}
lists = st.lists(st.lists(st.sampled_from("abcdefghij"), max_size=12), max_size=25)
asked = st.frozensets(st.sampled_from("abcdefghijxyz"), max_size=12)  # x, y and z are in no set


def index_of(sets: list[list[str]], threshold: float) -> BulkIndex:
    tokens = np.array([LETTERS[letter] for letter in chain.from_iterable(sets)], np.uint32)
    return BulkIndex(threshold, LETTERS, tokens, array("Q", accumulate(map(len, sets))))


@given(lists, asked, st.sampled_from([0.05, 0.3, 0.5, 0.55, 0.7, 0.8, 0.9, 1.0]))
@example([["a", "a"], [], ["b"]], frozenset("a"), 1.0)
@example([], frozenset("a"), 0.5)
def test_finds_what_comparing_all_finds(
    sets: list[list[str]], members: frozenset[str], threshold: float
) -> None:
    index = index_of(sets, threshold)
    near = index.near(members)
    assert len(index) == len(sets)
    assert near == [
        (key, similarity(members, frozenset(each)))
        for key, each in enumerate(sets)
        if each and members and similarity(members, frozenset(each)) >= threshold
    ]
