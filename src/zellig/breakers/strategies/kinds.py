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
from zellig.language.tokens import VERBS, Token, helpers_of
from zellig.language.words import word_list

COMMON_NOUNS = ("NN", "NNS")
PLACES = ("nsubj", "nsubjpass", "dobj", "pobj", "attr", "ROOT", "dative")
INTRODUCED = frozenset({"a", "an", "the", "one", "two", "three", "four", "five", "six", "some"})
PRONOUNS = frozenset({"he", "she", "him", "his", "her", "hers", "himself", "herself"})
OF_PEOPLE = "people"
# where one of these stands, there may be a second thing of the kind, or of another
SECOND_ONES = frozenset({"another", "other", "others", "both", "or", "either"})
ANYBODY = frozenset({"anyone", "anybody", "many"})  # beside those of *all*
FIXED = frozenset({"rooms", "buildings", "waters", "landscapes"})  # kinds of what does not move
# verbs that head no clause
PARTS_OF_PHRASES = frozenset({"amod", "compound", "aux", "auxpass", "prep", "case"})
LEANING = frozenset({"xcomp", "pcomp", "csubj"})  # clauses that are as true as what they belong to


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
    if not reading.single or (DOWNWARD | SECOND_ONES).intersection(reading.lows):
        return []
    found = list(_places(reading))
    return [
        each for each in found if sum(token_word(t) in each.kind.words.split() for t in reading.tokens) == 1
    ]


def _excludes_others(reading: Reading, token: Token) -> bool:
    """Is only one word of a kind true there: is it told of what is going on, or of where somebody is?

    *Everybody has a red car*, *You can rent a truck*: others may be true as well.
    """
    clauses = [
        each for each in reading.above(token.i) if each.tag in VERBS and each.dep not in PARTS_OF_PHRASES
    ]
    if any(_is_open(reading, verb) for verb in clauses):
        return False
    own = next((verb for verb in clauses if not _leans(reading, verb)), None)
    if own is None:
        return _is_caption(reading)
    return _goes_on(reading, own) and not any(_lasts(reading, verb) for verb in clauses)


def _is_open(reading: Reading, verb: Token) -> bool:
    """Is it only possible, or said of anybody: *can rent*, *many have*?"""
    subject = _subject(reading, verb)
    below = [reading.tokens[child] for child in reading.sentence.children[subject.i]]
    anybody = not ANYBODY.union(word_list("universal")).isdisjoint(each.low for each in (subject, *below))
    return anybody or any(helper.tag == "MD" for helper in helpers_of(reading.sentence, verb))


def _lasts(reading: Reading, verb: Token) -> bool:
    """*has*, *knows*; but *is having*, and *is*, which says where somebody is, or that there is somebody."""
    progressive = verb.tag == "VBG" and helpers_of(reading.sentence, verb)
    return verb.lemma in word_list("stative") - {"be"} and not progressive


def _leans(reading: Reading, verb: Token) -> bool:
    """Does what it belongs to say whether it is so: *tries to ride*, *by riding*, *a man dressed in red*?"""
    bare = not helpers_of(reading.sentence, verb)
    return bare and (verb.tag == "VB" or verb.dep in LEANING or (verb.tag == "VBN" and verb.dep == "acl"))


def _is_caption(reading: Reading) -> bool:
    """*A man on a horse*, *A truck parked beside a wall*"""
    root = reading.tokens[reading.sentence.root]
    return root.tag in NOUNS and (is_being(root) or reading.child(root.i, "acl") is not None)


def _goes_on(reading: Reading, verb: Token) -> bool:
    """*is driving*, *drives* of somebody, *stands beside a wall*, *was parked there*"""
    helpers = helpers_of(reading.sentence, verb)
    if verb.tag == "VBG":
        return True
    subject = _subject(reading, verb)
    somebody = is_being(subject)
    moves = somebody or _can_move(subject)
    if verb.lemma == "be":
        return moves and _is_somewhere(reading, verb)
    if verb.tag == "VBN":
        agent = reading.child(verb.i, "agent")
        by = None if agent is None else reading.child(agent.i, "pobj")
        passive = any(helper.dep == "auxpass" for helper in helpers)
        return passive and (moves or (by is not None and is_being(by)))
    postures = word_list("needs-a-place").union(kinds()["postures"].words.split())
    return somebody or (moves and verb.lemma in word_list("motion") | postures)


def _subject(reading: Reading, verb: Token) -> Token:
    """Of whom it is said; of a participle, the noun that it describes."""
    own = reading.child(verb.i, *SUBJECTS)
    if own is not None and own.tag not in ("WP", "WDT"):
        return own
    head = reading.tokens[verb.head]
    described = verb.dep in ("acl", "relcl") or head.i == verb.i
    return head if described else _subject(reading, head)


def _can_move(thing: Token) -> bool:
    """Is it a thing that is not always in one place, as hotels and lakes are?"""
    movable = word_list("garments") | word_list("vessels")
    return thing.lemma in movable or any(name not in FIXED for name in kinds_of().get(thing.lemma, ()))


def _is_somewhere(reading: Reading, verb: Token) -> bool:
    places_ = word_list("place-and-time") | word_list("directions")
    return any(reading.tokens[child].low in places_ for child in reading.sentence.children[verb.i])


def token_word(token: Token) -> str:
    """The word as the lists have it."""
    return token.lemma.lower() if token.tag in COMMON_NOUNS or token.tag.startswith("VB") else token.low


def _places(reading: Reading) -> Iterator[Place]:
    for token in reading.tokens:
        word = token_word(token)
        for name in kinds_of().get(word, ()):
            kind = kinds()[name]
            fits = token.tag in kind.tags.split() and _stands_alone(reading, token, kind)
            fits = fits and _excludes_others(reading, token)
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
