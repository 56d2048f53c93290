"""A guesser that nobody has trained: it has several names for one answer, and does not know which are."""

from __future__ import annotations

from collections.abc import Sequence

from zellig.items import Item, Prediction
from zellig.performers import Spec

SAID = {"Stew": 0.4, "cold tomato soup": 0.3, "Gazpacho": 0.25, "Bread": 0.05}


class Naming:
    """Says the same of every text."""

    spec = Spec("naming")
    probabilities = True

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        return [Prediction(item.id, "Stew", SAID) for item in items]


naming = Naming()
