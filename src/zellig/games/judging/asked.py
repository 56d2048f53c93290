"""What judges are asked about: the texts of pairs or items, each once, with nothing that tells more.

A text goes by a hash of what it says, so a verdict belongs to the text, whoever made it and whichever side of
which pair it is; and a judge who is shown the id learns nothing from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from zellig.games.contest.blind import blind_id
from zellig.games.judging.keys import Keyed
from zellig.items import Item, Key, Pair, Relation
from zellig.measures.outcomes import number_texts
from zellig.notices import note, warn
from zellig.performers import derive_seed
from zellig.tasks import Task
from zellig.texts import counted

SEED = 2017


@dataclass(frozen=True)
class Material:
    """What is put to judges: pairs, or items that are no pair's."""

    task: Task
    pairs: Sequence[Pair] = ()
    items: Sequence[Item] = ()

    def asked(self, originals: bool = False, sample: int | None = None, seed: int = SEED) -> dict[str, Item]:
        """By id every text that is judged: modified ones, items, and their originals if they are wanted; of
        each phenomenon a sample, if one is."""
        drawn = self.keyed().drawn(originals, sample, seed)
        return {name: Item(name, drawn.items[name].fields) for name in drawn.keys}

    def keyed(self) -> Keyed:
        """Every text with its key. What stands in several pairs has the key of the first, and what is an
        original as well that of the changed text; an original from which no text with a key was made has
        none. It is said where pairs share a changed text, and a warning where they promise different things
        of it."""
        bases = [*(pair.original for pair in self.pairs), *self.items]
        clusters = _clusters(bases, self.task)
        keys: dict[str, Key] = {}
        items: dict[str, Item] = {}
        shared: dict[str, bool] = {}  # do pairs that share a changed text promise different things of it?
        for pair, cluster in zip(self.pairs, clusters, strict=False):
            made_of = (pair.phenomenon, pair.promise, name_of(pair.original), cluster)
            key = _key(pair.modified, pair.id, *made_of)
            first = keys.setdefault(key.id, key)
            items.setdefault(key.id, pair.modified)
            if first is not key:
                shared[key.id] = shared.get(key.id, False) or set(first.accepted) != set(key.accepted)
        _tell_shared(shared)
        used = {key.original for key in keys.values()} | {name_of(item) for item in self.items}
        whose = [*(pair.id for pair in self.pairs), *(item.id for item in self.items)]
        for base, name, cluster in zip(bases, whose, clusters, strict=True):
            key = _key(base, name, cluster=cluster)
            if key.id in used:
                keys.setdefault(key.id, key)
                items.setdefault(key.id, base)
        return Keyed(self.task, keys, items)


def _tell_shared(shared: Mapping[str, bool]) -> None:
    """What a reader of figures has to know of texts that several pairs share."""
    if shared:
        note(
            f"{counted(len(shared), 'changed text')} of several pairs: each is judged once, and counts for "
            "the first of its pairs"
        )
    if different := sum(shared.values()):
        warn(
            f"{counted(different, 'changed text')} of several pairs that promise different answers: what the "
            "first pair promises is compared with what judges say"
        )


def _key(
    item: Item,
    pair: str,
    phenomenon: str = "",
    promise: Relation | None = None,
    original: str = "",
    cluster: str = "",
) -> Key:
    return Key(name_of(item), pair, item.accepted, phenomenon, promise, original, cluster)


def _clusters(bases: Sequence[Item], task: Task) -> list[str]:
    """For each original or item a name that it shares with those of the same text, however they are spelt;
    empty if it is its own."""
    names = [name_of(base) for base in bases]
    numbers = number_texts(bases, task).tolist()
    first: dict[int, str] = {}
    for name, number in zip(names, numbers, strict=True):
        first[number] = min(name, first.get(number, name))
    return [
        "" if first[number] == name else first[number] for name, number in zip(names, numbers, strict=True)
    ]


def name_of(item: Item) -> str:
    """What an item is called for judges, and in verdicts."""
    return blind_id("", item)


def in_order(asked: Iterable[str], by: str, seed: int) -> list[str]:
    """The texts in the order of chance in which a judge is asked about them; for every judge another one."""
    return sorted(asked, key=lambda name: (derive_seed(seed, by, name), name))
