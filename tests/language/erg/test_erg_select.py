"""Choosing among generated sentences."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.language.erg.select import (
    choose,
    fewest_commas,
    has_odd_relative,
    is_contracted,
    is_inverted,
    like_source,
    nearness,
)


def test_commas() -> None:
    texts = [
        "The cook, sang, today.",
        "The cook sang, today.",
        "Today the cook sang.",
        "The cook sang, today.",
    ]
    assert fewest_commas(texts) == ["The cook sang, today.", "Today the cook sang."]


@given(st.lists(st.text("ab, ", max_size=6)))
def test_commas_in_general(texts: list[str]) -> None:
    kept = fewest_commas(texts)
    assert set(kept) <= set(texts)
    bare = [text.replace(",", "") for text in kept]
    assert len(set(bare)) == len(bare)
    for text in texts:
        (of_it,) = [each for each in kept if each.replace(",", "") == text.replace(",", "")]
        assert of_it.count(",") <= text.count(",")


def test_the_lowest_score_is_chosen() -> None:
    assert choose(["aaa", "b,b", "bb", "cc"], lambda texts: [len(text) for text in texts]) == "bb"
    assert choose([], lambda texts: pytest.fail("nothing to score")) == ""


def test_the_nearest_is_chosen() -> None:
    texts = [
        "Today the cook in white sang.",
        "In white the cook sang today.",
        "The cook in white sang today.",
    ]
    assert choose(texts, nearness("The cook in white sings today.")) == texts[2]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Did she sing?", True),
        ("Is it?", True),
        ("She sang?", False),
        ("Did she.", False),
        ("Island life?", False),
    ],
)
def test_inverted(text: str, expected: bool) -> None:
    assert is_inverted(text) is expected


@pytest.mark.parametrize(
    ("text", "source", "expected"),
    [
        ("It is the cook which sings.", "The cook sings.", True),
        ("It is the cook who sings.", "The cook sings.", False),
        ("It is the soup the cook likes.", "The cook likes the soup.", True),
        ("It is the cook that likes soup which is hot.", "The cook likes soup which is hot.", False),
    ],
)
def test_odd_relatives(text: str, source: str, expected: bool) -> None:
    assert has_odd_relative(text, source) is expected


def test_contracted() -> None:
    assert is_contracted("She can\N{RIGHT SINGLE QUOTATION MARK}t sing.")
    assert is_contracted("She doesn't sing.")
    assert not is_contracted("The cook's aunt sang.")


@pytest.mark.parametrize(
    ("text", "source", "expected"),
    [
        ("2 cooks will sing on a Hill.", "Two cooks sing on a hill.", "Two cooks will sing on a hill."),
        ("12 cooks sang.", "12 cooks sing.", "12 cooks sang."),
        ("3 cooks sang.", "Cooks sing.", "3 cooks sang."),
        ("The cook didn’t sing.", "the cook sang", "the cook didn't sing"),
        ("Does the cook sing?", "The cook sings", "Does the cook sing?"),
        ("Kim sang.", "today Kim sings.", "Kim sang."),
        ("No Young cook sings.", "A young cook sings.", "No young cook sings."),
        ("It is Kim who sings.", "Kim sings.", "It is Kim who sings."),
    ],
)
def test_like_the_source(text: str, source: str, expected: str) -> None:
    assert like_source(text, source) == expected


@given(st.text(), st.text())
def test_any_text_is_survived(text: str, source: str) -> None:
    like_source(text, source)
    assert nearness(source)([text])[0] >= 0
