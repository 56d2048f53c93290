"""The copy: the fake is the real text. Nobody can tell them apart, which a game must show."""

from __future__ import annotations

from collections.abc import Sequence

from zellig.breakers.fakes.fake import FIELD, pair
from zellig.items import Item, Pair
from zellig.performers import See, Spec, Victim


class Copy:
    """Makes a pair of every text and itself."""

    see: See = "nothing"
    spec = Spec("copy")

    def break_items(
        self, items: Sequence[Item], seeds: Sequence[int], oracle: Victim | None
    ) -> list[list[Pair]]:
        """One pair for each item."""
        return [[pair(self.spec.name, item, item.fields[FIELD], "copy")] for item in items]


def make() -> Copy:
    """The breaker that copies."""
    return Copy()
