"""The verb group: its features, and the words that show them (modal - have - be - be - verb)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from zellig.language.inflection import VerbForm, inflect

Tense = Literal["present", "past"]
MODALS = ("will", "would", "shall", "should", "can", "could", "may", "might", "must")
# What a modal is before the clitic n't; those that are missing do not take it.
_BEFORE_NT = {"will": "wo", "can": "ca", "shall": "sha"}
_NEVER_NT = ("may", "am")


@dataclass(frozen=True, slots=True)
class Agreement:
    """What the first verb agrees with."""

    person: int = 3
    plural: bool = False

    def be(self, tense: Tense) -> str:
        """The form of *be*."""
        if tense == "past":
            return "were" if self.plural or self.person == 2 else "was"
        if self.plural or self.person == 2:
            return "are"
        return "am" if self.person == 1 else "is"

    @property
    def third_singular(self) -> bool:
        return self.person == 3 and not self.plural


@dataclass(frozen=True, slots=True)
class VerbGroup:
    """One finite verb group; *will* is the future."""

    lemma: str
    tense: Tense = "present"  # of the first element, where it is not a modal
    modal: str = ""
    perfect: bool = False
    progressive: bool = False
    passive: bool = False
    negative: bool = False
    emphatic: bool = False  # a *do* that neither negation nor inversion needs
    short_not: bool = False  # n't
    short_first: bool = False  # 's, 're, 'll ...

    @property
    def has_auxiliary(self) -> bool:
        """Is there a word before the main verb, or is the main verb *be*, which needs none?"""
        return bool(self.modal or self.perfect or self.progressive or self.passive or self.lemma == "be")

    def words(self, agreement: Agreement, *, inverted: bool = False) -> list[str]:
        """The words, without *not*; the first one goes before the subject if `inverted`."""
        support = not self.has_auxiliary and (inverted or self.negative or self.emphatic)
        chain, asked = self._chain("do" if support else self.modal)
        first = chain[0] if self.modal else _finite(chain[0], self.tense, agreement)
        return [first, *(inflect(lemma, form) for lemma, form in zip(chain[1:], asked, strict=True))]

    def infinitive(self) -> list[str]:
        """The words behind *to*."""
        chain, asked = self._chain("to")
        return [inflect(lemma, form) for lemma, form in zip(chain[1:], asked, strict=True)]

    def _chain(self, first: str) -> tuple[list[str], list[VerbForm]]:
        """The lemmas of the words, and the form that each one asks of the next."""
        links: list[tuple[str, VerbForm]] = [(first, "base")] if first else []
        links += [("have", "participle")] * self.perfect
        links += [("be", "ing")] * self.progressive
        links += [("be", "participle")] * self.passive
        return [*(lemma for lemma, _ in links), self.lemma], [form for _, form in links]

    def short_negation(self, first: str) -> str | None:
        """The first word as it is before n't, or None if it does not take it."""
        return None if first in _NEVER_NT else _BEFORE_NT.get(first, first)


def _finite(lemma: str, tense: Tense, agreement: Agreement) -> str:
    if lemma == "be":
        return agreement.be(tense)
    if tense == "past":
        return inflect(lemma, "past")
    return inflect(lemma, "third" if agreement.third_singular else "base")
