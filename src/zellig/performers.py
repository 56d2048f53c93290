"""What a performer is: one call that takes a batch, a frozen spec, and seeds instead of global chance."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from zellig.errors import ZelligError
from zellig.items import Item, Pair, Prediction


class Spec(msgspec.Struct, frozen=True):
    """Everything needed to make a performer again; it is written into every run."""

    name: str
    params: dict[str, Any] = {}
    version: str = "1"


class System(Protocol):
    """Answers items."""

    @property
    def spec(self) -> Spec: ...

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        """One prediction for each item, in the same order."""
        ...


class Breaker(Protocol):
    """Makes pairs from items."""

    @property
    def spec(self) -> Spec: ...

    def break_items(self, items: Sequence[Item], seeds: Sequence[int]) -> list[list[Pair]]:
        """For each item the pairs made from it (none if its conditions do not hold), in the same order."""
        ...


def ask(system: System, items: Sequence[Item]) -> list[Prediction]:
    """A system's predictions; refuses too few, too many or mixed up ones.

    The system is not handed the accepted answers, so it cannot use them.
    """
    predictions = system.predict([Item(item.id, item.fields, metadata=item.metadata) for item in items])
    if [prediction.id for prediction in predictions] != [item.id for item in items]:
        raise ZelligError(
            f"the system {system.spec.name!r} was asked about {len(items)} items and gave "
            f"{len(predictions)} predictions that do not match them",
            remedy="Give one prediction for each item, with the item's id, in the same order.",
        )
    return predictions


def derive_seed(run_seed: int, performer: str, item_id: str) -> int:
    """The seed one performer gets for one item: the same in any batch, process or order."""
    key = f"{run_seed}\0{performer}\0{item_id}".encode()
    return int.from_bytes(hashlib.sha256(key).digest()[:8], "big") >> 1
