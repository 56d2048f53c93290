"""What was done to a text, as a few numbers: read off the real text and the fake alone.

Nothing but lower-case words is looked at, so that what a game makes alike in both texts changes nothing: a
change has the same numbers where it is made and where it is observed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from functools import cache
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray

from zellig.breakers.fakes.same_tag import vocabulary_of
from zellig.texts import tokens

KINDS = ("moved", "shuffled", "added", "removed", "inflected", "one word", "several words", "another text")
CLASSES = {"NN": "noun", "VB": "verb", "JJ": "adjective", "RB": "adverb", "PRP": "pronoun", "WP": "pronoun"}
SMALL, UNKNOWN = "small word", "unknown word"
OF_WORDS = (*dict.fromkeys(CLASSES.values()), SMALL, UNKNOWN)
NUMBERS = ("place", "length", "share", "rarer", "rarity")
SIZE = 1 + len(KINDS) + len(OF_WORDS) + len(NUMBERS)
FEW = 4  # words that are in another place, if one or two have moved
MOST = 400  # words of a text: more are not looked at

Floats = NDArray[np.float64]
Known = Mapping[str, tuple[str, int]]  # by lower-case word, its class and how often it was seen


def change(real: str, fake: str, corpus: str) -> Floats:
    """The kind of a change, the class of its first word, where it is, how large, and how rare its words."""
    old, new = (tokens(text.lower())[:MOST] for text in (real, fake))
    blocks = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    parts = [(old[a:b], new[c:d], a) for what, a, b, c, d in blocks if what != "equal"]
    gone = [word for part, _, _ in parts for word in part]
    come = [word for _, part, _ in parts for word in part]
    known = words_of(corpus)
    whose, _ = known.get((gone or come or [""])[0], (UNKNOWN, 0))
    rarity = _rarity(come, known)
    numbers = (
        parts[0][2] / (len(old) or 1) if parts else 0.0,
        math.log((len(old) + 1) / 20),
        max(len(gone), len(come)) / (len(old) or 1),
        rarity - _rarity(gone, known) if gone and come else 0.0,
        rarity,
    )
    kind = kind_of(old, new, gone, come)
    flags = [float(kind == each) for each in KINDS] + [float(whose == each) for each in OF_WORDS]
    return np.array([1.0, *flags, *(max(-2.0, min(2.0, number)) for number in numbers)])


def kind_of(old: Sequence[str], new: Sequence[str], gone: Sequence[str], come: Sequence[str]) -> str:
    """What was done, in a word; `gone` and `come` are the words that differ."""
    most = max(len(gone), len(come))
    if sorted(old) == sorted(new):
        return "moved" if most <= FEW else "shuffled"
    if 2 * most > len(old) and most > FEW:
        return "another text"
    if not gone or not come:
        return "added" if come else "removed"
    return "several words" if most > 1 else "inflected" if _akin(gone[0], come[0]) else "one word"


def _akin(one: str, other: str) -> bool:
    """Do two words begin alike, to the half of the longer one? *see* and *sees*, *has* and *have*."""
    alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    return 2 * alike >= max(len(one), len(other))


def _rarity(words: Sequence[str], known: Known) -> float:
    """From 0 for the most frequent words to about 2 for those that were never seen; the mean of some."""
    counts = [known.get(word, ("", 0))[1] for word in words]
    return sum(2 / (1 + math.log1p(count)) for count in counts) / (len(counts) or 1)


@cache
def words_of(corpus: str) -> Known:
    """The words of the first texts of a corpus with the class that they have most often."""
    found: dict[str, tuple[str, int]] = {}
    most: dict[str, int] = {}
    for tag, counts in vocabulary_of(corpus).items():
        whose = next((name for start, name in CLASSES.items() if tag.startswith(start)), SMALL)
        for word, count in counts.items():
            name, total = found.get(word, (whose, 0))
            found[word] = (whose if count > most.get(word, 0) else name, total + count)
            most[word] = max(count, most.get(word, 0))
    return found
