"""Lists of words by name, from data files."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec


@cache
def word_list(name: str) -> frozenset[str]:
    """The words of this list."""
    return word_lists("zellig.language", "words")[name]


@cache
def word_lists(package: str, file: str) -> dict[str, frozenset[str]]:
    """All lists of a data file of a package, by name."""
    raw = files(package).joinpath(f"data/{file}.toml").read_bytes()
    lists = msgspec.toml.decode(raw, type=dict[str, str])
    return {name: frozenset(words.split()) for name, words in lists.items()}


def is_negative(word: str) -> bool:
    """Does a word in lower case deny what a sentence says: *not*, *nobody*, *isn't*?"""
    return word in word_list("sentence-negatives") or word.endswith(("n't", "n’t"))
