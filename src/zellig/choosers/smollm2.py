"""The chooser `smollm2`: the text that is less probable to the language model SmolLM2 is the fake."""

from __future__ import annotations

from collections.abc import Sequence

from zellig.choosers.decision import decide
from zellig.language.language_model import load_language_model
from zellig.performers import Choice, Lineup, Spec

DIGITS = 2  # of losses and their differences: those after the fourth depend on the other texts of a batch


class SmolLm2:
    """Learns nothing in a game."""

    spec = Spec("smollm2")

    def choose(self, lineups: Sequence[Lineup], seeds: Sequence[int]) -> list[Choice]:
        """By the difference of the two losses; the model is asked once about all texts."""
        losses = load_language_model().losses([text for lineup in lineups for text in lineup.texts])
        differences = (losses[0::2] - losses[1::2]).round(DIGITS).tolist()
        told = losses.round(DIGITS).tolist()
        pairs = list(zip(told[0::2], told[1::2], strict=True))
        return [decide(*each) for each in zip(lineups, seeds, differences, pairs, strict=True)]


def make() -> SmolLm2:
    """The chooser; the model is loaded when it is needed."""
    return SmolLm2()
