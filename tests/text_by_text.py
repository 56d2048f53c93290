"""Breakers of our own make their fakes one text after the other: what is common to all of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from zellig.items import Item, Pair
from zellig.performers import See, Victim


class TextByText(ABC):
    """A breaker that sees nothing but the text before it."""

    see: See = "nothing"

    def break_items(
        self, items: Sequence[Item], seeds: Sequence[int], oracle: Victim | None
    ) -> list[list[Pair]]:
        return [self._made(item, seed) for item, seed in zip(items, seeds, strict=True)]

    @abstractmethod
    def _made(self, item: Item, seed: int) -> list[Pair]:
        """The fake of a text, or nothing to decline."""
