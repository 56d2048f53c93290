"""The curator `uncertainty`: it keeps what its chooser finds hard."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from zellig.curators.uncertainty import least_sure
from zellig.errors import ZelligError
from zellig.items import Item, Pair
from zellig.performers import Choice, Lineup, See, Spec, Victim

ITEMS = [Item(str(n), {"text": "word " * n}) for n in range(1, 11)]


class Backwards:
    """Turns texts round; it declines those of five words."""

    spec = Spec("backwards")
    see: See = "nothing"

    def break_items(
        self, items: Sequence[Item], seeds: Sequence[int], oracle: Victim | None
    ) -> list[list[Pair]]:
        return [
            []
            if item.id == "5"
            else [Pair(item.id, item, Item("y", {"text": item.fields["text"][::-1]}), "not")]
            for item in items
        ]


class LikesLong:
    """The longer, the surer."""

    spec = Spec("likes-long")

    def choose(self, lineups: Sequence[Lineup], seeds: Sequence[int]) -> list[Choice]:
        return [Choice(lineup.id, 1, 0.5 + len(lineup.texts[0]) / 1000) for lineup in lineups]


class Silent:
    """Does not say how sure it is."""

    spec = Spec("silent")

    def choose(self, lineups: Sequence[Lineup], seeds: Sequence[int]) -> list[Choice]:
        return [Choice(lineup.id, 1) for lineup in lineups]


def test_the_least_sure_are_kept_in_their_order() -> None:
    order = ITEMS[::-1]
    kept = least_sure(order, LikesLong(), Backwards(), 0.6, 1)
    assert [item.id for item in kept] == ["7", "6", "4", "3", "2", "1"]  # there is no fake of 5


def test_a_chooser_that_does_not_say_how_sure_it_is_is_refused() -> None:
    with pytest.raises(ZelligError, match="'silent' does not say how sure it is"):
        least_sure(ITEMS, Silent(), Backwards(), 0.5, 1)
