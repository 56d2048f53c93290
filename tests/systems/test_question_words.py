"""The words of a question: the same with their places as without, in any text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.systems.question_words import phrases, sentences, telling, word_places, words

TEXTS = st.one_of(
    st.text(),
    st.lists(
        st.sampled_from(
            ["For 10 points", "ftp", "e\u0301cole", "İl", "ΑΣ", "℃", "½", "town.", " ", ", ", '"']
        )
    ).map("".join),
)


@given(TEXTS)
def test_places_are_of_the_same_words_and_true(text: str) -> None:
    found = word_places(text)
    assert [word for word, _ in found] == words(text)
    for word, (start, end) in found:
        assert 0 <= start < end <= len(text)
        # What a sigma is in lower case depends on its neighbours.
        assert word.casefold() in [each.casefold() for each in words(text[start:end])]
    starts = [start for _, (start, _) in found]
    assert starts == sorted(starts)


@given(TEXTS, TEXTS)
def test_words_of_two_sentences_are_those_of_each(one: str, other: str) -> None:
    assert words(f"{one}\n{other}") == words(one) + words(other)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("For 10 points, name this town.", ["name", "this", "town"]),
        ("FTP, name it: for fifteen points", ["name", "it"]),
        ("the e\u0301cole of Ångström", ["the", "ecole", "of", "angstrom"]),
        ("20\u2103 in İstanbul", ["20", "c", "in", "istanbul"]),
        ("日本語 Кёльн a_b", ["日本語", "кельн", "a", "b"]),
        ("🍞 ...", []),
    ],
)
def test_words(text: str, found: list[str]) -> None:
    assert words(text) == found


def test_phrases_say_something() -> None:
    assert list(telling(words("This is the tin drum."))) == ["tin", "drum"]
    assert list(phrases(words("This is the tin drum."))) == ["the_tin", "tin_drum"]


@given(TEXTS)
def test_sentences_are_parts_of_the_text_in_order(text: str) -> None:
    start = 0
    for part in sentences(text):
        assert part.strip()
        start = text.index(part, start) + len(part)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('He said "Go." Then he left. Why? ', ['He said "Go.', "Then he left.", "Why? "]),
        ("It is ca.  and so on. 7 of them", ["It is ca.  and so on.", "7 of them"]),
        ("", []),
        (" \n", []),
    ],
)
def test_sentences(text: str, found: list[str]) -> None:
    assert sentences(text) == found
