"""The baseline beside `qasrl-logistic`: the noun phrase nearest to the predicate, on the side that fits.

A question that leaves the subject open asks for what stands on the left of the predicate (active or
passive alike); any other asks for what stands on the right.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import msgspec

from zellig.items import Item, Prediction
from zellig.performers import Spec
from zellig.systems.card import Card
from zellig.systems.options import split_options
from zellig.systems.questions import Parsed, parse_items
from zellig.systems.training import Lesson

NAME = "nearest-noun-phrase"
CIRCUMSTANCES = frozenset({"when", "where", "how", "why"})


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """There is nothing to set."""


class NearestNounPhrase:
    """A rule; training it does nothing but note what it was trained on."""

    Config = Settings

    task = "qasrl"
    fingerprint = hashlib.sha256(f"{NAME} 1".encode()).hexdigest()

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.labels: Sequence[str] = ()

    @classmethod
    def ready(cls, name: str) -> NearestNounPhrase:
        """The rule needs no training."""
        split_options(name, ())
        return cls(Spec(NAME))

    @classmethod
    def train(cls, lesson: Lesson, config: Settings) -> NearestNounPhrase:
        """Learn nothing."""
        return cls(Spec(NAME, msgspec.to_builtins(config) | {"seed": lesson.seed}))

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        """The nearest noun phrase of each sentence."""
        return [Prediction(parsed.item.id, _answer(parsed)) for parsed in parse_items(items)]

    def save(self, folder: Path) -> None:
        """Write nothing: the card says it all."""

    @classmethod
    def load(cls, folder: Path, card: Card) -> NearestNounPhrase:
        """The same rule again."""
        return cls(card.spec)


def _answer(parsed: Parsed) -> str:
    if not len(parsed.doc):
        return ""
    at = parsed.predicate
    left, right = [], []
    for chunk in parsed.doc.noun_chunks:
        if chunk.end <= at:
            left.append(chunk)
        elif chunk.start > at:
            right.append(chunk)
    asks_left = parsed.question.wh not in CIRCUMSTANCES and not parsed.question.subject_known
    nearest_first = [*left[::-1][:1], *right[:1]] if asks_left else [*right[:1], *left[::-1][:1]]
    if not nearest_first:
        return parsed.nearest_token()
    return parsed.text(nearest_first[0].start, nearest_first[0].end)
