"""The words of a question as guessers read them: without case and accents, and without "for 10 points"."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise

_WORD = re.compile(r"[^\W_]+")
_WORTH = re.compile(r"\b(?:for|ftp)[, ]+(?:10|ten|15|fifteen|20|twenty) points?\b|\bftp\b", re.IGNORECASE)
_FOREIGN = re.compile(r"[^\x00-\x7f]+")  # few characters of a text; looking at each of all is slow
_SENTENCE_END = re.compile(r"(?<=[.!?])[\"'”’)\]]*\s+(?=[^a-z\s])")

Place = tuple[int, int]

RUN = 5  # words
# The share of the runs of two questions (Jaccard) from which on one is a copy of the other. Of 600 questions
# of 2021 none shares 0.15 with one before it; nearly all of those with a new first sentence share more.
COPY = 0.4


def words(text: str) -> list[str]:
    """The words of a text in their order."""
    return _WORD.findall(_plain(_WORTH.sub(" ", text)))


def word_places(text: str) -> list[tuple[str, Place]]:
    """The same words, each with where it begins and ends in the text as it is."""
    blank = _WORTH.sub(lambda found: " " * len(found[0]), text)
    if blank.isascii():  # every letter stays where it is
        return [(found[0], found.span()) for found in _WORD.finditer(blank.lower())]
    at = [place for place, character in enumerate(blank) for _ in _unmarked(character)]
    return [
        (found[0], (at[found.start()], at[found.end() - 1] + 1)) for found in _WORD.finditer(_plain(blank))
    ]


def telling(found: Sequence[str]) -> Iterator[str]:
    """Those that say something about the answer, one by one."""
    empty = _empty()
    return (word for word in found if word not in empty)


def phrases(found: Sequence[str]) -> Iterator[str]:
    """Two words in a row, where at least one says something: `tin drum`, `this author`."""
    empty = _empty()
    return (f"{one}_{other}" for one, other in pairwise(found) if one not in empty or other not in empty)


def runs(text: str) -> frozenset[str]:
    """All that are so many words in a row: what two questions share of these one has from the other."""
    found = words(text)
    return frozenset(" ".join(found[at : at + RUN]) for at in range(max(1, len(found) - RUN + 1)))


def sentences(text: str) -> list[str]:
    """The sentences of a question; the last may be cut off."""
    return [part for part in _SENTENCE_END.split(text) if part.strip()]


def _plain(text: str) -> str:
    """Lower case, without accents; a sign that stands for letters (℃) is these."""
    return _unmarked(text).lower()


def _unmarked(text: str) -> str:
    """Without accents; of such a text `lower` changes letters, and never how many there are."""
    return text if text.isascii() else _FOREIGN.sub(_bare, unicodedata.normalize("NFKD", text))


def _bare(found: re.Match[str]) -> str:
    return "".join(each for each in found[0] if not unicodedata.combining(each))


@cache
def _empty() -> frozenset[str]:
    raw = files("zellig.systems").joinpath("data/question-words.toml").read_text("utf-8")
    return frozenset(word for each in tomllib.loads(raw).values() for word in each.split())
