"""Who buzzed first: the server's own receipts, less what the line of each player takes, there and back.

A player hears a word when it has come down the line, and the buzz goes up the line: both together are what
the player is late by, however unequal the two ways are. That time is measured by the connection itself (how
long its segments take to be acknowledged), not by what a page answers: a page could answer late on purpose.
It counts up to what the rules allow, so that nobody gains much by a line that is slow on purpose, either.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import mean
from typing import NamedTuple

from zellig.games.match.reading import Moment
from zellig.games.match.rules import Fairness
from zellig.performers import derive_seed

MEASURED = 15  # times of a line: the last ones


class Receipt(NamedTuple):
    """A buzz as the server received it."""

    player: str
    at: Moment
    allowance: int

    @property
    def pressed(self) -> Moment:
        """When the button was pressed, as far as the server goes."""
        return self.at - self.allowance


class Winner(NamedTuple):
    """Who won a race, when the button was pressed, and whether a lot decided."""

    player: str
    pressed: Moment
    by_lot: bool


def allowance(measured: Sequence[int], fairness: Fairness) -> int:
    """Milliseconds that a player's line takes there and back, of those that were measured last; where
    nothing was measured, there is no allowance. The mean counts: it is what lines that vary cost a player."""
    return min(fairness.most, round(mean(measured[-MEASURED:]))) if measured else 0


def closes(race: Sequence[Receipt], others: Mapping[str, int]) -> Moment:
    """When it is certain that nobody of the others, whose allowances these are, pressed earlier."""
    first = min(each.pressed for each in race)
    return max([*(each.at for each in race), *(first + late for late in others.values())])


def winner(race: Sequence[Receipt], fairness: Fairness, seed: int, question: str) -> Winner:
    """The earliest; of those who are simultaneous with it, the one whose lot of this question is lowest."""
    first = min(each.pressed for each in race)
    together = [each for each in race if each.pressed - first <= fairness.tie]
    best = min(together, key=lambda each: derive_seed(seed, each.player, question))
    return Winner(best.player, best.pressed, len(together) > 1)
