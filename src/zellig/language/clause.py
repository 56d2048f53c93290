"""The clause as a value: what a sentence is made of, ready to be changed and realised again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from zellig.language.verb_group import Agreement, VerbGroup

Kind = Literal["declarative", "subjectless", "imperative", "question"]
Role = Literal[
    "object", "indirect", "predicative", "agent", "particle", "oblique", "complement", "adjunct", "clause"
]
Determiner = Literal[
    "definite",
    "indefinite",
    "universal",
    "negative",
    "proportional",
    "numeral",
    "bare plural",
    "bare singular",
    "proper",
    "pronoun",
    "expletive",
    "some",
]
Time = Literal["past", "future", "present", ""]


class RefusedError(Exception):
    """A condition of the grammar does not hold; the reason is a code such as `no verb`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the source or of ours, spelt as it is where no sentence begins."""

    text: str
    space: str = " "  # what stands before it
    tag: str = ""
    lemma: str = ""


Words = tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase and what grammar needs to know of it."""

    words: Words
    head: int  # place of the head among the words
    agreement: Agreement
    determiner: Determiner
    animate: bool = False
    person: bool = False  # takes *who*
    coordinated: str = ""  # and, or, nor
    modified: bool = False  # carries a relative clause or a participle
    collective: bool = False

    @property
    def text(self) -> str:
        """The words, one space apart; for comparing, not for output."""
        return " ".join(word.text for word in self.words)


@dataclass(frozen=True, slots=True)
class Part:
    """A constituent of the predicate, or before the subject."""

    role: Role
    words: Words
    dep: str
    head: str = ""  # lemma of its head
    phrase: Phrase | None = None  # noun phrase, for objects, predicatives, agents
    preposition: str = ""
    marker: str = ""  # subordinating conjunction
    time: Time = ""
    controlled: bool = False  # its understood subject is the clause's subject


@dataclass(frozen=True, slots=True)
class Inner:
    """An adverb within the verb group: so many words of the group stand before it."""

    words: Words
    gap: int


@dataclass(frozen=True, slots=True)
class Predicate:
    """A verb group with what follows it."""

    verb: VerbGroup
    parts: tuple[Part, ...] = ()
    inner: tuple[Inner, ...] = ()
    joiner: Words = ()  # comma and conjunction before a coordinated one
    bare: str = ""  # form of a coordinated verb that shares the first one's auxiliary
    spaces: tuple[str, ...] = ()  # before the words of the verb group, in the source
    before_not: str | None = None  # what stands before *not* in the source

    def part(self, role: Role) -> Part | None:
        """The first part of this role."""
        return next((part for part in self.parts if part.role == role), None)


@dataclass(frozen=True, slots=True)
class Focus:
    """What an it-cleft puts first, and the word that joins the rest."""

    role: Literal["subject", "object", "adjunct"]
    pronoun: str
    place: int = 0  # of the part among the first predicate's parts


@dataclass(frozen=True, slots=True)
class Clause:
    """A sentence that is understood."""

    kind: Kind
    subject: Phrase | None
    predicates: tuple[Predicate, ...]
    front: tuple[Part, ...] = ()
    end: Words = ()  # final punctuation
    capital: bool = True  # the sentence begins with a capital letter
    tokenised: bool = False  # punctuation stands apart
    restored: bool = False  # the auxiliary was left out in the source
    focus: Focus | None = None
    wh: str = ""  # question word, for a question about the subject, the object or an adjunct
    wh_role: str = ""
    negated_determiner: bool = False  # polarity is in *no*, *none*, *not all*
    unread: str = ""  # why no more than a verb group is understood; what is around it is no clause then
    asides: tuple[Clause, ...] = ()  # the same sentence, read as no more than some verb group of it
    variants: tuple[tuple[str, Clause], ...] = ()  # the sentence with a small change, by its name

    @property
    def predicate(self) -> Predicate:
        """The first predicate."""
        return self.predicates[0]

    @property
    def verb(self) -> VerbGroup:
        """The first verb group."""
        return self.predicates[0].verb

    @property
    def agreement(self) -> Agreement:
        """What the verb agrees with."""
        return Agreement() if self.subject is None else self.subject.agreement

    def with_verb(self, **features: object) -> Clause:
        """The same clause with other features of the first verb group."""
        verb = replace(self.verb, **features)  # type: ignore[arg-type]
        return self.with_predicate(replace(self.predicate, verb=verb))

    def with_predicate(self, predicate: Predicate) -> Clause:
        """The same clause with another first predicate."""
        return replace(self, predicates=(predicate, *self.predicates[1:]))


def plain(text: str, space: str = " ") -> Words:
    """Words of our own."""
    return tuple(Word(each, space) for each in text.split())
