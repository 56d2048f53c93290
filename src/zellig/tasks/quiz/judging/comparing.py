"""An answer that was given beside one that a line names: is it the same, a part of it, or another?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from zellig.tasks.quiz.judging.alignment import Aligned, align
from zellig.tasks.quiz.judging.likeness import (
    ALL_FORMS,
    APART,
    BESIDE,
    FIRST_AND_LAST,
    INFLECTED,
    LEFT_OUT,
    LETTERS_A_SLIP,
    LETTERS_A_SLIP_IN_NAMES,
    LITTLE,
    OTHER_SPELLING,
    PART,
    PLURALS,
    REORDERED,
    SAME,
    SURNAME,
    VERBAL_FORMS,
    is_initials,
    is_plural,
    may_be_one_name,
    one_is_plural,
)
from zellig.tasks.quiz.judging.looks import KEPT, Look, look
from zellig.tasks.quiz.judging.people import is_full_name_of, surname
from zellig.tasks.quiz.numbers import is_number
from zellig.tasks.quiz.tables import known
from zellig.tasks.quiz.words import words

MOST_EXTRA = 3  # words that may be said besides
SYMBOL = 2  # letters of one, which a sign makes another: F, and F sharp
LONGEST = 2_000  # characters of an answer that are looked at

_SIGNS = frozenset(("plus", "minus", "sharp", "flat"))
_IN_BRACKETS = re.compile(r"(?P<name>.*\S)\s*[(\[](?P<which>[^()\[\]]*)[)\]]\s*")
# "The Tragedy of Hamlet, Prince of Denmark", "Walden; or, Life in the Woods". A plain "or" would be a second
# answer, and so would a title behind a comma: "Hamlet, The Merchant of Venice".
_FULL_TITLE = re.compile(
    r"""(?:(?:[Tt]he\s+)?(?:\w+\s+){0,4}?
          (?:[Tt]ragedy|[Tt]ragical\s+[Hh]istory|[Ll]ife\s+and\s+[Dd]eath)\s+of\s+)?
        (?P<name>\S.*?)
        (?:\s*[,;:]\s*or,\s.*|,\s+(?:the\s+)?(?:[Pp]rince(?:ss)?|[Kk]ing|[Qq]ueen|[Dd]uke|[Dd]uchess
            |[Ee]mperor|[Ee]mpress|[Ee]arl|[Cc]ount(?:ess)?|[Ll]ord|[Tt]sar)\s+of\s.*|,\s+the\s+\w+\s+of\s.*)?""",
    re.VERBOSE,
)


class Said(NamedTuple):
    """An answer as it was given."""

    text: str
    look: Look
    which: frozenset[str]  # what it says in brackets at its end: "Mercury (planet)"
    short: Look | None = None  # if it may be the full title of a work: what that is known by
    bare: Look | None = None  # without what the question says itself
    doubtful: Look | None = None  # without what may as well make another of it


class AnswerForm(NamedTuple):
    """One way in which an answer of a line may be said."""

    text: str
    look: Look
    needed: frozenset[str] = frozenset()  # what is underlined; none: nothing is
    asked: frozenset[str] = frozenset()  # what is underlined to be asked about
    beside: frozenset[str] = frozenset()  # words of the line, which may be said too
    which: frozenset[str] = frozenset()
    surname: tuple[str, ...] = ()
    name: bool = False  # of a person, or one that is one word: more slips of spelling are borne with
    before: int = 0  # kinds and titles before the name, and behind it: they may be left out
    behind: int = 0
    asks: bool = False  # a part that is asked about, or a place without its region: no other kind besides it
    person: bool = False  # may be one: more names may be said
    title: bool = False  # of a work, in one word: its plural is another title
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
    if bracket is not None:
        return Said(text, look(bracket["name"]), frozenset(words(bracket["which"])))
    title = _FULL_TITLE.fullmatch(text)
    short = look(title["name"]) if title is not None and title["name"] != text else None
    return Said(text, look(text), frozenset(), short)


def compare(given: Said, form: AnswerForm, *, forms: bool = False) -> Likeness | None:
    """What a given answer is to a form; None if it has nothing to do with it."""
    if given.which and form.which and not given.which & form.which:
        return Likeness("other", APART, f"is another '{form.text}'")
    found = _alike(given.look, form, forms=forms)
    if given.short is not None and (found is None or found.kind != "is"):
        of_short = _alike(given.short, form, forms=forms)
        if of_short is not None and of_short.kind == "is" and of_short.cost <= BESIDE:
            found = Likeness("is", BESIDE + of_short.cost, f"is a full title of '{form.text}'")
    if (given.bare or given.doubtful) and (found is None or found.kind != "is"):
        found = _without_the_rest(given, form, forms=forms) or found
    return found._replace(cost=found.cost + form.base) if found is not None and form.base else found


def _without_the_rest(given: Said, form: AnswerForm, *, forms: bool) -> Likeness | None:
    """What an answer is without what it says besides, if that tells more; so is the Volga River the Volga."""
    alone = _alike(given.bare, form, forms=forms) if given.bare is not None else None
    if alone is not None and alone.kind == "is":
        return Likeness("is", BESIDE + alone.cost, f"{alone.why}, and what else it says fits")
    doubted = _alike(given.doubtful, form, forms=forms) if given.doubtful is not None else None
    if doubted is not None and doubted.kind == "is" and not form.strict:
        return Likeness("part", PART, f"may be another than '{form.text}'")
    return alone if alone is not None and alone.kind == "part" else None


def _alike(given: Look, form: AnswerForm, *, forms: bool) -> Likeness | None:
    found = _same(given, form.look, form.text)
    if form.title and len(given.words) == 1 and is_plural(form.look.words[-1], given.words[0]):
        return Likeness("other", APART, f"is the plural of '{form.text}'")
    looking_alike = known().other_people.get(given.full)
    if found is None and looking_alike and " ".join(_without_titles(form.look)) in looking_alike:
        return Likeness("other", APART, f"is another than '{form.text}'")
    if found is None and not given.firsts.isdisjoint(form.look.firsts):
        found = _word_by_word(given, form, forms=forms)
    return found


def _same(one: Look, other: Look, named: str) -> Likeness | None:
    if one.words == other.words:
        return Likeness("is", SAME, f"is '{named}'")
    if one.letters == other.letters and one.letters:
        return Likeness("is", REORDERED, f"is '{named}', but for spaces")
    if min(len(one.words), len(other.words)) == 1 and one_is_plural(one.letters, other.letters):
        return Likeness("is", INFLECTED, f"is '{named}', in another form")
    if one.full == other.full:
        return Likeness("is", OTHER_SPELLING, f"means '{named}'")
    by_full_name = other.large and one.core == one.words and known().generations.isdisjoint(one.words)
    if _is_acronym(one, other) or (by_full_name and _is_acronym(other, one)):
        return Likeness("is", OTHER_SPELLING, f"has the same initials as '{named}'")
    return None


def _is_acronym(short: Look, long: Look) -> bool:
    """Are these the initials of that: three at least, or two that are written large?"""
    enough = len(short.letters) > 2 or (len(short.letters) == 2 and short.large)
    return enough and len(short.words) == 1 and short.letters in long.initials and short.full == short.letters


def _word_by_word(given: Look, form: AnswerForm, *, forms: bool) -> Likeness | None:
    named = form.look.core
    several = len(given.core) > 1 and len(named) > 1
    level = ALL_FORMS if forms else VERBAL_FORMS if several else PLURALS
    found = align(given.core, named, level, name=form.name)
    a_slip = LETTERS_A_SLIP_IN_NAMES if form.name else LETTERS_A_SLIP
    if len(found.missing) == len(named) or a_slip * found.slips > sum(map(len, named)):
        return None
    names = _further_names(given, form, found)
    strange = [
        word
        for word in found.extra
        if word not in names
        if not _may_be_said(word, given, form, found) or _is_surname(word, given, form)
        if not (form.look.name and not found.missing and word in _before_a_state(given))
    ]
    besides = f"says {_listed(strange or found.extra)} besides '{form.text}'"
    only_kinds = bool(strange) and set(strange) <= known().kinds and not form.asks
    if only_kinds and not found.missing and form.look.name and not form.strict:
        return Likeness("part", PART, besides)
    if strange or len(found.extra) > MOST_EXTRA or (found.extra and (found.slips or form.strict)):
        return Likeness("other", APART, besides)
    missing = [
        word
        for word in found.missing
        if (word in form.needed if form.needed else not (form.surname and _is_initial(word)))
    ]
    if missing:
        return None if form.strict else _part(found, form, missing)
    if names and (_is_shared(form) or len(_without_titles(form.look)) == 1):
        return Likeness("part", PART, f"may be another than '{form.text}'")  # Jack London is not London
    if names:
        return Likeness("is", BESIDE + found.cost, f"has more of the name of '{form.text}'")
    if found.extra or (form.needed and found.missing):
        what = "has what is underlined in" if form.needed else "is"
        return Likeness("is", BESIDE + found.cost, f"{what} '{form.text}'{_how(found)}")
    return Likeness("is", max(found.cost, REORDERED), f"is '{form.text}'{_how(found) or ', in other order'}")


def _part(found: Aligned, form: AnswerForm, missing: list[str]) -> Likeness | None:
    """An answer that leaves something out."""
    if not known().negations.isdisjoint(missing):
        return Likeness("other", APART, f"leaves out {_listed(missing)} of '{form.text}'")
    kept = list((Counter(form.look.core) - Counter(found.missing)).elements())
    if not _SIGNS.isdisjoint(missing) and any(is_number(word) or len(word) <= SYMBOL for word in kept):
        return Likeness("other", APART, f"has not the sign of '{form.text}'")
    telling = [word for word in kept if _tells(word)]
    if form.needed:
        return _part_of_underlined(found, form, kept)
    if telling and form.surname and set(form.surname) <= set(kept):
        alone = Likeness("is", SURNAME + found.cost, f"has the surname of '{form.text}'{_how(found)}")
        return _by_first_and_last(found, form, kept) or alone
    if telling and form.look.name and _may_be_left_out(missing, form):
        if _is_called_after_a_place(kept, missing):
            return Likeness("part", PART, f"may be the place that '{form.text}' is called after")
        why = f"is '{form.text}' without {_listed(missing)}{_how(found)}"
        return Likeness("is", LEFT_OUT + found.cost, why)
    if found.extra:
        return Likeness("other", APART, f"says {_listed(found.extra)}, and not all of '{form.text}'")
    if telling and 2 * len(telling) >= sum(map(_tells, form.look.core)):
        return Likeness("part", PART, f"is a part of '{form.text}'")
    return Likeness("little", LITTLE, f"says too little for '{form.text}'")


def _part_of_underlined(found: Aligned, form: AnswerForm, kept: list[str]) -> Likeness:
    if form.asked and form.asked <= set(kept) and not found.extra:
        return Likeness("part", PART - 1, f"is the part of '{form.text}' to be asked about")
    if form.needed >= set(form.look.core) and (person := _by_first_and_last(found, form, kept)):
        return person
    underlined = [word for word in kept if word in form.needed]
    if not underlined:
        return Likeness("other", APART, f"has nothing of what is underlined in '{form.text}'")
    why = f"is a part of what is underlined in '{form.text}'"
    tells = any(map(_tells, underlined)) or not set(surname(form.text)).isdisjoint(underlined)
    return Likeness("part", PART, why) if tells else Likeness("little", LITTLE, why)


def _by_first_and_last(found: Aligned, form: AnswerForm, kept: list[str]) -> Likeness | None:
    """A person without names that stand between the first one and the surname: right, if no other is called
    so; None if this is something else."""
    last, named = surname(form.text), _without_titles(form.look)
    if not last or not {named[0], *last} <= set(kept):
        return None
    if (named[0], last[-1]) in known().shared_names and set(kept) == {named[0], *last}:
        return Likeness("part", PART, f"may be another than '{form.text}'")
    why = f"has the first name and the surname of '{form.text}'{_how(found)}"
    return Likeness("is", FIRST_AND_LAST + found.cost, why)


def _without_titles(named: Look) -> tuple[str, ...]:
    return tuple(word for word in named.core if word not in known().titles) or named.core


def _is_called_after_a_place(kept: list[str], missing: list[str]) -> bool:
    """Mexico is neither the Gulf of Mexico nor Mexico City."""
    table = known()
    return " ".join(kept) in table.regions and not table.called_after_places.isdisjoint(missing)


def _is_initial(word: str) -> bool:
    return len(word) == 1 and word.isalpha()


def _is_year(word: str) -> bool:
    return word.isdecimal() and len(word) > 2


def _tells(word: str) -> bool:
    """Does a word say which one is meant, and not only what kind of thing it is?"""
    table = known()
    return word not in table.kinds and word not in table.titles and not (is_number(word) and len(word) < 3)


def _may_be_left_out(missing: list[str], form: AnswerForm) -> bool:
    """Is it what stands before or behind the name: "river" of the Nile River?"""
    named, gone = form.look.core, sorted(missing)
    return any(
        sorted((*named[:first], *named[len(named) - last :])) == gone
        for first in range(form.before + 1)
        for last in range(form.behind + 1)
    )


def _may_be_said(word: str, given: Look, form: AnswerForm, found: Aligned) -> bool:
    if is_number(word) or not known().contrary.get(word, frozenset()).isdisjoint(form.look.words):
        return False
    if word in known().generations and word not in form.beside:
        another = form.look.large or not known().contrary[word].isdisjoint(form.beside)
        return not another  # "JFK Jr."; Holmes, Jr. is not Holmes, Sr.
    if _may_be_first_name(word, form, found.missing) or (word == "ad" and any(map(_is_year, form.look.core))):
        return True
    if word in known().regions and (form.asks or not known().regions.isdisjoint(found.missing)):
        return False  # Kansas City, Kansas
    if word in form.beside or word in known().titles:
        return True
    if word in known().tells_apart and (form.asks or not known().states.issuperset(found.missing)):
        return False  # New York State is not New York City, nor the New York that one asks about
    before = _stands_before(word, given, found.extra) or word in known().said_behind
    return form.look.name and word in known().said_besides and before


def _stands_before(word: str, given: Look, extra: Sequence[str]) -> bool:
    """Does a word stand before the name: "the poem Ozymandias"? *The Jungle Book* is not *The Jungle*."""
    name = next((other for other in given.core if other not in extra), word)
    return given.words.index(word) <= given.words.index(name)


def _before_a_state(given: Look) -> tuple[str, ...]:
    """The word before "Republic of" and "Kingdom of": Islamic, Hashemite. Of two that are called alike one is
    often the democratic one."""
    first, *rest = given.words
    state = rest[:2] in (["republic", "of"], ["kingdom", "of"])
    return (first,) if state and first != "democratic" else ()


def _is_surname(word: str, given: Look, form: AnswerForm) -> bool:
    """Is it no title, since it ends a person's name: "Martin Luther King" is not Martin Luther?"""
    table, named = known(), form.look.core
    name = [each for each in given.words if each not in known().generations]
    person = len(named) > 1 and named[0] in table.first_names
    return person and word in table.titles and name[-1:] == [word]


