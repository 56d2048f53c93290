"""The words by which a name is looked up, and what its print tells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from zellig.tasks.quiz.words import words

KEPT = 1 << 17  # names that are remembered

Key = tuple[str, ...]
Forms = Mapping[Key, Counter[str]]  # how often a name is spelt in which way

_ARTICLE = re.compile(r"(?:the|an?)\s+(?=\S)", re.IGNORECASE)


@lru_cache(maxsize=KEPT)
def key_of(name: str) -> Key:
    """The words of a name; a common noun, which is printed in lower case, in the singular."""
    return words(name) if is_proper(name) else singular(words(name))


def singular(found: Key) -> Key:
    """The words of a common noun in the singular."""
    return (*found[:-1], _singular(found[-1])) if found else found


def article(name: str) -> str:
    """The article that a name begins with, as it is printed; empty if there is none."""
    found = _ARTICLE.match(name)
    return found[0].rstrip() if found else ""


def is_proper(name: str) -> bool:
    """Does it begin with a capital, apart from an article? What begins with no letter at all does, too."""
    return not name[len(article(name)) :].lstrip()[:1].islower()


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    return (
        word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word
    )
