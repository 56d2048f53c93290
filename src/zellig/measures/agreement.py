"""Which systems break together: agreement about pairs beyond what their break rates alone would give."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import msgspec
import numpy as np
from numpy.typing import NDArray

from zellig.measures.comparing import spread

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.integer]


class Agreement(msgspec.Struct, frozen=True):
    """Pairs that break two systems, one of them, or neither, and Cohen's kappa of the two (1960).

    Kappa is 1 if the same pairs break both, 0 if they go together as chance has it, negative if pairs that
    break one tend to spare the other. There is none where all pairs or no pair breaks one of the systems.
    """

    first: str
    second: str
    both: int
    only_first: int
    only_second: int
    neither: int
    kappa: float | None
    interval: tuple[float, float] | None


class BrokenTogether:
    """What `agreements` are made of, pair by pair: it counts, it breaks each system, it breaks every two."""

    def __init__(self, broken: Bools, clusters: Ints) -> None:
        self._broken, self.clusters = broken, clusters  # (systems, pairs)
        self._couples = np.array([*combinations(range(len(broken)), 2)], dtype=np.intp).reshape(-1, 2).T

    @property
    def columns(self) -> int:
        return 1 + len(self._broken) + self._couples.shape[1]

    def values(self, rows: Ints) -> Bools:
        """Some rows at a time: many systems and a million pairs would not fit side by side."""
        broken = self._broken[:, rows]
        first, second = broken[self._couples]
        return np.concatenate([np.ones((1, len(rows)), bool), broken, first & second]).T


def agreements(names: Sequence[str], seen: Floats, drawn: Floats) -> list[Agreement]:
    """Every two systems, from the sums of `BrokenTogether`: as they were seen, and of each replicate."""
    couples = list(combinations(range(len(names)), 2))
    found = []
    for c, (i, j) in enumerate(couples, 1 + len(names)):
        pairs, first, second, both = (round(float(seen[place])) for place in (0, 1 + i, 1 + j, c))
        value = float(_kappa(seen, i, j, c))
        known = not np.isnan(value)
        found.append(
            Agreement(
                names[i],
                names[j],
                both,
                first - both,
                second - both,
                pairs - first - second + both,
                value if known else None,
                spread(_kappa(drawn, i, j, c)) if known else None,
            )
        )
    return found


def _kappa(sums: Floats, i: int, j: int, couple: int) -> Floats:
    """From the sums of pairs, of both systems' breaks and of the pairs that break both (last axis)."""
    pairs, both = sums[..., 0], sums[..., couple]
    first, second = sums[..., 1 + i], sums[..., 1 + j]
    with np.errstate(invalid="ignore", divide="ignore"):
        seen = (pairs - first - second + 2 * both) / pairs
        chance = (first * second + (pairs - first) * (pairs - second)) / pairs**2
        fixed = (first == 0) | (first == pairs) | (second == 0) | (second == pairs)
        return np.asarray(np.where(fixed, np.nan, (seen - chance) / (1 - chance)))
