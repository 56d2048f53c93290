"""Are texts English? A cheap look: by the script, by function words, by letters that English has not."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from zellig.language.words import word_lists

EVIDENCE = 2  # different words that speak for another language, so that no name of a person or a thing does
LONG = 4  # letters of a function word that is enough by itself, unless it may be part of a name
READ = 1000  # characters, which are enough to tell

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_NO_LANGUAGE = re.compile(r"https?://\S+|[@#]\w+|\[[^\]]*\]")  # addresses, names, sounds


def is_not_english(text: str) -> bool:
    """Does more speak for another language than for English? Names, titles and fragments speak for none."""
    text = _NO_LANGUAGE.sub(" ", text[:READ])
    letters = [letter for letter in text if letter.isalpha()]
    if 2 * sum(not _is_latin(letter) for letter in letters) > len(letters):
        return True
    words = [word.replace("’", "'") for word in _WORD.findall(text.lower() if text.isupper() else text)]
    if not words:
        return False
    small = {word for word in words if word[0].islower()}
    said = small | {words[0].lower()}  # other words with a capital are names, or nouns of German
    marked = {word for word in small if not word.isascii()}
    english, others = _function_words()
    return any(
        len(found | marked) > len((said & english) - other) and _is_sure(found, marked, words)
        for other in others
        for found in [(said & other) - english]
    )


def _is_sure(found: set[str], marked: set[str], words: Sequence[str]) -> bool:
    """Are function words found, and more than a name has, or what was borrowed?"""
    if found and len(found | marked) >= EVIDENCE:
        return True
    of_names = {word for word, after in pairwise(words) if after[0].isupper()} | {words[0]}
    odd = any(not word.isascii() and word.lower() not in found for word in words)
    return any(len(word) >= LONG and (odd or (word not in of_names and word in words)) for word in found)


@cache
def _function_words() -> tuple[frozenset[str], tuple[frozenset[str], ...]]:
    """Those of English, and those of each other language; some are both."""
    lists = dict(word_lists("zellig.language", "function_words"))
    return lists.pop("english"), tuple(lists.values())


@cache
def _is_latin(letter: str) -> bool:
    return letter.isascii() or unicodedata.name(letter, "").startswith("LATIN")
