"""An inference, read once: premise and hypothesis, and the words of `data/inference.toml`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from zellig.breakers.strategies.data import listed, pairs_of
from zellig.breakers.strategies.domains import Domain
from zellig.breakers.strategies.opinion import Reading, read_texts
from zellig.breakers.strategies.version import NEGATIVES
from zellig.items import Item
from zellig.language.tokens import Token
from zellig.language.wordnet import ANIMAL, PERSON, noun_kind
from zellig.language.words import word_list
from zellig.transform.change import refuse_if

NOUNS = frozenset({"NN", "NNS", "NNP", "NNPS"})
NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
# where one of these stands, what holds of a thing may not hold of its kind
DOWNWARD = NEGATIVES | {
    *("only", "all", "every", "each", "any", "few", "most", "if", "than", "exactly", "cannot"),
}


INDEFINITE = frozenset({"a", "an", "some", *NUMBERS})  # before a noun of which there may be more


def words_for(table: str, name: str) -> tuple[str, ...]:
    """A list of `data/inference.toml`."""
    return listed("inference", table, name)


@cache
def table_of(table: str, name: str = "pairs") -> dict[str, str]:
    """A list of *one/two* as a table."""
    return pairs_of(" ".join(listed("inference", table, name)))


@dataclass(frozen=True)
class Inference:
    """What is given, and what may follow from it."""

    premise: Reading
    hypothesis: Reading

    @property
    def readings(self) -> tuple[Reading, ...]:
        """All that was read."""
        return (self.premise, self.hypothesis)

    @cached_property
    def given(self) -> frozenset[str]:
        """The words and lemmas of the premise."""
        return frozenset(self.premise.lows) | {token.lemma for token in self.premise.tokens}

    @cached_property
    def said(self) -> frozenset[str]:
        """The words and lemmas of the hypothesis."""
        return frozenset(self.hypothesis.lows) | {token.lemma for token in self.hypothesis.tokens}

    def beings(self) -> list[Token]:
        """The nouns of the premise that name people or animals, alone or in groups."""
        return [token for token in self.premise.tokens if is_being(token)]


def is_being(token: Token) -> bool:
    """Does the noun name people or animals?"""
    if token.tag not in NOUNS or token.dep == "compound":
        return token.low in ("someone", "somebody", "others", "everyone", "he", "she", "they")
    lemma = token.lemma.lower()
    if lemma in word_list("things"):
        return False
    named = lemma in word_list("people") or lemma in word_list("collectives")
    return named or noun_kind(lemma) in (PERSON, ANIMAL)


def upward(reading: Reading) -> None:
    """Refuses a statement in which more general words might not follow."""
    refuse_if(DOWNWARD.intersection(reading.lows), "not upward")
    refuse_if(not reading.single, "more than one sentence")


def read_inferences(items: Sequence[Item], domain: Domain) -> Iterator[Inference | None]:
    """The inference of every item, in order; None if one of its texts is empty."""
    sides = [read_texts([item.fields[name] for item in items], domain) for name in ("premise", "hypothesis")]
    for premise, hypothesis in zip(*sides, strict=True):
        yield None if premise is None or hypothesis is None else Inference(premise, hypothesis)
