"""A run of a hundred items for tests of the gate, and systems that answer it well, badly or by no look."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from zellig.items import Item, Pair, Prediction, write_records
from zellig.performers import Spec, derive_seed

OPPOSITE = {"+1": "-1", "-1": "+1"}
SIZES = {"heat": 100, "irony": 60, "negation": 40}  # phenomena: how many of the originals they change


def hundred() -> list[Pair]:
    """Pairs of a hundred originals, of which every other one is praise; half of the changes flip that."""
    return [_pair(n, phenomenon) for phenomenon, size in SIZES.items() for n in range(size)]


def _pair(n: int, phenomenon: str) -> Pair:
    gold = "+1" if n % 2 else "-1"
    flips = n % 4 < 2
    original = Item(f"{n}", {"text": f"Dish {n} was served."}, (gold,))
    text = {"text": f"Dish {n} was served with {phenomenon}."}
    modified = Item(f"{n} {phenomenon}", text, (OPPOSITE[gold] if flips else gold,))
    return Pair(f"{phenomenon} {n}", original, modified, "flip" if flips else "same", phenomenon)


def write_run(folder: Path, pairs: Sequence[Pair]) -> Path:
    """A folder with these pairs."""
    write_records(folder / "pairs/cook.jsonl", Pair, pairs, "sentiment")
    return folder


class Knowing:
    """Knows the right answers to some pairs; `answer` makes its answer of the right one."""

    def __init__(
        self, pairs: Sequence[Pair], answer: Callable[[Item, str], str] = lambda item, gold: gold
    ) -> None:
        self.spec = Spec("knowing")
        self.asked: list[str] = []
        self._answer = answer
        self._gold = {item.id: item.accepted[0] for p in pairs for item in (p.original, p.modified)}

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        self.asked += [item.id for item in items]
        return [Prediction(item.id, self._answer(item, self._gold[item.id])) for item in items]


def constant(item: Item, gold: str) -> str:
    return "0"


def inverted(item: Item, gold: str) -> str:
    return OPPOSITE[gold]


def by_chance(item: Item, gold: str) -> str:
    return "+1" if derive_seed(7, "chance", item.id) % 2 else "-1"


def wrong_about(ids: Collection[str]) -> Callable[[Item, str], str]:
    """Right, but for the items with these ids."""
    return lambda item, gold: OPPOSITE[gold] if item.id in ids else gold


def changed(phenomenon: str, numbers: Sequence[int]) -> set[str]:
    """The ids of modified items."""
    return {f"{n} {phenomenon}" for n in numbers}
