"""Keys: what is promised of every text that is put to judges, without the texts.

With a file of keys verdicts can be reported on wherever they are, for ever, and the texts stay where their
licence wants them; and it is written down which texts were drawn, before anybody reads one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from zellig.errors import ZelligError
from zellig.items import Drawn, Item, Key, RecordFile, write_records
from zellig.performers import derive_seed
from zellig.tasks import Task, get_task


@dataclass(frozen=True)
class Keyed:
    """Texts by id: their keys, and the items that answers are judged by, which have no text if the keys come
    from a file."""

    task: Task
    keys: Mapping[str, Key]
    items: Mapping[str, Item]

    @cached_property
    def originals(self) -> dict[str, Key]:
        """The texts that others were made from, and that were not made from another one themselves."""
        named = {key.original for key in self.keys.values()}
        return {name: key for name, key in self.keys.items() if name in named and not key.original}

    @cached_property
    def changed(self) -> dict[str, Key]:
        """All others: texts that were changed, and items."""
        return {name: key for name, key in self.keys.items() if name not in self.originals}

    def drawn(self, originals: bool, sample: int | None, seed: int) -> Keyed:
        """What is judged: of each phenomenon a sample by chance, or all; with their originals, or without.

        It depends on the texts, the phenomenon and the seed alone: whoever draws gets the same.
        """
        strata: defaultdict[str, list[str]] = defaultdict(list)
        for name in sorted(self.changed, key=lambda name: (derive_seed(seed, "drawn", name), name)):
            strata[self.changed[name].phenomenon].append(name)
        chosen = {name for some in strata.values() for name in some[:sample]}
        if originals:
            chosen |= {self.changed[name].original for name in chosen}
        kept = {name: key for name, key in self.keys.items() if name in chosen}
        return Keyed(self.task, kept, {name: self.items[name] for name in kept})


def cluster_of(key: Key) -> str:
    """What a text is counted with: all that was made from one original."""
    return key.cluster or key.original or key.id


def write_keys(path: Path, keyed: Keyed, drawn: Drawn) -> int:
    """Write keys, and how their texts were drawn; says how many. Refuses texts without which an answer to
    them cannot be judged."""
    for name, key in keyed.keys.items():
        if keyed.task.judged_by(keyed.items[name]) != keyed.task.judged_by(_without_text(key)):
            raise ZelligError(
                f"how an answer to {key.pair!r} is judged depends on more than the accepted answers",
                remedy=f"Keep the texts: keys of the task {keyed.task.name} would judge otherwise.",
            )
    return write_records(path, Key, keyed.keys.values(), keyed.task.name, drawn=drawn)


def read_keys(path: Path, task: str | None = None) -> Keyed:
    """The keys of a file; refuses a file without a task, and a text with two keys."""
    file = RecordFile(path, Key)
    keys: dict[str, Key] = {}
    for line, key in file.numbered():
        if key.id in keys:
            remedy = "Keep one of the two."
            raise ZelligError(f"the text {key.id!r} is there twice", path=path, line=line, remedy=remedy)
        keys[key.id] = key
    about = task or (file.header and file.header.task)
    if not about:
        raise ZelligError("nothing says the task of these keys", path=path, remedy="Say it in the header.")
    return Keyed(get_task(about), keys, {name: _without_text(key) for name, key in keys.items()})


def _without_text(key: Key) -> Item:
    return Item(key.id, {}, key.accepted)
