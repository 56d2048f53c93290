"""What judges are asked about: the texts of pairs or items, each once, with nothing that tells more.

A text goes by a hash of what it says, so a verdict belongs to the text, whoever made it and whichever side of
which pair it is; and a judge who is shown the id learns nothing from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from zellig.games.contest.blind import blind_id
from zellig.items import Item, Pair
from zellig.performers import derive_seed
from zellig.tasks import Task


@dataclass(frozen=True)
class Material:
    """What is put to judges: pairs, or items that are no pair's."""

    task: Task
    pairs: Sequence[Pair] = ()
    items: Sequence[Item] = ()

    def asked(self, originals: bool = False) -> dict[str, Item]:
        """By id every text that is judged: modified ones, items, and the originals if they are wanted."""
        sides = [*(pair.modified for pair in self.pairs), *self.items]
        if originals:
            sides += [pair.original for pair in self.pairs]
        return {name_of(item): Item(name_of(item), item.fields) for item in sides}


def name_of(item: Item) -> str:
    """What an item is called for judges, and in verdicts."""
    return blind_id("", item)


def in_order(asked: Iterable[str], by: str, seed: int) -> list[str]:
    """The texts in the order of chance in which a judge is asked about them; for every judge another one."""
    return sorted(asked, key=lambda name: (derive_seed(seed, by, name), name))
