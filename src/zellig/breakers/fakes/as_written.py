"""As written: in a corpus of good and bad sentences the fake is the bad one, as somebody wrote it."""

from __future__ import annotations

from collections.abc import Sequence

from zellig.breakers.fakes.fake import fakes
from zellig.breakers.promises import refuse_other_tasks
from zellig.items import Item, Pair
from zellig.performers import See, Spec, Victim
from zellig.tasks import Task
from zellig.tasks.is_fake import IS_FAKE

BAD = "bad"  # of the metadata


class AsWritten:
    """Hands on the bad sentence of an item."""

    see: See = "nothing"
    spec = Spec("as-written")

    def break_items(
        self, items: Sequence[Item], seeds: Sequence[int], oracle: Victim | None
    ) -> list[list[Pair]]:
        """One pair, or none for an item without a bad sentence."""
        return [
            fakes(self.spec.name, item, item.metadata.get(BAD), str(item.metadata.get("phenomenon", "")))
            for item in items
        ]


def make(task: Task) -> AsWritten:
    """The breaker that hands on what was written."""
    refuse_other_tasks("as-written", task, IS_FAKE)
    return AsWritten()
