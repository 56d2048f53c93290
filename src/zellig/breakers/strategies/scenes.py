"""What goes with what: traits, doings and things that fit a scene, and that the scene does not settle."""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import dataclass
from functools import cache
from typing import Literal

import msgspec

from zellig.breakers.strategies.data import read
from zellig.breakers.strategies.inference import Inference, words_for
from zellig.language.inflection import singular
from zellig.language.words import word_list, word_lists
from zellig.transform.change import refuse_if

Kind = Literal["adults", "children", "animals"]


class Scene(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What may be so of those who are in it."""

    name: str
    words: str
    adults: str
    children: str
    unseen: list[str]
    unseen_children: list[str]
    unseen_several: list[str]


class Things(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nouns, and what may be so of what they name."""

    nouns: str
    words: str


class Doings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`doings.toml`: ends of statements by kind of being and by verb, adjectives of things, what tells."""

    ends: dict[Kind, dict[str, list[str]]]
    alone: dict[Kind, dict[str, list[str]]]
    bare: dict[Kind, dict[str, list[str]]]
    being: dict[Kind, list[str]]
    together: dict[Kind, list[str]]
    things: dict[str, Things]
    tells: dict[str, str]


@dataclass(frozen=True)
class Who:
    """Those of whom something is said."""

    kind: Kind
    plural: bool
    his: str  # "": the gender is not named
    he: str

    def fitted(self, option: str) -> str | None:
        """The option with its pronouns; None if they are not known."""
        if "{" not in option:
            return option
        return option.format(his=self.his, he=self.he) if self.his else None


@cache
def scenes() -> list[Scene]:
    """All scenes; the last one fits any premise."""
    return read("scenes", dict[str, list[Scene]])["scene"]


@cache
def doings() -> Doings:
    """`doings.toml`."""
    return read("doings", Doings)


def scene_of(words: Set[str]) -> Scene:
    """The first scene that one of the words names."""
    first = (each for each in scenes()[:-1] if not words.isdisjoint(each.words.split()))
    return next(first, scenes()[-1])


def who(inference: Inference, noun: str, *, plural: bool) -> Who:
    """The being that a noun names; refuses one that may be a child or not."""
    if noun in words_for("unseen", "animal-nouns"):
        return Who("animals", plural, "", "")
    refuse_if(noun in words_for("unseen", "infants"), "too young")
    child = noun in words_for("unseen", "child-nouns")
    refuse_if(not child and inference.given.intersection(words_for("unseen", "young-ones")), "how old?")
    gender = "" if plural else _gender(noun)
    return Who("children" if child else "adults", plural, *PRONOUNS[gender])


PRONOUNS = {"": ("", ""), "male": ("his", "he"), "female": ("her", "she")}


def _gender(noun: str) -> str:
    sides = (side for side in ("male", "female") if noun in word_list(side) | set(words_for("gender", side)))
    return next(sides, "")


def untold(there: Set[str], option: str) -> bool:
    """Is there nothing among the words that speaks for the option or against it?"""
    for word in content_words(option):
        told = {word, singular(word), *doings().tells.get(word, "").split()}
        if not told.isdisjoint(there):
            return False
    return True


@cache
def content_words(option: str) -> frozenset[str]:
    """The words of a phrase that mean something by themselves."""
    small = word_lists("zellig.language", "function_words")["english"]
    return frozenset(re.findall(r"[a-z-]+", re.sub(r"\{\w+\}", "", option).lower())) - small
