"""Is an answer the name of a person, and which part of it is enough?"""

from __future__ import annotations

import re

from zellig.tasks.quiz.judging.likeness import is_plural
from zellig.tasks.quiz.numbers import is_number
from zellig.tasks.quiz.tables import known
from zellig.tasks.quiz.words import words

MOST = 6  # words of a name

_INITIAL = re.compile(r"[^\W\d_]\.?(?:-?[^\W\d_]\.)*")
_SUFFIX = re.compile(r",?\s+(?:Jr|Sr|Esq|PhD)\.?$", re.IGNORECASE)
_CAPITAL = re.compile(r"[\"'‘(]?[^\W\d_a-z]|(?:d'|al-|el-)[^\W\d_a-z]")


def surname(name: str) -> tuple[str, ...]:
    """The words of a person's surname, which is enough; none if this is not the name of a person.

    A person is known by a first name, initials or a particle, and more words with capitals that are no kind
    of thing: "Ada Quill", "J. R. Quill", "Oma ibn Quill".
    """
    parts = _SUFFIX.sub("", name.strip()).split()
    while len(parts) > 2 and _first_word(parts[0]) in known().titles:
        parts = parts[1:]  # Sir Ada Quill
    if len(parts) > 2 and is_number(words(f"x {parts[-1]}")[-1]) and not _is_first_name(parts[-2]):
        parts = parts[:-1]  # Ada Quill III, but not John Paul II
    if not 2 <= len(parts) <= MOST or not all(map(_may_be_in_a_name, parts)):
        return ()
    last = words(parts[-1])
    if not last or is_number(last[-1]) or last[-1] in known().kinds or _INITIAL.fullmatch(parts[-1]):
        return ()
    if len(parts) == 2 and _first_word(parts[0]) in known().family_first:
        return words(parts[0])
    initial = _INITIAL.fullmatch(parts[0]) and parts[0] not in ("A", "I")  # "I Robot" is nobody
    shown = not known().particles.isdisjoint(parts[1:-1])
    return last if _is_first_name(parts[0]) or initial or shown else ()


def may_be_a_person(name: str) -> bool:
    """Has it the shape of a person's name, though the first name need not be known: "Indira Quill"?"""
    if surname(name):
        return True
    parts = _SUFFIX.sub("", name.strip()).split()
    last = words(parts[-1]) if parts else ()
    return (
        2 <= len(parts) <= MOST
        and all(map(_may_be_in_a_name, parts))
        and not any(is_number(word) or word in known().kinds for word in words(name))
        and bool(last)
        and not last[-1].endswith(known().word_endings)
        and not is_plural(last[-1].removesuffix("s"), last[-1])
    )


def is_full_name_of(family: str, said: tuple[str, ...]) -> bool:
    """Are these words first names and that surname: "Antonio Vivaldi" for Vivaldi?"""
    table = known()
    *firsts, last = said
    if last != family or family in table.regions or family in table.first_names:
        return False
    return bool(firsts) and all(first in table.first_names or len(first) == 1 for first in firsts)


def family_name(name: str) -> str:
    """The surname of a person with the particles before it, "de Gaulle"; empty if it has none."""
    parts = name.split()
    start = len(parts) - 1
    while start > 1 and parts[start - 1].casefold() in known().little:
        start -= 1
    return " ".join(parts[start:]) if start < len(parts) - 1 and surname(name) else ""


def is_name(text: str) -> bool:
    """Is this the name of a person, or one word that is a name? "Revolution" is like other words."""
    if " " in text.strip():
        return bool(surname(text))
    return text[:1].isupper() and not text.endswith(known().word_endings)


def known_by_first_name(name: str) -> str:
    """The first name of a person who goes by it, "Galileo"; empty for others."""
    first, *others = name.split()
    numbered = others and is_number(words(f"x {others[-1]}")[-1])  # Napoleon III
    return first if others and not numbered and _first_word(first) in known().by_first_name else ""


def _is_first_name(part: str) -> bool:
    return _first_word(part) in known().first_names


def _first_word(part: str) -> str:
    return next(iter(words(part)), "")


def _may_be_in_a_name(part: str) -> bool:
    particle = part.casefold() in known().little and part.casefold() not in known().in_no_name
    particle |= part in known().particles
    return particle or _CAPITAL.match(part) is not None
