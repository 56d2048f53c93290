"""The pairs of a round for those who answer them: both sides, mixed, without answers.

An item goes by a hash of whose it is and what it says, and items stand in the order of these ids: neither
tells which side of which pair it is. A text that two teams bring is asked twice, as in 2017: an answer
belongs to an entry.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from zellig.items import Item, Pair, content_hash

ENTRY = "entry"  # in the metadata of a blind item: the alias of the team that brought it


def blind_id(entry: str, item: Item) -> str:
    """What an item of an entry is called for those who answer it."""
    return hashlib.sha256(f"{entry}\n{content_hash(item)}".encode()).hexdigest()[:32]


def blind_ids(entry: str, pairs: Iterable[Pair]) -> dict[str, tuple[str, str]]:
    """By the id of each pair of an entry, what its original and its modified item are called."""
    return {pair.id: (blind_id(entry, pair.original), blind_id(entry, pair.modified)) for pair in pairs}


def blind_entry(entry: str, alias: str, pairs: Iterable[Pair]) -> list[Item]:
    """Every distinct text of both sides of an entry's pairs, with nothing but its fields and whose it is."""
    sides = (item for pair in pairs for item in (pair.original, pair.modified))
    found = {blind_id(entry, item): item.fields for item in sides}
    return [Item(name, found[name], metadata={ENTRY: alias}) for name in sorted(found)]
