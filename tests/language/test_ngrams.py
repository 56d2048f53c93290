"""The n-gram model: probabilities add up, and what was seen is likelier than what was not."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.language.ngrams import END, NgramModel

texts = st.lists(st.lists(st.sampled_from("abc"), max_size=5), max_size=5)


@given(texts, st.integers(1, 3), st.lists(st.sampled_from("abcx"), max_size=3))
def test_probabilities_add_up_with_one_share_for_the_unknown(
    found: list[list[str]], order: int, history: list[str]
) -> None:
    model = NgramModel(found, order)
    known = [*model.words, *([END] if found else []), "unknown"]
    assert sum(model.probability(word, history) for word in known) == pytest.approx(1)
    assert min(model.probability(word, history) for word in known) > 0


def test_the_history_counts() -> None:
    model = NgramModel([["the", "dog"], ["the", "dog"], ["a", "cat"]])
    assert model.probability("dog", ["the"]) > model.probability("cat", ["the"])
    assert model.probability("dog", ["saw", "the"]) > model.probability("dog", ["saw", "a"])
    assert model.words == {"the": 2, "dog": 2, "a": 1, "cat": 1}


def test_a_witten_bell_estimate_by_hand() -> None:
    model = NgramModel([["a", "a"], ["b"]], order=1)
    # five words (two ends), three kinds: (2 + 3 * 1/4) / (5 + 3)
    assert model.probability("a", []) == pytest.approx((2 + 3 / 4) / 8)
    assert model.log_probability(["a"]) == pytest.approx(2 * math.log((2 + 3 / 4) / 8))
