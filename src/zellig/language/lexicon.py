"""How positive or negative people find a word: VADER's lexicon of human ratings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from zellig.errors import ZelligError
from zellig.files import read_lines
from zellig.resources import resource_path

WORD = re.compile(r"[a-z]+(?:['-][a-z]+)*")  # the lexicon also rates emoticons and phrases


@cache
def sentiment_lexicon() -> Mapping[str, float]:
    """Mean rating of each word by ten people, from -4 to 4; a word listed twice has its last rating.

    The last one, because VADER itself reads the file that way.
    """
    path = resource_path("rotten-tomatoes") / "vader_lexicon.txt"
    ratings = {}
    for line, text in read_lines(path):
        token, _, rest = text.partition("\t")
        if WORD.fullmatch(token.lower()):
            try:
                ratings[token.lower()] = float(rest.partition("\t")[0])
            except ValueError:
                raise ZelligError(
                    "the second column is not a number",
                    path=path,
                    line=line,
                    remedy="A line holds a word, a tab, its rating.",
                ) from None
    return MappingProxyType(ratings)


def valence(word: str) -> float:
    """Rating of a word in any case, from -4 to 4; 0 for a word without one."""
    return sentiment_lexicon().get(word.lower(), 0.0)
