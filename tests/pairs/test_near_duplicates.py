from __future__ import annotations

import random
import time
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from zellig.pairs.near_duplicates import near_duplicates, similarity, token_set

sets = st.lists(st.frozensets(st.sampled_from("abcdefghij"), max_size=10), max_size=25)


@given(sets, st.sampled_from([0.05, 0.3, 0.5, 0.55, 0.7, 0.8, 0.9, 1.0]))
def test_finds_what_comparing_all_finds(members: list[frozenset[str]], threshold: float) -> None:
    expected = {
        (later, earlier, similarity(members[later], members[earlier]))
        for earlier, later in combinations(range(len(members)), 2)
        if members[earlier] and members[later] and similarity(members[later], members[earlier]) >= threshold
    }
    found = list(near_duplicates(members, threshold))
    assert set(found) == expected
    assert len(found) == len(expected)


def test_case_and_repetition_do_not_matter() -> None:
    assert token_set("The cat and the hat.") == token_set("the Cat, and the hat.") - {","}


def test_a_hundred_thousand_sentences_take_seconds() -> None:
    chance = random.Random(1)
    vocabulary = [f"w{number}" for number in range(20_000)]
    weights = [
        1 / rank for rank in range(1, len(vocabulary) + 1)
    ]  # as in language, a few words are everywhere
    drawn = chance.choices(vocabulary, weights, k=2_000_000)
    sentences = [frozenset(drawn[start : start + 20]) for start in range(0, len(drawn), 20)]
    sentences += [members | {"more"} for members in sentences[:100]]
    start = time.perf_counter()
    found = sum(1 for _ in near_duplicates(sentences, 0.9))
    assert found >= 100
    assert time.perf_counter() - start < 60
