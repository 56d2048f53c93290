"""What encyclopaedias speak of (`data/topics.toml`): clauses and phrases that go with a sentence."""

from __future__ import annotations

from functools import cache

import msgspec

from zellig.breakers.strategies.asked import Asked, phrases
from zellig.breakers.strategies.data import read
from zellig.language.tokens import Token
from zellig.language.wordnet import PERSON, noun_kind
from zellig.language.words import word_list


class Topic(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What goes with a sentence that has one of the words."""

    words: str
    clauses: list[str]  # before it
    between: list[str]  # between who does something and what is done


@cache
def topics() -> list[Topic]:
    """All topics; the last one fits any sentence."""
    return read("topics", dict[str, list[Topic]])["topic"]


def topic_of(asked: Asked) -> Topic:
    """The first topic of which the sentence has a word."""
    lows = set(asked.reading.lows)
    return next((each for each in topics()[:-1] if lows.intersection(each.words.split())), topics()[-1])


def untouched(asked: Asked, options: list[str]) -> list[str]:
    """The options that repeat no word of the sentence."""
    lows = set(asked.reading.lows) - SMALL
    return [option for option in options if lows.isdisjoint(option.lower().replace(",", "").split())]


SMALL = frozenset(
    {"the", "a", "an", "of", "on", "in", "to", "with", "from", "by", "at", "was", "were", "had", "and", "but"}
)


def acts(asked: Asked, subject: Token) -> bool:
    """Is it somebody who can do something on purpose?"""
    if subject.low in ("he", "she", "they"):
        return True
    if subject.tag in ("NNP", "NNPS"):
        return asked.wh == "who"
    lemma = subject.lemma.lower()
    return noun_kind(lemma) == PERSON or lemma in word_list("human-collectives")


def is_deed(verb: Token) -> bool:
    """Is it done on purpose, in the past?"""
    return verb.tag == "VBD" and verb.lemma in phrases("compared", "deeds")
