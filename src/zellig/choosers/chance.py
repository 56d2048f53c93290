"""The chooser `random`: a coin for every round."""

from __future__ import annotations

from collections.abc import Sequence

from zellig.choosers.decision import decide
from zellig.performers import Choice, Lineup, Spec


class Random:
    """Does not look at the texts."""

    spec = Spec("random")

    def choose(self, lineups: Sequence[Lineup], seeds: Sequence[int]) -> list[Choice]:
        """By the seeds alone."""
        return [decide(lineup, seed, 0.0) for lineup, seed in zip(lineups, seeds, strict=True)]


def make() -> Random:
    """The chooser."""
    return Random()
