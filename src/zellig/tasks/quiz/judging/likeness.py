"""How near a word is to another.

Nearness is a cost: 0 is the same. A slip of the pen is borne with in long words alone (one letter in seven),
never in the first or the last letter. Words that are one letter apart mostly differ in a consonant (election,
electron; contact, contract): such a letter is a slip only in words so long that no other word is near them.
Long names may have two slips that are heard alike (Eisenhauer), and a silent letter at their end or none.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz.distance import OSA, Editop, Levenshtein

from zellig.tasks.quiz.numbers import is_number
from zellig.tasks.quiz.tables import known

# Costs, from what is certain to what is less so; the last ones are of whole answers.
SAME, REORDERED, INFLECTED, OTHER_SPELLING, SLIP = range(5)
FIRST_AND_LAST, BESIDE, LEFT_OUT, SURNAME, PART, LITTLE, APART = 5, 6, 7, 8, 20, 50, 99

PLURALS, VERBAL_FORMS, ALL_FORMS = range(3)  # which other forms of a word count

LETTERS_A_SLIP = 7
LETTERS_A_SLIP_IN_NAMES = 5
LONG_FOR_MISSING = 10  # letters of a word in which a consonant may be missed or added
LONG_FOR_EXCHANGE = 12  # and in which one may stand for any other
LONG_NAME = 9  # letters of a name in which a consonant may be missed or added, and the end be silent
LONG_FOR_TWO = 10  # letters of a name in which two letters may be amiss, if they sound alike
SHORTEST_ALIKE = 6  # letters of a word that may be spelt by its sound
SHORTEST_STEM = 3
LONGEST_INITIALS = 3
KEPT = 1 << 18

VOWELS = "aeiouy"
_ALIKE = (VOWELS, "uvw", "ckqszx", "fvwp", "bpv", "dt", "gjk", "mn")  # letters that stand for one another
_SOUNDS = (
    ("yu", "u"), ("ph", "f"), ("kh", "k"), ("gh", "g"), ("th", "t"), ("dh", "d"), ("bh", "b"), ("tch", "ch"),
    ("tzsch", "tsh"), ("shch", "sh"), ("sch", "sh"), ("tz", "z"), ("ck", "k"), ("q", "k"), ("y", "i"),
    ("w", "v"), ("z", "s"), ("ou", "u"), ("oe", "o"), ("ae", "e"), ("j", "i"), ("c", "k"),
)  # fmt: skip
_TWO_DOTS = re.compile(r"(?<=[aou])e")
_LAST_F = re.compile(r"f+$")  # Prokofieff
_SILENT = re.compile(r"(?<=[^aeiouy])[eh]$")  # Robespierre, Pittsburgh
_VERBAL = ("ing", "ed", "n", "an", "ian", "ish", "ness")


class Relation(NamedTuple):
    """What makes a word of an answer one of the line."""

    cost: int
    slips: int = 0


@lru_cache(maxsize=KEPT)
def relation(given: str, named: str, forms: int = PLURALS, *, name: bool = False) -> Relation | None:
    """How a given word is one that is named, if it is; `forms` says which other forms of it count.

    In a `name` more slips are borne with: few names are near each other.
    """
    if given == named:
        return Relation(SAME)
    if is_number(given) or is_number(named):
        return Relation(INFLECTED) if given.removesuffix("s") == named.removesuffix("s") else None
    if one_is_plural(given, named):
        return Relation(INFLECTED)
    if named in known().short_names.get(given, ()) or given in known().short_names.get(named, ()):
        return Relation(OTHER_SPELLING)
    if _kept_apart(given, named):
        return None
    if given[0] != named[0]:
        return Relation(OTHER_SPELLING) if _sounds_alike(given, named) else None
    if (forms >= VERBAL_FORMS and _verbal(given, named)) or (forms >= ALL_FORMS and _form(given, named)):
        return Relation(INFLECTED)
    if _sounds_alike(given, named):
        return Relation(OTHER_SPELLING)
    slips = _slips(given, named, LONG_NAME if name else LONG_FOR_MISSING)
    if name and not slips:
        slips = _slips_of_a_name(given, named)
    return Relation(SLIP + slips - 1, slips) if slips else None


def one_is_plural(one: str, other: str) -> bool:
    """Is one of two words the plural of the other?"""
    return is_plural(one, other) or is_plural(other, one)


def may_be_one_name(one: str, other: str) -> bool:
    """May two first names be one: by their initials, or but for vowels (Yasser, Yasir)?"""
    short = min(one, other, key=len)
    if one[0] != other[0]:
        return False
    if len(short) < LONGEST_INITIALS or is_initials(short):
        return short.isalpha()
    return _consonants(one) == _consonants(other)


def is_initials(word: str) -> bool:
    """Is this more than one initial? "Al" and "Sam" are names, "jc" and "jrr" are none."""
    few = 1 < len(word) <= LONGEST_INITIALS and word not in known().first_names
    return few and word.isalpha() and not any(letter in VOWELS for letter in word[1:])


def is_plural(one: str, many: str) -> bool:
    """Is the second the plural of the first?"""
    if many == f"{one}s" or frozenset((one, many)) in known().plurals:
        return len(one) >= SHORTEST_STEM
    for ending, plural in known().plural_endings:
        if one.endswith(ending) and many.endswith(plural):
            stem = one[: len(one) - len(ending)]
            if len(stem) >= SHORTEST_STEM and stem == many[: len(many) - len(plural)]:
                return True
    return False


def _verbal(given: str, named: str) -> bool:
    """Test and testing, move and moved, Samoa and Samoan: the same beside another word."""
    short, long = sorted((given, named), key=len)
    stems = (short, short.removesuffix("e"), short.removesuffix("a"), short + short[-1])
    return len(short) > SHORTEST_STEM and any(long == stem + end for stem in stems for end in _VERBAL)


def _form(given: str, named: str) -> bool:
    """Two forms of one word: the same beginning, and endings that words have."""
    same = 0
    while same < min(len(given), len(named)) and given[same] == named[same]:
        same += 1
    endings = known().forms
    shortest = max(SHORTEST_STEM + 1, min(len(given), len(named)) // 2)
    return any(
        (not given[cut:] or given[cut:] in endings) and (not named[cut:] or named[cut:] in endings)
        for cut in range(shortest, same + 1)
    )


def _kept_apart(given: str, named: str) -> bool:
    """Two words that we know to be different, or that differ in an ending or a beginning that matters."""
    one, other = given.removesuffix("s"), named.removesuffix("s")
    if other in known().apart.get(one, ()):
        return True
    return any(
        one[: len(one) - len(first)] == other[: len(other) - len(second)]
        for group in known().endings
        for first in group
        if one.endswith(first)
        for second in group
        if second != first and other.endswith(second)
    ) or any(
        given[len(first) :] == named[len(second) :]
        for group in known().beginnings
        for first in group
        if given.startswith(first)
        for second in group
        if second != first and named.startswith(second)
    )


def _slips(given: str, named: str, long: int) -> int:
    """How many letters were missed, added or exchanged; 0 if these are two different words.

    From so many letters on a consonant may be missed: `long`.
    """
    allowed = len(named) // LETTERS_A_SLIP
    if not allowed or abs(len(given) - len(named)) > allowed:
        return 0
    if given[-1] != named[-1]:
        return int(given == named[:-2] + named[:-3:-1])  # the last two changed places
    slips = OSA.distance(given, named, score_cutoff=allowed)
    if slips > 1:
        return slips if slips <= allowed else 0
    start = next(place for place in range(len(given)) if given[place] != named[place : place + 1])
    end = 0
    while end < min(len(given), len(named)) - start and given[~end] == named[~end]:
        end += 1
    was, should_be = given[start : len(given) - end], named[start : len(named) - end]
    if len(was) == len(should_be) == 1:
        alike = any(was in group and should_be in group for group in _ALIKE)
        return int(alike or len(named) >= LONG_FOR_EXCHANGE)
    if len(was + should_be) == 1:
        return int(was + should_be in f"{VOWELS}h" or len(named) >= long)
    return 1  # two letters changed places


def _slips_of_a_name(given: str, named: str) -> int:
    """The slips in a long name, where every one is heard alike; 0 if there is another."""
    if len(named) < LONG_NAME:
        return 0
    if _SILENT.sub("", given) == _SILENT.sub("", named):
        return 1
    edits = Levenshtein.editops(given, named)
    same_end = given[-1] == named[-1] or {given[-1], named[-1]} == {"i", "y"}
    few = len(named) >= LONG_FOR_TWO and len(edits) <= 2 and same_end
    return len(edits) if few and all(_is_heard_alike(given, named, edit) for edit in edits) else 0


def _is_heard_alike(given: str, named: str, edit: Editop) -> bool:
    """Is this exchange, or this missing or added letter, hardly heard?"""
    if edit.tag == "replace":
        return any(given[edit.src_pos] in group and named[edit.dest_pos] in group for group in _ALIKE)
    word, at = (given, edit.src_pos) if edit.tag == "delete" else (named, edit.dest_pos)
    return word[at] in f"{VOWELS}h" or word[at] in (word[at - 1 : at], word[at + 1 : at + 2])


def _sounds_alike(given: str, named: str) -> bool:
    long = max(len(given), len(named)) >= SHORTEST_ALIKE and abs(len(given) - len(named)) < SHORTEST_STEM
    return long and (sound(given) == sound(named) or _without_umlauts(given) == _without_umlauts(named))


def _without_umlauts(word: str) -> str:
    """As if an "e" that may stand for two dots were not there: Haendel."""
    return _TWO_DOTS.sub("", word)


def _consonants(word: str) -> str:
    return _squeezed("".join(letter for letter in sound(word) if letter not in "aeiouyhvw"))


def _squeezed(word: str) -> str:
    """Without letters that follow the same letter."""
    return "".join(letter for place, letter in enumerate(word) if word[place - 1 : place] != letter)


@lru_cache(maxsize=KEPT)
def sound(word: str) -> str:
    """A rough spelling of how a word sounds, so that transliterations agree."""
    for spelt, sound in _SOUNDS:
        word = word.replace(spelt, sound)
    return _squeezed(_LAST_F.sub("v", word))
