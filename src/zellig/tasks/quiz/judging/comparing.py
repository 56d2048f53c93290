"""An answer that was given beside one that a line names: is it the same, a part of it, or another?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from zellig.tasks.quiz.judging.likeness import (
    ALL_FORMS,
    APART,
    BESIDE,
    INFLECTED,
    LEFT_OUT,
    OTHER_SPELLING,
    PART,
    PLURALS,
    REORDERED,
    SAME,
    SURNAME,
    VERBAL_FORMS,
    relation,
)
from zellig.tasks.quiz.numbers import is_number
from zellig.tasks.quiz.tables import known
from zellig.tasks.quiz.words import letters, words

MOST_EXTRA = 3  # words that may be said besides
LONGEST = 2_000  # characters of an answer that are looked at

_IN_BRACKETS = re.compile(r"(?P<name>.*\S)\s*[(\[](?P<which>[^()\[\]]*)[)\]]\s*")


class Said(NamedTuple):
    """An answer as it was given."""

    text: str
    words: tuple[str, ...]
    core: tuple[str, ...]  # without words that say nothing
    letters: str
    initials: frozenset[str]
    firsts: frozenset[str]
    which: frozenset[str]  # what it says in brackets at its end: "Mercury (planet)"


class Form(NamedTuple):
    """One way in which an answer of a line may be said."""

    text: str
    words: tuple[str, ...]
    core: tuple[str, ...]
    letters: str
    initials: frozenset[str]
    firsts: frozenset[str]
    needed: frozenset[str] = frozenset()  # what is underlined; none: nothing is
    asked: frozenset[str] = frozenset()  # what is underlined to be asked about
    beside: frozenset[str] = frozenset()  # words of the line, which may be said too
    which: frozenset[str] = frozenset()
    surname: tuple[str, ...] = ()
    name: bool = False  # has a capital letter
    strict: bool = False  # all of it has to be said
    base: int = SAME  # what it costs to say it so


class Likeness(NamedTuple):
    """What an answer is to a form; the reason completes "it ..."."""

    kind: Literal["is", "part", "little", "other"]
    cost: int
    why: str


def core(found: tuple[str, ...]) -> tuple[str, ...]:
    """The words that say something; all, if none does. The last one does: "Wu Di"."""
    little = known().little
    return tuple(word for word in found[:-1] if word not in little) + found[-1:]


@lru_cache(maxsize=1 << 16)
def said(text: str) -> Said:
    """An answer, ready to be compared."""
    text = text[:LONGEST]
    bracket = _IN_BRACKETS.fullmatch(text)
    which = frozenset(words(bracket["which"])) if bracket else frozenset()
    return Said(text, *looks(bracket["name"] if bracket else text), which)


def looks(text: str) -> tuple[tuple[str, ...], tuple[str, ...], str, frozenset[str], frozenset[str]]:
    """What of a text is compared: all words, those that say something, letters, initials, first letters."""
    found = words(text)
    said_so = core(found)
    together = letters(text)
    initials = [initials_of(found), initials_of(said_so)] if len(found) > 1 else []
    if initials and not any(map(is_number, found)):
        initials.append(initials_of(text.split()))  # with its articles
    return (
        found,
        said_so,
        together,
        frozenset(initials),
        frozenset(word[0] for word in (*found, together or " ")),
    )


def initials_of(found: Iterable[str]) -> str:
    return letters(" ".join(word[:1] for word in found))


def compare(given: Said, form: Form, *, forms: bool = False) -> Likeness | None:
    """What a given answer is to a form; None if it has nothing to do with it."""
    found = _compare(given, form, forms=forms)
    return found._replace(cost=found.cost + form.base) if found is not None and form.base else found


def _compare(given: Said, form: Form, *, forms: bool) -> Likeness | None:
    if given.words == form.words:
        if given.which and form.which and not given.which & form.which:
            return None  # another one of that name
        return Likeness("is", SAME, f"is {_shown(form)}")
    if given.letters == form.letters and given.letters:
        return Likeness("is", REORDERED, f"is {_shown(form)}, but for spaces")
    if _in_full(given.words) == _in_full(form.words):
        return Likeness("is", OTHER_SPELLING, f"is short for {_shown(form)}, or long")
    if given.firsts.isdisjoint(form.firsts):
        return None
    if _is_acronym(given, form):
        return Likeness("is", OTHER_SPELLING, f"has the initials of {_shown(form)}")
    return _word_by_word(given, form, forms=forms)


def _in_full(found: tuple[str, ...]) -> str:
    """What an abbreviation stands for."""
    together = " ".join(found)
    return known().abbreviations.get(together, together)


class _Aligned(NamedTuple):
    cost: int
    slips: int
    others: tuple[tuple[str, str], ...]  # given and named, where they differ
    extra: tuple[str, ...]
    missing: tuple[str, ...]


def _word_by_word(given: Said, form: Form, *, forms: bool) -> Likeness | None:
    found = _align(given.core, form.core, forms=forms)
    if len(found.missing) == len(form.core):
        return None
    if 7 * found.slips > sum(map(len, form.core)):
        return None
    strange = [word for word in found.extra if not _may_be_said(word, form)]
    if strange and not found.missing and form.name and not form.strict and set(strange) <= known().kinds:
        return Likeness("part", PART, f"says {_listed(strange)} besides {_shown(form)}")
    if strange or len(found.extra) > MOST_EXTRA or (found.extra and (found.slips or form.strict)):
        return Likeness("other", APART, f"says {_listed(strange or found.extra)} besides {_shown(form)}")
    needed = [word for word in found.missing if word in form.needed] if form.needed else list(found.missing)
    cost = found.cost + (BESIDE if found.extra else SAME)
    if not needed:
        if form.needed and (found.missing or found.extra):
            return Likeness(
                "is", max(cost, BESIDE), f"has what is underlined in {_shown(form)}" + _slips(found)
            )
        return Likeness(
            "is", max(cost, REORDERED), f"is {_shown(form)}" + (_slips(found) or ", in other order")
        )
    if form.strict:
        return None
    return _part(found, form, needed)


def _part(found: _Aligned, form: Form, needed: Sequence[str]) -> Likeness | None:
    """An answer that leaves something out."""
    there = Counter(form.core)
    there.subtract(found.missing)
    kept = list(there.elements())
    telling = [word for word in kept if _tells(word)]
    if form.needed:
        if form.asked and form.asked <= set(kept) and not found.extra:
            return Likeness("part", PART - 1, f"is the part of {_shown(form)} to be asked about")
        if any(word in form.needed for word in kept):
            why = f"is a part of what is underlined in {_shown(form)}"
            tells = any(word in form.needed for word in telling)
            return Likeness("part", PART, why) if tells else Likeness("little", PART + 1, why)
        return Likeness("other", APART, f"has nothing of what is underlined in {_shown(form)}")
    if telling and form.surname and all(word in kept for word in form.surname):
        return Likeness("is", SURNAME + found.cost, f"has the surname of {_shown(form)}" + _slips(found))
    if telling and form.name and _may_be_left_out(needed, form):
        return Likeness(
            "is", LEFT_OUT + found.cost, f"is {_shown(form)} without {_listed(needed)}" + _slips(found)
        )
    if telling:
        return Likeness("part", PART, f"is a part of {_shown(form)}")
    return Likeness("little", PART + 1, f"says too little for {_shown(form)}")


def _tells(word: str) -> bool:
    """Does a word say which one is meant, and not only what kind of thing it is?"""
    return (
        word not in known().kinds and word not in known().titles and not (is_number(word) and len(word) < 3)
    )


def _may_be_left_out(missing: Sequence[str], form: Form) -> bool:
    """Kinds and titles before or behind a name: "Nile" for "Nile River"; not one between other words."""
    table = known()
    around = sorted(missing) in (sorted(form.core[: len(missing)]), sorted(form.core[-len(missing) :]))
    return around and all(word in table.kinds or word in table.titles for word in missing)


def _may_be_said(word: str, form: Form) -> bool:
    if is_number(word):
        return False
    return word in form.beside or word in known().titles or (form.name and word in known().said_besides)


def _align(given: tuple[str, ...], named: tuple[str, ...], *, forms: bool) -> _Aligned:
    """Each given word with one that is named, the surest first."""
    rest, missing = (
        list((Counter(given) - Counter(named)).elements()),
        list((Counter(named) - Counter(given)).elements()),
    )
    cost, slips = SAME, 0
    level = ALL_FORMS if forms else VERBAL_FORMS if len(given) > 1 and len(named) > 1 else PLURALS
    others: list[tuple[str, str]] = []
    extra: list[str] = []
    for word in sorted(rest, key=len, reverse=True):
        near = [(how, place) for place, other in enumerate(missing) if (how := relation(word, other, level))]
        if near:
            how, place = min(near)
            others.append((word, missing.pop(place)))
            cost, slips = max(cost, how.cost), slips + how.slips
        elif len(missing) < len(named) and (run := _initials(word, missing)):
            others.append((word, " ".join(run)))
            for each in run:
                missing.remove(each)
            cost = max(cost, OTHER_SPELLING)
        else:
            extra.append(word)
    for word in list(missing):
        if len(missing) < len(named) and (run := _initials(word, extra)):
            others.append((" ".join(run), word))
            missing.remove(word)
            extra = [each for each in extra if each not in run]
            cost = max(cost, OTHER_SPELLING)
    return _Aligned(cost, slips, tuple(others), tuple(extra), tuple(missing))


def _initials(short: str, full: Sequence[str]) -> list[str]:
    """The words that a word of one to three letters has the initials of, in a row: `jr` for `joan ruth`."""
    if not 1 <= len(short) <= 3 or not short.isalpha():
        return []
    for start in range(len(full) - len(short) + 1):
        run = full[start : start + len(short)]
        if all(word[0] == letter and len(word) > 1 for word, letter in zip(run, short, strict=True)):
            return list(run)
    return []


def _is_acronym(given: Said, form: Form) -> bool:
    """Is one of the two the initials of the other: three at least, or two that are written large?"""
    for short, long in ((given, form), (form, given)):
        large = short.text.strip().replace(".", "").isupper()
        if len(short.words) == 1 and short.letters in long.initials and not is_number(short.letters):
            return (len(short.letters) >= 3 and (short is given or large)) or (
                len(short.letters) == 2 and large
            )
    return False


def _shown(form: Form) -> str:
    return f"'{form.text}'"


def _slips(found: _Aligned) -> str:
    if found.slips:
        given = ", ".join(f"'{one}' for '{other}'" for one, other in found.others)
        return f", with {'one letter' if found.slips == 1 else f'{found.slips} letters'} amiss ({given})"
    if found.cost == OTHER_SPELLING:
        return ", written in another way"
    return ", in another form" if found.cost == INFLECTED else ""


def _listed(found: Iterable[str]) -> str:
    return " and ".join(f"'{word}'" for word in found)
