"""Somebody else's model, whatever it is, as one call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from zellig.items import Item
from zellig.performers import Span
from zellig.systems.said import Said

Ask = Callable[[Sequence[Item], str, Sequence[str]], list[Said]]  # items, its name, labels of columns

Weights = Callable[[Sequence[Item]], list[tuple[Span, ...]]]


@dataclass(frozen=True)
class TheirModel:
    """What it is called, how it is asked, and what is known of it before it is."""

    name: str
    ask: Ask
    classes: tuple[str, ...] = ()  # its labels, in the order of its probabilities
    probabilities: bool | None = None  # None: it is seen from its answers
    weights: Weights | None = None  # of the words that speak for its answer to each item
