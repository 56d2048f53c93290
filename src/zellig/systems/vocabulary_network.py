"""A system that is a network and the words, or n-grams, that it knows: what the neural builders share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, Self

import msgspec

from zellig.items import Item, Prediction
from zellig.performers import Evidence, Span, Spec
from zellig.systems.card import Card, labels_of
from zellig.systems.neural import load_net, load_vocabulary, save_net
from zellig.systems.settings import settings_of


class VocabularyNetwork(ABC):
    """A trained network; a builder says what the network is, how it is trained and what it answers."""

    Config: ClassVar[type[msgspec.Struct]]
    first_word: ClassVar[int] = 0  # in the table of vectors: smaller numbers have other meanings
    probabilities = gradients = True

    def __init__(self, spec: Spec, labels: Sequence[str], words: Sequence[str], net: Any) -> None:
        self.spec, self.labels = spec, labels
        self._words, self._net = words, net
        self._numbers = {word: number for number, word in enumerate(words, self.first_word)}

    @staticmethod
    @abstractmethod
    def network(words: int, labels: int, settings: Any) -> Any:
        """An untrained network for this many words and labels."""

    @abstractmethod
    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        """The most probable label of each item."""

    def explain(self, items: Sequence[Item]) -> list[Evidence]:
        """Integrated gradients of the answer's log-odds."""
        return [
            Evidence(item.id, each.answer, "integrated gradients", self.spans(item, str(each.answer)))
            for item, each in zip(items, self.predict(items), strict=True)
        ]

    @abstractmethod
    def spans(self, item: Item, answer: str) -> tuple[Span, ...]:
        """The words of an item with their weights for an answer."""

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
