"""Words that judge: their sign, their near-synonyms and their opposites.

`data/evaluative.toml` has those of films and books, by which all texts are read. Of other things one says
less: there only words of `data/general.toml` and of the domain are written. A word that stands in no set of
ours is looked up in the lexicon of human ratings, unless it tells what a text is about.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from zellig.breakers.strategies.data import Near, Part
from zellig.breakers.strategies.domains import Domain, get_domain
from zellig.errors import ZelligError
from zellig.language.lexicon import valence

RATED_FROM = 1.3  # a rating at least this far from zero judges
STRONG_FROM = 2.2  # and one this far judges even if it is against all the rest
PARTS: tuple[Part, ...] = ("adjective", "noun", "mass", "verb", "adverb")
Sets = dict[str, Near]
List = Literal["praise", "blame", "neutral", "extreme"]
SIGNS: tuple[tuple[List, int], ...] = (("praise", 1), ("blame", -1), ("neutral", 0))


class Others(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words that judge but have no set; words that do not judge; words that are too strong to be graded."""

    praise: str
    blame: str
    neutral: str
    extreme: str
    fixed: list[str]  # phrases in which a word judges nothing


class Evaluative(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sets of each part of speech, and the plain lists."""

    adjective: Sets
    noun: Sets
    mass: Sets
    verb: Sets
    adverb: Sets
    others: Others | None = None

    def sets(self, part: Part) -> Sets:
        """The sets of a part of speech."""
        found: Sets = getattr(self, part)
        return found


@cache
def evaluative(file: Literal["evaluative", "general"] = "evaluative") -> Evaluative:
    """A data file, checked."""
    raw = files("zellig.breakers.strategies").joinpath(f"data/{file}.toml").read_bytes()
    found = msgspec.toml.decode(raw, type=Evaluative)
    for part in PARTS:
        _check(found.sets(part), f"{file}.toml: {part}")
    return found


def _check(sets: Sets, where: str) -> None:
    """Refuses opposites that do not exist or have the same sign, and a word that stands twice."""
    seen = set[str]()
    for name, near in sets.items():
        if near.opposite and (near.opposite not in sets or sets[near.opposite].sign != -near.sign):
            raise _fault(f"{where} {name}: {near.opposite!r} is no set of the other sign")
        for word in _all_words(near):
            if word in seen:
                raise _fault(f"{where}: {word!r} stands in two sets")
            seen.add(word)


def _fault(what: str) -> ZelligError:
    return ZelligError(what, remedy="Correct the data file of the strategies.")


def _all_words(near: Near) -> list[str]:
    return [*near.words.split(), *near.rare.split()]


def written_sets(part: Part, domain: Domain) -> Sets:
    """The sets whose words may be written; those of the domain go before those for all."""
    return _written(part, domain.name)


@cache
def _written(part: Part, domain: str) -> Sets:
    pack = get_domain(domain)
    own = pack.sets.get(part, {})
    common = evaluative("evaluative" if pack.stories else "general").sets(part)
    taken = {word for near in own.values() for word in _all_words(near)} | pack.unread
    rest = {name: _without(near, taken) for name, near in common.items() if name not in own}
    sets = own | rest
    _check(sets, f"domain {domain}: {part}")
    return sets


def _without(near: Near, taken: set[str]) -> Near:
    words, rare = (" ".join(w for w in text.split() if w not in taken) for text in (near.words, near.rare))
    return msgspec.structs.replace(near, words=words, rare=rare)


@cache
def _index(part: Part, domain: str, *, written: bool) -> dict[str, Near]:
    """The set of each word: as it is written, or, of any word that is known, as it is read."""
    mine = {word: near for near in _written(part, domain).values() for word in _all_words(near)}
    if written:
        return mine
    return {word: near for near in evaluative().sets(part).values() for word in _all_words(near)} | mine


def near_of(word: str, part: Part, domain: Domain) -> Near | None:
    """The set in which a word stands."""
    return _index(part, domain.name, written=False).get(word)


def synonyms(word: str, part: Part, domain: Domain, *, rare: bool = False) -> list[str]:
    """Other words of its set, the usual or the rare ones."""
    near = _index(part, domain.name, written=True).get(word)
    if near is None or near.loose:
        return []
    return [other for other in (near.rare if rare else near.words).split() if other != word]


def opposites(word: str, part: Part, domain: Domain) -> list[str]:
    """The usual words of the opposite set."""
    near = _index(part, domain.name, written=True).get(word)
    if near is None or not near.opposite:
        return []
    return written_sets(part, domain)[near.opposite].words.split()


def others(name: List, domain: Domain) -> frozenset[str]:
    """One of the plain lists, with what the domain adds to it."""
    return _others(name, domain.name)


@cache
def _others(name: str, domain: str) -> frozenset[str]:
    pack = get_domain(domain)
    own = {"praise": pack.praise, "blame": pack.blame, "neutral": pack.judge_nothing}.get(name, "")
    return frozenset([*getattr(evaluative().others, name).split(), *own.split()])


@cache
def fixed_phrases() -> frozenset[tuple[str, ...]]:
    """Phrases in which a word judges nothing."""
    lists = evaluative().others
    return frozenset(tuple(phrase.split()) for phrase in (lists.fixed if lists else ()))


def sign_of(word: str, lemma: str, domain: Domain) -> int:
    """The sign of a word without a set: by our lists, or by how people rate it; 0 if it judges nothing."""
    for name, sign in SIGNS:
        if word in others(name, domain) or lemma in others(name, domain):
            return sign
    rating = valence(word) or valence(lemma)
    return 0 if abs(rating) < RATED_FROM else (1 if rating > 0 else -1)


def is_weak(word: str, lemma: str, domain: Domain) -> bool:
    """Is a word without a set and on no list rated so mildly that it may mean nothing here?"""
    if word in others("praise", domain) or word in others("blame", domain):
        return False
    return abs(valence(word) or valence(lemma)) < STRONG_FROM
