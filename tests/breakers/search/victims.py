"""Small victims: a counter of warm and cold words, with and without probabilities."""

from __future__ import annotations

import math
from collections.abc import Sequence

from zellig.items import Item, Prediction
from zellig.performers import Evidence, Span, Spec
from zellig.texts import token_places

WEIGHTS = {"fine": 2.0, "nice": 1.5, "smart": 1.0, "film": 0.5, "awful": -2.0, "story": -0.5}


class Counter:
    """Adds the weights of the words it knows; a text without any is slightly cold."""

    spec = Spec("counter")
    probabilities = gradients = True
    start = -0.25

    def __init__(self) -> None:
        self.seen: list[str] = []

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        self.seen += [item.fields["text"] for item in items]
        return [self._prediction(item) for item in items]

    def explain(self, items: Sequence[Item]) -> list[Evidence]:
        found = []
        for item in items:
            text, sign = item.fields["text"], 1 if self._score(item) > 0 else -1
            spans = (
                Span("text", start, end, sign * WEIGHTS.get(text[start:end].lower(), 0.0))
                for start, end in token_places(text)
            )
            answer = self._prediction(item).answer
            found.append(Evidence(item.id, answer, "integrated gradients", tuple(spans)))
        return found

    def _score(self, item: Item) -> float:
        words = item.fields["text"].lower().replace(".", " ").split()
        return self.start + sum(WEIGHTS.get(word, 0.0) for word in words)

    def _prediction(self, item: Item) -> Prediction:
        warm = 1 / (1 + math.exp(-self._score(item)))
        return Prediction(item.id, "+1" if warm > 0.5 else "-1", {"+1": warm, "-1": 1 - warm})


class Curt(Counter):
    """The same without a word about how sure it is."""

    probabilities = gradients = False

    def _prediction(self, item: Item) -> Prediction:
        return Prediction(item.id, super()._prediction(item).answer)
