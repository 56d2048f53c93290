"""What is a guide, and what is prose in brackets. The words are our own."""

from __future__ import annotations

import pytest

from zellig.corpora.pronunciation import is_guide


@pytest.mark.parametrize(
    "words",
    [
        *("“RANSS”", '"ranss"', "‘ranss’", "“one a”", "“ranss” or “rance”", '"knock"-oh', 'NYOK-"oh"'),
        *("NYOH-koh", "bor- SHT", "BOR - sht", "krem broo-LAY", "poh toh FUH", "CHO CHO SAHN", "nyoh-KOH’s"),
        *("pah-ay-yah", "mer-loe", "Nyoh-koh", "HWAN", "S-P-Q-R", "N-A-D-plus", "R-N-aze H"),
        *("pronounced SOOP", "pron: soop", "pr. soop", "rhymes with “gone”", "read: “one a”", "like “soup”"),
        "ar-TEER-ee-oh-sclerotic",
    ],
)
def test_guides(words: str) -> None:
    assert is_guide(words, "We ate with Joan ")


@pytest.mark.parametrize(
    "words",
    [
        *("this city", "his name", "s", "ed", "...", "3", "III", "x", "n log n", "4+2", "a,b,c", "1810-1872"),
        *("self-made", "two-part", "week-long", "non-soup", "a soup-like dish", "the TEE-shirt", "USA Today"),
        *("DNA-binding", "of course", "soup", "THIS", "BLANK", "VII", 'the "Soup"-loving cook', "is so-so"),
        *("“" + "soup " * 50 + "”", ""),
    ],
)
def test_prose(words: str) -> None:
    assert not is_guide(words, "We ate with Joan ")


def test_a_word_in_capitals_follows_another_and_is_not_its_initials() -> None:
    assert not is_guide("ISO", "the International Soup Organization ")
    assert not is_guide("HWAN", "the song “")
    assert not is_guide("HWAN", "")
