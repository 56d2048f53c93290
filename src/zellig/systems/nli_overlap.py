"""A linear baseline for inference: how much of the hypothesis the premise has, negation, and pairs of words.

The features are those of the lexicalised classifier of the SNLI paper (Bowman et al. 2015) as far as
they need no parser: overlap, difference in length, and cross-unigrams. There a cross-unigram is any two
words of the same tag, one from each side; here it is any two words that the other side does not have,
for words that are on both sides are counted in the overlap already.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

import msgspec
import numpy as np

from zellig.items import Item, Prediction
from zellig.performers import Evidence, Spec
from zellig.systems.card import Card, Point, labels_of
from zellig.systems.explanation import TextPlace, weigh
from zellig.systems.linear import Floats, Keys, Linear, keys, needs_fields
from zellig.systems.settings import Count, Positive, settings_of
from zellig.systems.training import Lesson
from zellig.texts import origins, token_places, tokens

NAME = "nli-overlap"
SIDES = ("premise", "hypothesis")
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

Word = tuple[str, str]  # side, word


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of the builder."""

    cross: bool = True  # cross-unigrams
    words: bool = True  # unigrams that one side alone has
    strength: Positive = 0.5  # of the evidence against the prior
    at_least: Count = 2  # items that a feature must occur in


class NliOverlap:
    """A trained classifier."""

    Config = Settings
    probabilities = True

    def __init__(self, spec: Spec, labels: Sequence[str], model: Linear) -> None:
        self.spec = spec
        self.labels = labels
        self._settings = settings_of(spec, Settings)
        self._model = model

    @classmethod
    def train(cls, lesson: Lesson, config: Settings) -> NliOverlap:
        """Learn from the items with one accepted answer."""
        needs_fields(NAME, lesson.task, SIDES)
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
            scores = self._for_each_label(self._model.scores(*_rows(batch, self._settings)))
            odds = np.exp(scores - scores.max(axis=1, keepdims=True))
            for item, shares in zip(batch, odds / odds.sum(axis=1, keepdims=True), strict=True):
                given = {label: round(float(p), 6) for label, p in zip(self.labels, shares, strict=True)}
                found.append(Prediction(item.id, max(given, key=lambda label: given[label]), given))
        return found

    def explain(self, items: Sequence[Item]) -> list[Evidence]:
        """What the features that name words add to the score of the answer over the mean score of the others.

        A feature's weight is spread evenly over the words it names, and over all occurrences of each. What
        is true of the pair as a whole (overlap, lengths, order, negation on either side) is no word's doing
        and is left out.
        """
        return [
            self._evidence(item, str(prediction.answer))
            for item, prediction in zip(items, self.predict(items), strict=True)
        ]

    def _evidence(self, item: Item, answer: str) -> Evidence:
        places = {(side, word): at for side in SIDES for word, at in _places(item, side).items()}
        left, right = ({word for where, word in places if where == side} for side in SIDES)
        named = list(_naming_words(left, right, self._settings))
        weights = self._for_each_label(self._model.weights(keys(name for name, _ in named)))
        own = self.labels.index(answer)
        gains = weights[:, own] - np.delete(weights, own, axis=1).mean(axis=1)
        totals: dict[TextPlace, float] = {}
        for (_, words), gain in zip(named, gains.tolist(), strict=True):
            for word in words:
                for place in places[word]:
                    totals[place] = totals.get(place, 0.0) + gain / len(words) / len(places[word])
        order = sorted(totals, key=lambda place: (SIDES.index(place[0]), place))
        return Evidence(item.id, answer, "weights", weigh(order, [totals[place] for place in order]))

    def _for_each_label(self, scores: Floats) -> Floats:
        """A column for each label; with two labels the model has log-odds of the second one only."""
        return scores if len(self.labels) > 2 else np.column_stack([np.zeros(len(scores)), scores[:, 0]])

    def save(self, folder: Path) -> None:
        """Write the weights."""
        self._model.save(folder)

    @classmethod
    def load(cls, folder: Path, card: Card) -> NliOverlap:
        """Read a saved system again."""
        return cls(card.spec, labels_of(card), Linear.load(folder, len(card.labels)))


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
    for name, _ in _naming_words(left, right, settings):
        yield name, 1.0


def _naming_words(left: set[str], right: set[str], settings: Settings) -> Iterator[tuple[str, list[Word]]]:
    """Names of the features that stand for single words, and these words."""
    new = min(3, len(right - left - STOP - NEGATIONS))
    for word in sorted(NEGATIONS & (left ^ right)):
        side = "premise" if word in left else "hypothesis"
        yield f"negation {word} {word in left} and new words {new}", [(side, word)]
    only_left, only_right = sorted(left - right)[:LONGEST], sorted(right - left)[:LONGEST]
    if settings.words:
        for word in only_left:
            yield f"only premise {word}", [("premise", word)]
        for word in only_right:
            yield f"only hypothesis {word}", [("hypothesis", word)]
    if settings.cross:
        for one, other in product(only_left, only_right):
            yield f"cross {one} {other}", [("premise", one), ("hypothesis", other)]


def _words(item: Item, field: str) -> list[str]:
    """Lowercased words; a contracted negation counts as "not"."""
    text = item.fields.get(field, "").lower().replace("’", "'").replace("n't", " not ")
    return [word for word in tokens(text) if word[0].isalnum()]


def _places(item: Item, field: str) -> dict[str, list[TextPlace]]:
    """Where each of these words stands; the "not" of "isn't" is where "n't" is."""
    text = item.fields.get(field, "")
    at = list(origins(text))
    lowered = text.lower().replace("’", "'")
    for found in reversed(list(re.finditer("n't", lowered))):  # " not " is longer: from the end, places stay
        start, end = found.span()
        at[start:end] = [at[start], *at[start:end], at[end - 1]]
    spelt = lowered.replace("n't", " not ")
    places: dict[str, list[TextPlace]] = {}
    for start, end in token_places(spelt):
        if spelt[start].isalnum():
            places.setdefault(spelt[start:end], []).append((field, at[start], at[end - 1] + 1))
    return places


def _same_order(premise: Sequence[str], hypothesis: Sequence[str]) -> bool:
    """Whether the words of the hypothesis that the premise has come in the same order there."""
    first = {word: place for place, word in reversed(list(enumerate(premise)))}
    places = [first[word] for word in hypothesis if word in first and word not in STOP]
    return places == sorted(places)


def _clip(number: int) -> int:
    return max(-6, min(6, number))
