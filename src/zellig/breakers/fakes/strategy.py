"""A strategy of sentiment as a breaker: it has to know the opinion, so the game must show metadata to it."""

from __future__ import annotations

from collections.abc import Sequence

from zellig.breakers.fakes.fake import FIELD, fakes
from zellig.breakers.strategies import Strategy
from zellig.items import Item, Pair
from zellig.performers import See, Spec, Victim


class Strategic:
    """Makes what the strategy makes, without its promise."""

    see: See = "nothing"

    def __init__(self, which: str) -> None:
        self.spec = Spec("strategy", {"which": which})
        self._strategy = Strategy(which)

    def break_items(
        self, items: Sequence[Item], seeds: Sequence[int], oracle: Victim | None
    ) -> list[list[Pair]]:
        """One pair, or none where the strategy refuses: above all a text without an answer."""
        made = self._strategy.break_items(items, seeds, oracle)
        return [
            fakes(
                self.spec.name,
                item,
                pairs[0].modified.fields[FIELD] if pairs else None,
                self._strategy.spec.name,
            )
            for item, pairs in zip(items, made, strict=True)
        ]


def make(*, which: str = "not-add") -> Strategic:
    """The breaker with a strategy; refuses a name that is none of sentiment."""
    return Strategic(which)
