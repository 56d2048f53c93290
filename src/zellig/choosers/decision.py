"""From how fake two texts look to a choice: what the choosers have in common."""

from __future__ import annotations

import math
import random

from zellig.performers import Choice, Lineup, Which

Losses = tuple[float, float]  # of the two texts, to a model of language


def decide(lineup: Lineup, seed: int, difference: float, losses: Losses | None = None) -> Choice:
    """The choice if the first text looks more fake than the second by `difference`; a coin if it is 0."""
    fake = coin(seed) if difference == 0 else (0 if difference > 0 else 1)
    return Choice(lineup.id, fake, round(1 / (1 + math.exp(-abs(difference))), 4), losses)


def coin(seed: int) -> Which:
    """One of the two texts by chance."""
    return 0 if random.Random(seed).random() < 0.5 else 1  # noqa: S311  (a coin, not a secret)
