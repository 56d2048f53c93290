"""Words of one kind (`data/kinds.toml`), and where one of them can be exchanged in a sentence."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import msgspec

from zellig.breakers.strategies.data import read
from zellig.breakers.strategies.inference import DOWNWARD, NOUNS, is_being, words_for
from zellig.breakers.strategies.opinion import SUBJECTS, Reading
from zellig.breakers.strategies.rewriting import rewrite
from zellig.language.inflection import FORMS, inflect, plural
from zellig.language.tokens import Token
from zellig.language.words import word_list

COMMON_NOUNS = ("NN", "NNS")
PLACES = ("nsubj", "nsubjpass", "dobj", "pobj", "attr", "ROOT", "dative")
KNOWN = frozenset({"the", "this", "that", "these", "those"})
INTRODUCED = frozenset({"a", "an", "the", "one", "two", "three", "four", "five", "six", "some"})
PRONOUNS = frozenset({"he", "she", "him", "his", "her", "hers", "himself", "herself"})
OF_PEOPLE = "people"
# where one of these stands, there may be a second thing of the kind, or of another
SECOND_ONES = frozenset({"another", "other", "others", "both", "or", "either"})


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words of which only one is true of a thing."""

    tags: str
    words: str
    wider: str | None = None  # what all of them are; "": they can be left out
    alike: str = ""  # words that may both be true, in groups
    bare: bool = False  # it stands without an article

    def others(self, word: str) -> list[str]:
        """The words that exclude this one."""
        same = {each for group in self.alike.split(";") if word in group.split() for each in group.split()}
        return [each for each in self.words.split() if each != word and each not in same]


@cache
def kinds() -> dict[str, Kind]:
    """All kinds by name."""
    return read("kinds", dict[str, Kind])


@cache
def kinds_of() -> dict[str, list[str]]:
    """The names of the kinds of every word."""
    found: dict[str, list[str]] = {}
    for name, kind in kinds().items():
        for word in kind.words.split():
            found.setdefault(word, []).append(name)
    return found


@dataclass(frozen=True, eq=False)
class Place:
    """A word that can be exchanged."""

    reading: Reading
    token: Token
    word: str
    name: str  # of its kind

    @property
    def kind(self) -> Kind:
        """What it is one of."""
        return kinds()[self.name]

    @property
    def holder(self) -> str:
        """The noun that the word is said of, if it is said of one."""
        return self.reading.tokens[self.token.head].lemma if self.token.dep in ("amod", "nummod") else ""

    def matches(self, other: Place) -> bool:
        """Is the same said in both places, of the same?"""
        return (self.word, self.token.tag, self.holder) == (other.word, other.token.tag, other.holder)

    def with_word(self, word: str) -> str:
        """The sentence with another word of the kind."""
        return rewrite(self.reading.sentence, {self.token.i: self.fitted(word)})

    @property
    def wider(self) -> str:
        """The wider word in the form of this one; empty if the word can go."""
        wider = self.kind.wider or ""
        formed = self.token.tag in (*COMMON_NOUNS, *FORMS) and wider and not self.kind.bare
        return self.fitted(wider) if formed else wider

    def widened(self) -> str:
        """The sentence with the wider word, or without the word."""
        return rewrite(self.reading.sentence, {self.token.i: self.wider})

    def fitted(self, word: str) -> str:
        """Another word in the form of this one."""
        tag = self.token.tag
        if tag == "NNS":
            return "people" if word == "person" else plural(word)
        if tag in FORMS and self.token.dep != "amod":
            return inflect(word, FORMS[tag])
        return word.capitalize() if self.token.text[:1].isupper() else word


def places(reading: Reading) -> list[Place]:
    """The words of a statement that can be exchanged: the only ones of their kind in it."""
    if not reading.single or (DOWNWARD | SECOND_ONES).intersection(reading.lows) or _describes(reading):
        return []
    found = list(_places(reading))
    return [
        each for each in found if sum(token_word(t) in each.kind.words.split() for t in reading.tokens) == 1
    ]


