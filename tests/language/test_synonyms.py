"""Synonyms: of the part of speech, sense by sense, in the form of the word."""

from __future__ import annotations

import pytest

from zellig.language.synonyms import near_words, senses_of, synonyms


@pytest.mark.parametrize(
    ("word", "tag", "expected"),
    [
        ("film", "NN", ["movie", "picture", "pic", "flick"]),
        ("films", "NNS", ["movies", "pictures", "pics", "flicks"]),
        ("began", "VBD", ["got", "started", "commenced"]),
        ("beginning", "VBG", ["getting", "starting", "commencing"]),
        ("truly", "RB", ["genuinely", "really"]),
        ("xyzzy", "NN", []),
        ("film", "DT", []),
        ("france", "NNP", []),
        ("zymurgy", "NN", ["zymology"]),  # the last lines of a file are found too
    ],
)
def test_first_sense(word: str, tag: str, expected: list[str]) -> None:
    assert list(synonyms(word, tag, 1))[: len(expected) or None] == expected


def test_the_part_of_speech_decides() -> None:
    assert "shoot" in synonyms("film", "VB")
    assert "shoot" not in synonyms("film", "NN")


def test_more_senses_add_words_at_the_end() -> None:
    first, second, every = (synonyms("nice", "JJ", senses) for senses in (2, 3, None))
    assert every[: len(second)] == second
    assert second[: len(first)] == first
    assert len(first) < len(every)


def test_degrees_are_single_words() -> None:
    assert "fishier" in synonyms("funnier", "JJR")
    assert all(word.endswith("r") for word in synonyms("funnier", "JJR"))


def test_near_words_begin_with_the_synonyms() -> None:
    found = near_words("puppy", "NN")
    assert found[: len(synonyms("puppy", "NN"))] == synonyms("puppy", "NN")
    assert "dog" in found  # a more general word
    assert "amazing" in near_words("impressive", "JJ")  # a similar adjective
    assert "amazing" not in synonyms("impressive", "JJ")
    assert near_words("paris", "NNP") == ()


def test_another_part_of_speech_is_looked_up_if_there_is_none() -> None:
    assert synonyms("truly", "VB") == ()
    assert "genuinely" in near_words("truly", "VB")


def test_no_word_is_its_own_synonym() -> None:
    for word, tag in (("film", "NN"), ("films", "NNS"), ("went", "VBD"), ("nice", "JJ")):
        found = near_words(word, tag)
        assert word not in found
        assert len(found) == len(set(found))


def test_senses_hold_all_words() -> None:
    assert "motion picture" in senses_of("film", "noun")[0]
    assert senses_of("xyzzy", "noun") == ()
