"""A linear baseline for inference: how much of the hypothesis the premise has, negation, and pairs of words.

The features are those of the lexicalised classifier of the SNLI paper (Bowman et al. 2015) as far as
they need no parser: overlap, difference in length, and cross-unigrams. There a cross-unigram is any two
words of the same tag, one from each side; here it is any two words that the other side does not have,
for words that are on both sides are counted in the overlap already.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

import msgspec
import numpy as np

from zellig.items import Item, Prediction
from zellig.performers import Spec
from zellig.systems.card import Card, Point
from zellig.systems.linear import Count, Floats, Keys, Linear, Positive, keys, needs_fields, settings_of
from zellig.systems.training import Lesson
from zellig.texts import tokens

NAME = "nli-overlap"
BATCH = 256
LONGEST = 60  # unshared words of one side that are crossed: their number grows with the square
# fmt: off
NEGATIONS = frozenset({
    "no", "not", "never", "nobody", "none", "nothing", "nowhere", "neither", "nor", "without", "cannot",
})
STOP = frozenset({
    "a", "an", "the", "is", "are", "was", "were", "be", "been", "being", "am", "of", "in", "on", "at", "to",
    "and", "or", "by", "with", "for", "from", "there", "it", "its", "this", "that", "some", "has", "have",
    "do", "does", "did", "his", "her", "their", "who", "which", "as", "into",
})
# fmt: on


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of the builder."""

    cross: bool = True  # cross-unigrams
    words: bool = True  # unigrams that one side alone has
    strength: Positive = 0.5  # of the evidence against the prior
    at_least: Count = 2  # items that a feature must occur in


class NliOverlap:
    """A trained classifier."""

    Config = Settings

    def __init__(self, spec: Spec, labels: Sequence[str], model: Linear) -> None:
        self.spec = spec
        self.labels = labels
        self._settings = settings_of(spec, Settings)
        self._model = model

    @classmethod
    def train(cls, lesson: Lesson, config: Settings) -> NliOverlap:
        """Learn from the items with one accepted answer."""
        needs_fields(NAME, lesson.task, ("premise", "hypothesis"))
        labels = lesson.labels
        items = [item for item in lesson.train if len(item.accepted) == 1]
        rows, values = _rows(items, config)
        lesson.progress("nli-overlap reads", len(items), len(items))
        classes = np.array([labels.index(item.accepted[0]) for item in items])
        model = Linear.fit(
            rows, values, classes, strength=config.strength, at_least=config.at_least, seed=lesson.seed
        )
        system = cls(Spec(NAME, msgspec.to_builtins(config) | {"seed": lesson.seed}), labels, model)
        if lesson.dev:
            given = system.predict(lesson.dev)
            right = [each.answer in item.accepted for each, item in zip(given, lesson.dev, strict=True)]
            lesson.curve.append(Point(1, float(np.mean(right))))
        return system

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        """The most probable label of each item, with all probabilities."""
        found = []
        for start in range(0, len(items), BATCH):
            batch = items[start : start + BATCH]
            scores = self._model.scores(*_rows(batch, self._settings))
            if len(self.labels) == 2:  # log-odds of the second label
                scores = np.column_stack([np.zeros(len(batch)), scores[:, 0]])
            odds = np.exp(scores - scores.max(axis=1, keepdims=True))
            for item, shares in zip(batch, odds / odds.sum(axis=1, keepdims=True), strict=True):
                given = {label: round(float(p), 6) for label, p in zip(self.labels, shares, strict=True)}
                found.append(Prediction(item.id, max(given, key=lambda label: given[label]), given))
        return found

    def save(self, folder: Path) -> None:
        """Write the weights."""
        self._model.save(folder)

    @classmethod
    def load(cls, folder: Path, card: Card) -> NliOverlap:
        """Read a saved system again."""
        return cls(card.spec, card.labels, Linear.load(folder))


def _rows(items: Sequence[Item], settings: Settings) -> tuple[list[Keys], list[Floats]]:
    rows, values = [], []
    for item in items:
        found = dict(_features(item, settings))
        rows.append(keys(found))
        values.append(np.array(list(found.values()), dtype=float))
    return rows, values


def _features(item: Item, settings: Settings) -> Iterator[tuple[str, float]]:
    """Names and values; a name comes once."""
    premise, hypothesis = _words(item, "premise"), _words(item, "hypothesis")
    left, right = set(premise), set(hypothesis)
    for name, first, second in (
        ("all", left, right),
        ("content", left - STOP - NEGATIONS, right - STOP - NEGATIONS),
    ):
        shared = len(first & second)
        of_hypothesis = shared / max(1, len(second))
        yield f"{name}: share of hypothesis", of_hypothesis
        yield f"{name}: share of premise", shared / max(1, len(first))
        # A line cannot say "all of it" or "none of it"; steps can.
        yield f"{name}: new words {min(5, len(second) - shared)}", 1.0
        yield f"{name}: left out {min(5, len(first) - shared)}", 1.0
    yield f"difference in length {_clip(len(hypothesis) - len(premise))}", 1.0
    yield f"length of hypothesis {_clip(len(hypothesis) // 4)}", 1.0
    yield f"same order {_same_order(premise, hypothesis)}", 1.0
    denied, denies = bool(left & NEGATIONS), bool(right & NEGATIONS)
    yield f"negation {denied} {denies}", 1.0
    new = min(3, len(right - left - STOP - NEGATIONS))
    yield f"negation {denied} {denies} and new words {new}", 1.0
    for word in sorted(NEGATIONS & (left ^ right)):
        yield f"negation {word} {word in left} and new words {new}", 1.0
    only_left, only_right = sorted(left - right)[:LONGEST], sorted(right - left)[:LONGEST]
    if settings.words:
        for word in only_left:
            yield f"only premise {word}", 1.0
        for word in only_right:
            yield f"only hypothesis {word}", 1.0
    if settings.cross:
        for one, other in product(only_left, only_right):
            yield f"cross {one} {other}", 1.0


def _words(item: Item, field: str) -> list[str]:
    """Lowercased words; a contracted negation counts as "not"."""
    text = item.fields.get(field, "").lower().replace("’", "'").replace("n't", " not ")
    return [word for word in tokens(text) if word[0].isalnum()]


def _same_order(premise: Sequence[str], hypothesis: Sequence[str]) -> bool:
    """Whether the words of the hypothesis that the premise has come in the same order there."""
    first = {word: place for place, word in reversed(list(enumerate(premise)))}
    places = [first[word] for word in hypothesis if word in first and word not in STOP]
    return places == sorted(places)


def _clip(number: int) -> int:
    return max(-6, min(6, number))
