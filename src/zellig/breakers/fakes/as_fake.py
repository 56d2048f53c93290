"""Any breaker in the arena: the text that it makes is the fake, and its own promise is left behind."""

from __future__ import annotations

from collections.abc import Sequence

from zellig.breakers.fakes.fake import FIELD, fakes
from zellig.items import Item, Pair
from zellig.performers import Breaker, Victim
from zellig.tasks import Task
from zellig.tasks.is_fake import IS_FAKE


def as_fake(breaker: Breaker, task: Task) -> Breaker:
    """The breaker of a task as one that makes fakes of plain texts."""
    return breaker if task is IS_FAKE else _AsFake(breaker, task)


class _AsFake:
    """Asks the breaker about the item that a text was taken from; its first pair has the fake."""

    def __init__(self, breaker: Breaker, task: Task) -> None:
        self.spec, self.see = breaker.spec, breaker.see
        self._breaker, self._task = breaker, task

    def break_items(
        self, items: Sequence[Item], seeds: Sequence[int], oracle: Victim | None
    ) -> list[list[Pair]]:
        """One pair, or none where the breaker makes none: above all of a text without an answer."""
        whole = [self._whole(item) for item in items]
        able = [number for number, item in enumerate(whole) if set(self._task.fields) <= item.fields.keys()]
        made = self._breaker.break_items(
            [whole[number] for number in able], [seeds[number] for number in able], oracle
        )
        found: list[list[Pair]] = [[] for _ in items]
        for number, pairs in zip(able, made, strict=True):
            found[number] = self._fakes(items[number], pairs)
        return found

    def _whole(self, item: Item) -> Item:
        """The item with the fields of the task; all but the text are metadata in the arena."""
        others = {name: str(item.metadata[name]) for name in self._task.fields if name in item.metadata}
        return Item(
            item.id, {**others, self._task.editable[-1]: item.fields[FIELD]}, item.accepted, item.metadata
        )

    def _fakes(self, item: Item, pairs: Sequence[Pair]) -> list[Pair]:
        field = self._task.editable[-1]
        for pair in pairs:
            if pair.modified.fields[field] != pair.original.fields[field]:  # else another field has changed
                return fakes(self.spec.name, item, pair.modified.fields[field], pair.phenomenon)
        return []
