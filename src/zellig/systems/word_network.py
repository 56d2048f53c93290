"""A system that is one network over the words of a text: what the convolutional builders have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Self

import msgspec
import torch
from torch import nn

from zellig.items import Item, Prediction
from zellig.performers import Evidence, Spec
from zellig.systems.card import Card, labels_of
from zellig.systems.explanation import Place, weigh
from zellig.systems.gradients import attribute
from zellig.systems.neural import (
    Schedule,
    accuracy_of,
    examples_of,
    fit,
    load_net,
    load_vocabulary,
    loss_of,
    most_common,
    predictions_of,
    probabilities_of,
    save_net,
)
from zellig.systems.settings import settings_of
from zellig.systems.training import Lesson
from zellig.texts import word_places

PADDING, UNKNOWN, WORDS = 0, 1, 2  # numbers in the table of word vectors; words start at 2
LONGEST = 400  # words: a longer text is cut


@dataclass(frozen=True)
class Plan:
    """How a network is trained."""

    optimisers: Sequence[torch.optim.Optimizer]
    schedule: Schedule
    after_update: Callable[[], None] = field(default=lambda: None)


class WordNetwork(ABC):
    """A trained network; a builder says what the network is and how it is trained."""

    name: ClassVar[str]
    Config: ClassVar[type[msgspec.Struct]]
    probabilities = gradients = True

    def __init__(self, spec: Spec, labels: Sequence[str], words: Sequence[str], net: Any) -> None:
        self.spec, self.labels = spec, labels
        self._words = words
        self._numbers = {word: number for number, word in enumerate(words, WORDS)}
        self._net = net

    @staticmethod
    @abstractmethod
    def network(words: int, labels: int, settings: Any) -> nn.Module:
        """An untrained network for this many words and labels.

        Its `vectors` are those of words; its `score` goes from vectors (texts x words x size) to scores.
        """

    @staticmethod
    @abstractmethod
    def plan(net: Any, settings: Any) -> Plan:
        """How to train it."""

    @classmethod
    def train(cls, lesson: Lesson, config: Any) -> Self:
        """Train on the items with one accepted answer."""
        labels = lesson.labels
        words = most_common(Counter(word for item in lesson.train for word in set(words_of(item))))
        torch.manual_seed(lesson.seed)
        net = cls.network(len(words), len(labels), config)
        system = cls(Spec(cls.name, msgspec.to_builtins(config) | {"seed": lesson.seed}), labels, words, net)
        plan = cls.plan(net, config)
        dev = examples_of(lesson.dev, labels, system._read)
        fit(
            net,
            plan.optimisers,
            examples_of(lesson.train, labels, system._read),
            lesson,
            plan.schedule,
            loss=partial(loss_of, net),
            accuracy=partial(accuracy_of, net, dev) if dev else None,
            after_update=plan.after_update,
            name=cls.name,
        )
        return system

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        """The most probable label of each item."""
        texts = [self._read(item) for item in items]
        return predictions_of(items, self.labels, probabilities_of(self._net, texts, len(self.labels)))

    def explain(self, items: Sequence[Item]) -> list[Evidence]:
        """Integrated gradients of the answer's log-odds, from a text of zero vectors."""
        found = []
        for item, prediction in zip(items, self.predict(items), strict=True):
            vectors = self._net.vectors(torch.tensor(self._read(item), dtype=torch.long))
            weights = attribute(self._net.score, vectors, self.labels.index(str(prediction.answer)))
            spans = weigh(places_of(item), weights)
            found.append(Evidence(item.id, prediction.answer, "integrated gradients", spans))
        return found

    def save(self, folder: Path) -> None:
        """Write weights and vocabulary."""
        save_net(folder, self._net, self._words)

    @classmethod
    def load(cls, folder: Path, card: Card) -> Self:
        """Read a saved system again."""
        words, labels = load_vocabulary(folder), labels_of(card)
        settings = settings_of(card.spec, cls.Config)
        net = load_net(folder, lambda: cls.network(len(words), len(labels), settings))
        return cls(card.spec, labels, words, net)

    def _read(self, item: Item) -> list[int]:
        return [self._numbers.get(word, UNKNOWN) for word in words_of(item)]


def words_of(item: Item) -> list[str]:
    """The lowercased words of an item's fields."""
    return [word for text in item.fields.values() for word in text.lower().split()][:LONGEST]


def places_of(item: Item) -> list[Place]:
    """Where these words stand."""
    places = [(name, *place) for name, text in item.fields.items() for place in word_places(text)]
    return places[:LONGEST]
