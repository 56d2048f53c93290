"""What of an answer is compared, taken out of it once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from zellig.tasks.quiz.judging.likeness import sound
from zellig.tasks.quiz.numbers import is_number
from zellig.tasks.quiz.tables import known
from zellig.tasks.quiz.words import fold, letters, words

KEPT = 1 << 16

_INITIAL = re.compile(r"(?<![\w'’])([^\W\d_])\.")


class Look(NamedTuple):
    """An answer as it is compared."""

    words: tuple[str, ...]
    core: tuple[str, ...]  # without words that say nothing
    letters: str  # in one piece
    full: str  # with what an abbreviation stands for
    initials: frozenset[str]
    firsts: frozenset[str]  # first letters and sounds: answers that share none are not alike
    large: bool  # written in capitals alone
    name: bool  # has a capital letter


@lru_cache(maxsize=KEPT)
def look(text: str) -> Look:
    """What of a text is compared."""
    found, together = words(text), letters(text)
    plain = " ".join(found)
    return Look(
        words=found,
        core=core(found, frozenset(fold("".join(_INITIAL.findall(text))))),
        letters=together,
        full=known().abbreviations.get(plain, plain),
        initials=_initials(text, found),
        firsts=frozenset(first for word in (*found, together) if word for first in (word[0], sound(word)[0])),
        large=text.isupper(),
        name=any(part[0].isupper() for part in text.replace("-", " ").split()),
    )


def core(found: tuple[str, ...], initials: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """The words that say something; the last one always does: "Wu Di"; and so does "D." before a name."""
    little = known().little - initials if initials else known().little
    return tuple(word for word in found[:-1] if word not in little) + found[-1:]


def initials_of(found: Iterable[str]) -> str:
    """The first letters of words."""
    return letters(" ".join(word[:1] for word in found))


def _initials(text: str, found: tuple[str, ...]) -> frozenset[str]:
    """With little words and without, with the articles that are no words to us."""
    if len(found) < 2 or any(map(is_number, found)):
        return frozenset()
    plain = found[:-1] if found[-1] in known().generations else found
    return frozenset((initials_of(plain), initials_of(core(plain)), initials_of(text.split())))