def _may_be_first_name(word: str, form: AnswerForm, missing: Sequence[str]) -> bool:
    """Beside a surname, or what is underlined: an initial, or one of the names that are missing?"""
    certain = form.needed or frozenset(form.surname)
    if not certain or not certain.isdisjoint(missing):
        return False
    firsts = "".join(name if is_initials(name) else name[0] for name in missing if name not in known().titles)
    if missing and is_initials(word):
        return _follow(word, firsts)
    if missing and _is_initial(word):
        return firsts.startswith(word)  # no name may be passed over: George W. is not George Herbert Walker
    return any(may_be_one_name(word, name) for name in missing) if missing else _is_initial(word)


def _further_names(given: Look, form: AnswerForm, found: Aligned) -> frozenset[str]:
    """More names of the same person, "Friedrich Wilhelm" Nietzsche; none if anything is missing.

    They stand behind the first name, or before it, if they begin with a first name themselves.
    """
    if not found.extra or found.missing or not form.person:
        return frozenset()
    table, named = known(), _without_titles(form.look)
    said = tuple(word for word in given.core if word not in table.titles)
    extra = frozenset(word for word in found.extra if word not in table.titles)
    if not extra or said[-1] != named[-1] or not table.in_no_name.isdisjoint(given.words):
        return frozenset()
    if any(is_number(word) or word in table.kinds for word in extra):
        return frozenset()
    if len(named) == 1:
        alone = table.first_names.isdisjoint(form.beside)  # no other of this name is spoken of
        return extra if alone and is_full_name_of(named[0], said) else frozenset()
    return extra if said[0] not in extra or said[0] in table.first_names else frozenset()


def _is_shared(form: AnswerForm) -> bool:
    named = _without_titles(form.look)
    return (named[0], named[-1]) in known().shared_names


def _follow(some: str, every: str) -> bool:
    """Do these letters stand among those, in their order?"""
    rest = iter(every)
    return all(letter in rest for letter in some)


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
