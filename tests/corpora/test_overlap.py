from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.corpora import overlap, refuse_overlap
from zellig.errors import ZelligError
from zellig.items import Item


def items(*texts: str) -> list[Item]:
    return [Item(f"i{number}", {"text": text}) for number, text in enumerate(texts)]


def test_spelling_variants_count_as_the_same() -> None:
    found = overlap(items("It 's a fine day ."), items("It's a FINE day.", "It rains."), "sentiment")
    assert (found.train, found.test, found.overlapping, found.share, found.ids) == (1, 2, 1, 0.5, ("i0",))


def test_inference_pairs_overlap_only_as_a_whole() -> None:
    train = [Item("1", {"premise": "A dog sleeps.", "hypothesis": "It rests."})]
    test = [Item("2", {"premise": "A dog sleeps.", "hypothesis": "It runs."})]
    assert overlap(train, test, "nli").overlapping == 0
    assert overlap(train, train, "nli").overlapping == 1


def test_overlap_is_refused_unless_allowed() -> None:
    train, test = items("A fine day."), items("A fine day.", "Rain.")
    with pytest.raises(ZelligError, match=r"1 of 2 test items .* e\.g\. i0.*allow_overlap=True"):
        refuse_overlap(train, test, "sentiment")
    assert refuse_overlap(train, test, "sentiment", allow=True).overlapping == 1
    assert refuse_overlap(train, items("Rain."), "sentiment").overlapping == 0


@given(st.lists(st.sampled_from("abcdef")), st.lists(st.sampled_from("abcdef")))
def test_overlap_is_membership(train: list[str], test: list[str]) -> None:
    found = overlap(items(*train), items(*test), "sentiment")
    assert found.overlapping == sum(text in train for text in test) == len(found.ids)
    assert 0 <= found.share <= 1
