"""How near a word is to another.

Nearness is a cost: 0 is the same. A slip of the pen is borne with in long words alone (one letter in seven),
never in the first or the last letter. Words that are one letter apart mostly differ in a consonant (election,
electron; contact, contract): such a letter is a slip only in words so long that no other word is near them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rapidfuzz.distance import OSA

from zellig.tasks.quiz.numbers import is_number
from zellig.tasks.quiz.tables import known

# Costs, from what is certain to what is less so; the last ones are of whole answers.
SAME, REORDERED, INFLECTED, OTHER_SPELLING, SLIP = range(5)
BESIDE, LEFT_OUT, SURNAME, PART, APART = 6, 7, 8, 20, 99

PLURALS, VERBAL_FORMS, ALL_FORMS = range(3)  # which other forms of a word count

LETTERS_A_SLIP = 7
LONG_FOR_MISSING = 10  # letters of a word in which a consonant may be missed or added
LONG_FOR_EXCHANGE = 12  # and in which one may stand for any other
SHORTEST_ALIKE = 6  # letters of a word that may be spelt by its sound
SHORTEST_STEM = 3
KEPT = 1 << 18

VOWELS = "aeiouy"
_ALIKE = (VOWELS, "ckqszx", "fvwp", "bpv", "dt", "gjk", "mn")  # letters that stand for one another
_SOUNDS = (
    ("yu", "u"), ("ph", "f"), ("kh", "k"), ("gh", "g"), ("th", "t"), ("dh", "d"), ("bh", "b"), ("tch", "ch"),
    ("sch", "sh"), ("ck", "k"), ("q", "k"), ("y", "i"), ("w", "v"), ("z", "s"), ("ou", "u"), ("oe", "o"),
    ("ae", "e"), ("j", "i"), ("c", "k"),
)  # fmt: skip
_VERBAL = ("ing", "ed", "n", "an", "ian", "ish")


class Relation(NamedTuple):
    """What makes a word of an answer one of the line."""

    cost: int
    slips: int = 0


@lru_cache(maxsize=KEPT)
def relation(given: str, named: str, forms: int = PLURALS) -> Relation | None:
    """How a given word is one that is named, if it is; `forms` says which other forms of it count."""
    if given == named:
        return Relation(SAME)
    if is_number(given) or is_number(named):
        return Relation(INFLECTED) if given.removesuffix("s") == named.removesuffix("s") else None
    if _plural(given, named) or _plural(named, given):
        return Relation(INFLECTED)
    if named in known().short_names.get(given, ()) or given in known().short_names.get(named, ()):
        return Relation(OTHER_SPELLING)
    if given[0] != named[0] or _kept_apart(given, named):
        return None
    if (forms >= VERBAL_FORMS and _verbal(given, named)) or (forms >= ALL_FORMS and _form(given, named)):
        return Relation(INFLECTED)
    if _sounds_alike(given, named):
        return Relation(OTHER_SPELLING)
    slips = _slips(given, named)
    return Relation(SLIP + slips - 1, slips) if slips else None


def _plural(one: str, many: str) -> bool:
    """Is this the plural of that word?"""
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


def _slips(given: str, named: str) -> int:
    """How many letters were missed, added or exchanged; 0 if these are two different words."""
    allowed = len(named) // LETTERS_A_SLIP
    if not allowed or abs(len(given) - len(named)) > allowed or given[-1] != named[-1]:
        return 0
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
        return int(was + should_be in f"{VOWELS}h" or len(named) >= LONG_FOR_MISSING)
    return 1  # two letters changed places


def _sounds_alike(given: str, named: str) -> bool:
    long = max(len(given), len(named)) >= SHORTEST_ALIKE and abs(len(given) - len(named)) < SHORTEST_STEM
    return long and _sound(given) == _sound(named)


@lru_cache(maxsize=KEPT)
def _sound(word: str) -> str:
    """A rough spelling of how a word sounds, so that transliterations agree."""
    for spelt, sound in _SOUNDS:
        word = word.replace(spelt, sound)
    return "".join(letter for place, letter in enumerate(word) if word[place - 1 : place] != letter)
