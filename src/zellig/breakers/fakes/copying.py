"""The copy: the fake is the real text. Nobody can tell them apart, which a game must show."""

from __future__ import annotations

from collections.abc import Sequence

from zellig.breakers.promises import refuse_other_tasks
from zellig.items import Item, Pair
from zellig.performers import See, Spec, Victim
from zellig.tasks import Task
from zellig.tasks.is_fake import IS_FAKE


class Copy:
    """Makes a pair of every text and itself."""

    see: See = "nothing"
    spec = Spec("copy")

    def break_items(
        self, items: Sequence[Item], seeds: Sequence[int], oracle: Victim | None
    ) -> list[list[Pair]]:
        """One pair for each item."""
        return [[self._pair(item)] for item in items]

    def _pair(self, item: Item) -> Pair:
        name = f"{item.id}-{self.spec.name}"
        copy = Item(name, item.fields, item.accepted)
        return Pair(name, item, copy, "same", "copy", author=self.spec.name, lineage=(self.spec.name,))


def make(task: Task) -> Copy:
    """The breaker that copies."""
    refuse_other_tasks("copy", task, IS_FAKE)
    return Copy()