def _describes(reading: Reading) -> bool:
    """Is a known thing described? *The hotel has a pool* and *The restaurant has a pool* may both be true.

    In a scene something is going on, and what is told of it is told of one thing.
    """
    subject = next((token for token in reading.tokens if token.dep in SUBJECTS), None)
    if subject is None or subject.tag not in NOUNS or is_being(subject):
        return False
    known = subject.tag.startswith("NNP") or reading.child(subject.i, "poss") is not None
    introduced = reading.child(subject.i, "det")
    known |= introduced is not None and introduced.low in KNOWN
    return known and not reading.tokens[subject.head].tag.startswith("VBG")


def token_word(token: Token) -> str:
    """The word as the lists have it."""
    return token.lemma.lower() if token.tag in COMMON_NOUNS or token.tag.startswith("VB") else token.low


def _places(reading: Reading) -> Iterator[Place]:
    for token in reading.tokens:
        word = token_word(token)
        for name in kinds_of().get(word, ()):
            kind = kinds()[name]
            fits = token.tag in kind.tags.split() and _stands_alone(reading, token, kind)
            if fits and (name != OF_PEOPLE or _tells_no_gender(reading, token)):
                yield Place(reading, token, word, name)


def _stands_alone(reading: Reading, token: Token, kind: Kind) -> bool:
    """Is the word no part of a name, of a compound or of a list, so that another one fits?"""
    children = [reading.tokens[c] for c in reading.sentence.children[token.i]]
    if any(child.dep in ("cc", "conj", "compound", "poss", "prt", "neg") for child in children):
        return False
    if token.dep == "conj" or (token.i and reading.tokens[token.i].text[:1].isupper() and token.tag == "NN"):
        return False
    after = reading.tokens[token.i + 1] if token.i + 1 < len(reading.tokens) else None
    if kind.wider == "" or token.tag == "CD":
        noun = reading.tokens[token.head]
        if token.dep not in ("amod", "nummod", "compound") or noun.tag not in COMMON_NOUNS or children:
            return False
        joined = reading.child(noun.i, "cc", "conj", "compound") is not None and token.dep != "compound"
        return noun.i > token.i and not joined and not (token.tag == "CD" and noun.tag != "NNS")
    if token.tag not in COMMON_NOUNS:
        return token.dep not in ("amod", "compound", "pcomp")
    lows = {child.low for child in children}
    introduced = kind.bare or token.tag == "NNS" or bool(lows & INTRODUCED)
    fixed = bool(lows.intersection(words_for("hypernyms", "fixed")))
    return token.dep in PLACES and introduced and not fixed and not (after is not None and after.tag in NOUNS)


def _tells_no_gender(reading: Reading, token: Token) -> bool:
    """Is there nothing but this word that tells a gender?"""
    telling = PRONOUNS.union(
        *(word_list(side) | set(words_for("gender", side)) for side in ("male", "female"))
    )
    return not telling.intersection(low for i, low in enumerate(reading.lows) if i != token.i)


def shared(premise: Reading, hypothesis: Reading) -> list[tuple[Place, Place]]:
    """The words that both say of the same thing; nothing else in either is of their kind."""
    found = []
    for said in places(hypothesis):
        for given in places(premise):
            if given.name == said.name and given.matches(said) and not _of_another(given):
                found.append((given, said))
    return found


def _of_another(place: Place) -> bool:
    """Is there a second thing that the word could be said of? Colours of beings may be of their clothes."""
    if not place.holder:
        return False
    alike = sum(token.lemma == place.holder for token in place.reading.tokens)
    of_being = place.name == "colours" and is_being(place.reading.tokens[place.token.head])
    return alike > 1 or of_being


def another(place: Place, chance: random.Random) -> str:
    """A word of the kind that cannot be true as well."""
    return chance.choice(place.kind.others(place.word))
