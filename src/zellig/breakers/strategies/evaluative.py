"""Words that judge a film: their sign, their near-synonyms and their opposites, from `data/evaluative.toml`.

A word that stands in no set of ours is looked up in the lexicon of human ratings, unless it is listed as one
that tells what a film is about rather than what it is worth.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from zellig.errors import ZelligError
from zellig.language.lexicon import valence

Part = Literal["adjective", "noun", "mass", "verb", "adverb"]
RATED_FROM = 1.3  # a rating at least this far from zero judges
STRONG_FROM = 2.2  # and one this far judges even if it is against all the rest
PARTS: tuple[Part, ...] = ("adjective", "noun", "mass", "verb", "adverb")


class Near(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Near-synonyms."""

    sign: Literal[-1, 1]
    words: str
    rare: str = ""
    loose: bool = False  # the words have a common opposite, but do not stand for each other
    opposite: str = ""  # name of the set of opposites


class Others(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words that judge but have no set; words that do not judge; words that are too strong to be graded."""

    praise: str
    blame: str
    neutral: str
    extreme: str
    fixed: list[str]  # phrases in which a word judges nothing


class Evaluative(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The data file."""

    adjective: dict[str, Near]
    noun: dict[str, Near]
    mass: dict[str, Near]
    verb: dict[str, Near]
    adverb: dict[str, Near]
    others: Others

    def sets(self, part: Part) -> dict[str, Near]:
        """The sets of a part of speech."""
        found: dict[str, Near] = getattr(self, part)
        return found


@cache
def evaluative() -> Evaluative:
    """The data file, checked: opposites exist and have the other sign, and no word stands twice."""
    raw = files("zellig.breakers.strategies").joinpath("data/evaluative.toml").read_bytes()
    found = msgspec.toml.decode(raw, type=Evaluative)
    for part in PARTS:
        sets, seen = found.sets(part), set[str]()
        for name, near in sets.items():
            if near.opposite and (near.opposite not in sets or sets[near.opposite].sign != -near.sign):
                raise _fault(f"{part} {name}: {near.opposite!r} is no set of the other sign")
            for word in (*near.words.split(), *near.rare.split()):
                if word in seen:
                    raise _fault(f"{part}: {word!r} stands in two sets")
                seen.add(word)
    return found


def _fault(what: str) -> ZelligError:
    return ZelligError(f"evaluative.toml: {what}", remedy="Correct the data file of the strategies.")


@cache
def _index(part: Part) -> dict[str, Near]:
    return {
        word: near
        for near in evaluative().sets(part).values()
        for word in (*near.words.split(), *near.rare.split())
    }


def near_of(word: str, part: Part) -> Near | None:
    """The set in which a word stands."""
    return _index(part).get(word)


def synonyms(word: str, part: Part, *, rare: bool = False) -> list[str]:
    """Other words of its set, the usual or the rare ones."""
    near = near_of(word, part)
    if near is None or near.loose:
        return []
    return [other for other in (near.rare if rare else near.words).split() if other != word]


def opposites(word: str, part: Part) -> list[str]:
    """The usual words of the opposite set."""
    near = near_of(word, part)
    if near is None or not near.opposite:
        return []
    return evaluative().sets(part)[near.opposite].words.split()


@cache
def others(name: str) -> frozenset[str]:
    """One of the plain lists: praise, blame, neutral, extreme."""
    return frozenset(getattr(evaluative().others, name).split())


@cache
def fixed_phrases() -> frozenset[tuple[str, ...]]:
    """Phrases in which a word judges nothing."""
    return frozenset(tuple(phrase.split()) for phrase in evaluative().others.fixed)


def sign_of(word: str, lemma: str) -> int:
    """The sign of a word without a set: by our lists, or by how people rate it; 0 if it judges nothing."""
    for name, sign in (("praise", 1), ("blame", -1), ("neutral", 0)):
        if word in others(name) or lemma in others(name):
            return sign
    rating = valence(word) or valence(lemma)
    return 0 if abs(rating) < RATED_FROM else (1 if rating > 0 else -1)


def is_weak(word: str, lemma: str) -> bool:
    """Is a word without a set and on no list rated so mildly that it may mean nothing here?"""
    if word in others("praise") or word in others("blame"):
        return False
    return abs(valence(word) or valence(lemma)) < STRONG_FROM
