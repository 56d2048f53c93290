"""A system that is one network over the words of a text: what the convolutional builders have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar, Self

import msgspec
import torch

from zellig.items import Item, Prediction
from zellig.performers import Span, Spec
from zellig.systems.explanation import TextPlace, weigh
from zellig.systems.gradients import attribute
from zellig.systems.neural import (
    Schedule,
    accuracy_of,
    examples_of,
    fit,
    loss_of,
    most_common,
    predictions_of,
    probabilities_of,
)
from zellig.systems.training import Lesson
from zellig.systems.vocabulary_network import VocabularyNetwork
from zellig.texts import word_places

PADDING, UNKNOWN, WORDS = 0, 1, 2  # numbers in the table of word vectors; words start at 2
LONGEST = 400  # words: a longer text is cut


@dataclass(frozen=True)
class Training:
    """How a network is trained."""

    optimisers: Sequence[torch.optim.Optimizer]
    schedule: Schedule
    after_update: Callable[[], None] = field(default=lambda: None)


class WordNetwork(VocabularyNetwork):
    """A trained network; a builder says what the network is and how it is trained.

    Its `vectors` are those of words; its `score` goes from vectors (texts x words x size) to scores.
    """

    name: ClassVar[str]
    first_word = WORDS

    @staticmethod
    @abstractmethod
    def training(net: Any, settings: Any) -> Training:
        """How to train it."""

    @classmethod
    def train(cls, lesson: Lesson, config: Any) -> Self:
        """Train on the items with one accepted answer."""
        labels = lesson.labels
        words = most_common(Counter(word for item in lesson.train for word in set(words_of(item))))
        torch.manual_seed(lesson.seed)
        net = cls.network(len(words), len(labels), config)
        system = cls(Spec(cls.name, msgspec.to_builtins(config) | {"seed": lesson.seed}), labels, words, net)
        training = cls.training(net, config)
        dev = examples_of(lesson.dev, labels, system._read)
        fit(
            net,
            training.optimisers,
            examples_of(lesson.train, labels, system._read),
            lesson,
            training.schedule,
            loss=partial(loss_of, net),
            accuracy=partial(accuracy_of, net, dev) if dev else None,
            after_update=training.after_update,
            name=cls.name,
        )
        return system

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        """The most probable label of each item."""
        texts = [self._read(item) for item in items]
        return predictions_of(items, self.labels, probabilities_of(self._net, texts, len(self.labels)))

    def spans(self, item: Item, answer: str) -> tuple[Span, ...]:
        """Integrated gradients, from a text of zero vectors."""
        vectors = self._net.vectors(torch.tensor(self._read(item), dtype=torch.long))
        weights = attribute(self._net.score, vectors, self.labels.index(answer))
        return weigh(places_of(item), weights)

    def _read(self, item: Item) -> list[int]:
        return [self._numbers.get(word, UNKNOWN) for word in words_of(item)]


def words_of(item: Item) -> list[str]:
    """The lowercased words of an item's fields."""
    return [word for text in item.fields.values() for word in text.lower().split()][:LONGEST]


def places_of(item: Item) -> list[TextPlace]:
    """Where these words stand."""
    places = [(name, *place) for name, text in item.fields.items() for place in word_places(text)]
    return places[:LONGEST]
