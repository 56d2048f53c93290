"""As written: in a corpus of good and bad sentences the fake is the bad one, as somebody wrote it."""

from __future__ import annotations

from collections.abc import Sequence

from zellig.breakers.fakes.fake import fakes
from zellig.items import Item, Pair
from zellig.performers import See, Spec, Victim

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


def make() -> AsWritten:
    """The breaker that hands on what was written."""
    return AsWritten()
