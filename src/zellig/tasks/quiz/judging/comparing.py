"""An answer that was given beside one that a line names: is it the same, a part of it, or another?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, NamedTuple

from zellig.tasks.quiz.judging.alignment import Aligned, align
from zellig.tasks.quiz.judging.likeness import (
    ALL_FORMS,
    APART,
    BESIDE,
    INFLECTED,
    LEFT_OUT,
    LETTERS_A_SLIP,
    OTHER_SPELLING,
    PART,
    PLURALS,
    REORDERED,
    SAME,
    SURNAME,
    VERBAL_FORMS,
)
from zellig.tasks.quiz.judging.looks import KEPT, Look, look
from zellig.tasks.quiz.numbers import is_number
from zellig.tasks.quiz.tables import known
from zellig.tasks.quiz.words import words

MOST_EXTRA = 3  # words that may be said besides
LONGEST = 2_000  # characters of an answer that are looked at

_IN_BRACKETS = re.compile(r"(?P<name>.*\S)\s*[(\[](?P<which>[^()\[\]]*)[)\]]\s*")


class Said(NamedTuple):
    """An answer as it was given."""

    text: str
    look: Look
    which: frozenset[str]  # what it says in brackets at its end: "Mercury (planet)"


class Form(NamedTuple):
    """One way in which an answer of a line may be said."""

    text: str
    look: Look
    needed: frozenset[str] = frozenset()  # what is underlined; none: nothing is
    asked: frozenset[str] = frozenset()  # what is underlined to be asked about
    beside: frozenset[str] = frozenset()  # words of the line, which may be said too
    which: frozenset[str] = frozenset()
    surname: tuple[str, ...] = ()
    before: int = 0  # kinds and titles before the name, and behind it: they may be left out
    behind: int = 0
    strict: bool = False  # all of it has to be said
    base: int = SAME  # what it costs to say it so


class Likeness(NamedTuple):
    """What an answer is to a form; `why` goes on after "it"."""

    kind: Literal["is", "part", "little", "other"]
    cost: int
    why: str


@lru_cache(maxsize=KEPT)
def said(text: str) -> Said:
    """An answer, ready to be compared."""
    text = text[:LONGEST].strip()
    bracket = _IN_BRACKETS.fullmatch(text)
    if bracket is None:
        return Said(text, look(text), frozenset())
    return Said(text, look(bracket["name"]), frozenset(words(bracket["which"])))


def compare(given: Said, form: Form, *, forms: bool = False) -> Likeness | None:
    """What a given answer is to a form; None if it has nothing to do with it."""
    found = _same(given, form)
    if found is None and not given.look.firsts.isdisjoint(form.look.firsts):
        found = _word_by_word(given.look, form, forms=forms)
    return found._replace(cost=found.cost + form.base) if found is not None and form.base else found


def _same(given: Said, form: Form) -> Likeness | None:
    one, other = given.look, form.look
    if one.words == other.words:
        if given.which and form.which and not given.which & form.which:
            return Likeness("other", APART, f"is another '{form.text}'")
        return Likeness("is", SAME, f"is '{form.text}'")
    if one.letters == other.letters and one.letters:
        return Likeness("is", REORDERED, f"is '{form.text}', but for spaces")
    if one.full == other.full:
        return Likeness("is", OTHER_SPELLING, f"means '{form.text}'")
    if _is_acronym(one, other) or (other.large and one.core == one.words and _is_acronym(other, one)):
        return Likeness("is", OTHER_SPELLING, f"has the same initials as '{form.text}'")
    return None


def _is_acronym(short: Look, long: Look) -> bool:
    """Are these the initials of that: three at least, or two that are written large?"""
    enough = len(short.letters) > 2 or (len(short.letters) == 2 and short.large)
    return enough and len(short.words) == 1 and short.letters in long.initials and short.full == short.letters


def _word_by_word(given: Look, form: Form, *, forms: bool) -> Likeness | None:
    named = form.look.core
    several = len(given.core) > 1 and len(named) > 1
    level = ALL_FORMS if forms else VERBAL_FORMS if several else PLURALS
    found = align(given.core, named, level)
    if len(found.missing) == len(named) or LETTERS_A_SLIP * found.slips > sum(map(len, named)):
        return None
    strange = [word for word in found.extra if not _may_be_said(word, form)]
    besides = f"says {_listed(strange or found.extra)} besides '{form.text}'"
    if strange and not found.missing and form.look.name and not form.strict and set(strange) <= known().kinds:
        return Likeness("part", PART, besides)
    if strange or len(found.extra) > MOST_EXTRA or (found.extra and (found.slips or form.strict)):
        return Likeness("other", APART, besides)
    missing = [word for word in found.missing if not form.needed or word in form.needed]
    if missing:
        return None if form.strict else _part(found, form, missing)
    if found.extra or (form.needed and found.missing):
        what = "has what is underlined in" if form.needed else "is"
        return Likeness("is", BESIDE + found.cost, f"{what} '{form.text}'{_how(found)}")
    return Likeness("is", max(found.cost, REORDERED), f"is '{form.text}'{_how(found) or ', in other order'}")


def _part(found: Aligned, form: Form, missing: list[str]) -> Likeness | None:
    """An answer that leaves something out."""
    kept = list((Counter(form.look.core) - Counter(found.missing)).elements())
    telling = [word for word in kept if _tells(word)]
    if form.needed:
        return _part_of_underlined(found, form, kept)
    if telling and form.surname and set(form.surname) <= set(kept):
        return Likeness("is", SURNAME + found.cost, f"has the surname of '{form.text}'{_how(found)}")
    if telling and form.look.name and _may_be_left_out(missing, form):
        why = f"is '{form.text}' without {_listed(missing)}{_how(found)}"
        return Likeness("is", LEFT_OUT + found.cost, why)
    if found.extra:
        return Likeness("other", APART, f"says {_listed(found.extra)}, and not all of '{form.text}'")
    if telling and 2 * len(telling) >= sum(map(_tells, form.look.core)):
        return Likeness("part", PART, f"is a part of '{form.text}'")
    return Likeness("little", PART + 1, f"says too little for '{form.text}'")


def _part_of_underlined(found: Aligned, form: Form, kept: list[str]) -> Likeness:
    if form.asked and form.asked <= set(kept) and not found.extra:
        return Likeness("part", PART - 1, f"is the part of '{form.text}' to be asked about")
    underlined = [word for word in kept if word in form.needed]
    if not underlined:
        return Likeness("other", APART, f"has nothing of what is underlined in '{form.text}'")
    why = f"is a part of what is underlined in '{form.text}'"
    return Likeness("part", PART, why) if any(map(_tells, underlined)) else Likeness("little", PART + 1, why)


def _tells(word: str) -> bool:
    """Does a word say which one is meant, and not only what kind of thing it is?"""
    table = known()
    return word not in table.kinds and word not in table.titles and not (is_number(word) and len(word) < 3)


def _may_be_left_out(missing: list[str], form: Form) -> bool:
    """Is it what stands before or behind the name: "river" of the Nile River?"""
    named, gone = form.look.core, sorted(missing)
    return any(
        sorted((*named[:first], *named[len(named) - last :])) == gone
        for first in range(form.before + 1)
        for last in range(form.behind + 1)
    )


def _may_be_said(word: str, form: Form) -> bool:
    if is_number(word):
        return False
    return word in form.beside or word in known().titles or (form.look.name and word in known().said_besides)


def _how(found: Aligned) -> str:
    """In which way the words differ."""
    if found.slips:
        letters = "one letter" if found.slips == 1 else f"{found.slips} letters"
        differing = ", ".join(f"'{one}' for '{other}'" for one, other in found.differing)
        return f", with {letters} amiss ({differing})"
    if found.cost == OTHER_SPELLING:
        return ", written in another way"
    return ", in another form" if found.cost == INFLECTED else ""


def _listed(found: Iterable[str]) -> str:
    return " and ".join(f"'{word}'" for word in found)
