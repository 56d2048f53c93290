"""A small world for performers that learn: sentences of our own, and choosers with a known weakness."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from zellig.items import Item, write_records
from zellig.performers import Choice, Lineup, Observation, Spec, Which
from zellig.texts import tokens

SUBJECTS = ["The cook", "A painter", "Our neighbour", "The old sailor", "Every child", "My sister"]
VERBS = ["sold", "painted", "carried", "found", "watched", "hid"]
OBJECTS = ["the soup", "a boat", "some bread", "his letters", "the last apple", "two lamps"]
ENDS = ["", " at noon", " behind the house near the quiet harbour", " before the storm came over the hills"]


def sentences(number: int) -> list[str]:
    """So many of all there are, by chance, short ones and long ones."""
    every = [f"{a} {b} {c}{d}." for a in SUBJECTS for b in VERBS for c in OBJECTS for d in ENDS]
    return random.Random(5).sample(every, number)


def write_world(folder: Path, number: int = 400) -> str:
    """The sentences as a corpus."""
    items = [
        Item(f"s{n}", {"text": text}, ("+1",), {"side": "port" if n % 2 else "starboard"})
        for n, text in enumerate(sentences(number))
    ]
    write_records(folder / "world.jsonl", Item, items, "sentiment")
    return f"items:{folder / 'world.jsonl'}"


class OrderReader:
    """Sees every text whose words are in another order, and takes any other fake for the real text."""

    spec = Spec("order-reader")

    def choose(self, lineups: Sequence[Lineup], seeds: Sequence[int]) -> list[Choice]:
        return [Choice(each.id, self._fake(*each.texts)) for each in lineups]

    def _fake(self, first: str, second: str) -> Which:
        known = [text in KNOWN for text in (first, second)]
        real: Which = 0 if known[0] else 1
        return 1 - real if _bag(first) == _bag(second) else real  # type: ignore[return-value]


class ShortReader:
    """Is right about short texts, and wrong about long ones."""

    spec = Spec("short-reader")

    def choose(self, lineups: Sequence[Lineup], seeds: Sequence[int]) -> list[Choice]:
        return [Choice(each.id, self._fake(*each.texts)) for each in lineups]

    def _fake(self, first: str, second: str) -> Which:
        real: Which = 0 if first in KNOWN else 1
        return 1 - real if len(tokens((first, second)[real])) < 8 else real  # type: ignore[return-value]


KNOWN = frozenset(sentences(400))


def _bag(text: str) -> list[str]:
    return sorted(tokens(text.lower()))


def told(name: str, real: str, fake: str, chooser: OrderReader | ShortReader) -> Observation:
    """A transparent round."""
    (choice,) = chooser.choose([Lineup(name, (fake, real))], [0])
    return Observation(name, (fake, real), 0, choice.fake)


def hidden(each: Observation) -> Observation:
    """The same round as one that is not shown: of a breaker, which knows its own text."""
    return Observation(each.id, each.texts, each.fake)
