"""A corpus that one file after the other is checked against: what they ask of it is computed once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple, overload

from zellig.items import Item
from zellig.pairs.near_duplicates import NearIndex, TokenSet, near_index, token_set
from zellig.tasks import Task
from zellig.texts import digest


class Numbered(NamedTuple):
    """An item, and its place in the corpus."""

    place: int
    item: Item


class IndexedCorpus(Sequence[Item]):
    """The items of a corpus in their order, found by what they say; all of it is in memory."""

    def __init__(self, items: Sequence[Item], task: Task) -> None:
        self._items, self._task = items, task
        self._near: dict[float, NearIndex] = {}

    @overload
    def __getitem__(self, place: int) -> Item: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Item]: ...

    def __getitem__(self, place: int | slice) -> Item | Sequence[Item]:
        return self._items[place]

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[Item]:
        return iter(self._items)

    @cached_property
    def by_fields(self) -> dict[tuple[str, ...], list[Item]]:
        """The items with the same texts in the fields of the task."""
        found: defaultdict[tuple[str, ...], list[Item]] = defaultdict(list)
        for item in self._items:
            found[tuple(item.fields.get(name, "") for name in self._task.fields)].append(item)
        return dict(found)

    @cached_property
    def by_digest(self) -> dict[bytes, list[Item]]:
        """The items whose text is the same but for its spelling."""
        found: defaultdict[bytes, list[Item]] = defaultdict(list)
        for item in self._items:
            found[digest(self._task.text(item))].append(item)
        return dict(found)

    @cached_property
    def by_id(self) -> dict[str, Numbered]:
        """The last item of each id."""
        return {item.id: Numbered(place, item) for place, item in enumerate(self._items)}

    def first_near(self, members: TokenSet, threshold: float) -> tuple[Item, float] | None:
        """The first item with a text as similar as the threshold, or more, and how similar it is."""
        found = min(self._index(threshold).near(members), default=None)
        return None if found is None else (self._items[found[0]], found[1])

    def _index(self, threshold: float) -> NearIndex:
        if threshold not in self._near:
            sets = [token_set(self._task.text(item)) for item in self._items]
            index = near_index(threshold, sets)
            for members in sets:
                index.add(members)
            self._near[threshold] = index
        return self._near[threshold]
