"""Is a text something that the grammar of English may be tried on? If not, why?"""

from __future__ import annotations

import re
from functools import lru_cache

from zellig.language.inflection import is_word, singular
from zellig.language.wordnet import is_name, noun_kind

LONGEST = 1000  # characters: beyond, the parser is slow and cannot be trusted
# Latin letters, digits and the marks of plain prose. Not: other scripts, control and invisible characters,
# line breaks, pictures, markup, mentions.
_PLAIN = re.compile(r"[ A-Za-zÀ-ÖØ-öø-ÿĀ-ſ0-9.,;:!?'’‘`\"“”„«»()/&%$£€+…–—-]+")
_MARKUP = re.compile(r"://|\bwww\.|&#?\w+;")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_CLITICS = frozenset({"am", "n't", "n’t", "s", "t", "re", "ve", "ll", "d", "m", "ca", "wo"})
_FOREIGN = 1 / 3  # share of the words


def why_unreadable(text: str) -> str | None:
    """The reason not to read a text as an English sentence, or None."""
    if len(text) > LONGEST:
        return "too long"
    strange = _PLAIN.sub("", text.strip())
    if strange or _MARKUP.search(text):
        return "not English" if any(map(str.isalpha, strange)) else "not plain text"
    words = _WORD.findall(text)
    # What has a capital may be a name, which need not be English.
    foreign = sum(not word[0].isupper() and not _is_english(word.lower()) for word in words)
    helped = any(_is_function_word(word.lower()) for word in words)
    return "not English" if foreign and (foreign >= _FOREIGN * len(words) or not helped) else None


@lru_cache(maxsize=2**16)
def _is_english(word: str) -> bool:
    """Is it a function word, or is each of its pieces in a dictionary?"""
    return _is_function_word(word) or all(map(_in_dictionary, re.split("['’-]", word)))


def _in_dictionary(word: str) -> bool:
    if _is_function_word(word) or is_word(word):
        return True
    # WordNet's shortest nouns are abbreviations: *de* is Delaware.
    nouns = (word, singular(word))
    return len(word) > 2 and (is_name(word) or any(noun_kind(noun) is not None for noun in nouns))


def _is_function_word(word: str) -> bool:
    from spacy.lang.en.stop_words import STOP_WORDS

    return word in STOP_WORDS or word in _CLITICS
