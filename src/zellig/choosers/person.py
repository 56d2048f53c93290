"""The chooser `person`: somebody at the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from zellig.performers import Choice, Lineup, Observation, Spec
from zellig.terminal import pick, show


class Person:
    """Is shown two texts and says which one is the fake."""

    spec = Spec("person")

    def choose(self, lineups: Sequence[Lineup], seeds: Sequence[int]) -> list[Choice]:
        """One question for each round; chance plays no part."""
        return [
            Choice(lineup.id, 0 if pick("Which one is the fake?", lineup.texts, lineup.metadata) == 0 else 1)
            for lineup in lineups
        ]

    def observe(self, observations: Sequence[Observation]) -> None:
        """Say what was the fake, where the game tells it."""
        for each in observations:
            if each.fake is not None:
                verdict = "Right" if each.fake == each.choice else "Wrong"
                show(f"{verdict}: the fake was {each.fake + 1}.")


def make() -> Person:
    """The chooser."""
    return Person()
