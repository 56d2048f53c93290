"""Normalised keys and tokens."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.texts import digest, key64, normalise, origins, sentences, token_places, tokens, word_places


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Don't stop!", ["Don't", "stop", "!"]),
        ("a well-made tea, isn’t it?", ["a", "well-made", "tea", ",", "isn’t", "it", "?"]),
        ("'quoted'", ["'", "quoted", "'"]),
        ("...", [".", ".", "."]),
        ("  \t\n ", []),
        ("café 3.5", ["café", "3", ".", "5"]),
    ],
)
def test_tokens(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


@given(st.text())
def test_tokens_are_all_that_is_visible_in_order(text: str) -> None:
    assert "".join(tokens(text)) == "".join(character for character in text if not character.isspace())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Salt & pepper.", "salt &amp; pepper ."),
        ("He said (twice) no.", "He said -LRB- twice -RRB- no ."),
        ("Café crème", "cafe creme"),
        ("CAFÉ", "cafe\u0301"),
        ("don't", "do n't"),
        ("ﬁne", "fine"),
    ],
)
def test_two_spellings_of_one_sentence_are_equal(one: str, other: str) -> None:
    assert normalise(one) == normalise(other) != ""
    assert digest(one) == digest(other)
    assert key64(one) == key64(other)


@pytest.mark.parametrize(("one", "other"), [("tea 1", "tea 2"), ("not bad", "bad"), ("!", "?"), ("", "!")])
def test_different_sentences_are_different(one: str, other: str) -> None:
    assert digest(one) != digest(other)
    assert key64(one) != key64(other)


@given(st.text())
def test_normalised_text_holds_letters_and_digits_only(text: str) -> None:
    assert all(character.isalnum() for character in normalise(text))


@given(st.text(st.characters(max_codepoint=0x24F)))
def test_normalising_again_changes_nothing(text: str) -> None:
    assert normalise(normalise(text)) == normalise(text)


@given(st.text())
def test_key_is_the_first_64_bits(text: str) -> None:
    assert key64(text).to_bytes(8, "big") == digest(text)[:8]


def test_sentences() -> None:
    assert sentences("Tea was served. Was it hot? It was!") == ["Tea was served.", "Was it hot?", "It was!"]
    assert sentences("Only 3.5 cups") == ["Only 3.5 cups"]
    assert sentences("") == []


@given(st.text() | st.text(st.sampled_from("İΣaA \n\x1c\x85")))
def test_places_are_where_things_stand(text: str) -> None:
    assert [text[start:end] for start, end in token_places(text)] == tokens(text)
    assert [text[start:end] for start, end in word_places(text)] == text.split()
    assert len(word_places(text)) == len(text.lower().split())
    assert [text[place].lower()[0] for place in origins(text)][:1] == list(text.lower()[:1])
    assert len(origins(text)) == len(text.lower())
    assert list(origins(text)) == sorted(origins(text))


def test_a_letter_that_is_two_in_lower_case() -> None:
    assert list(origins("aİb")) == [0, 1, 1, 2]
