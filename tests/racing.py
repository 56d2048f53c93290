"""Races between simulated players who are equally quick and sit at lines of different length.

A word goes down the line, is recognised after a time that has the same distribution for everybody, and the
buzz goes up the line. Each way takes half of the line's time, and a delay that varies, and so does what is
measured.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from zellig.games.match.races import MEASURED, Receipt, allowance, winner
from zellig.games.match.rules import Fairness

Bound = Callable[[float, float], float]

RECOGNISED = (350.0, 100.0)  # milliseconds: mean and spread of a reaction to a clue that everybody knows
JITTER = (1.0, 0.1)  # mean of the varying delay of each way: milliseconds, and a share of the line's time


TOGETHER = 20  # races between two measurements


def shares(
    lines: Sequence[float],
    fairness: Fairness,
    races: int,
    seed: int,
    held_back: Sequence[float] | None = None,
    bound: Bound = lambda smoothed, shortest: smoothed,
) -> list[float]:
    """Percent of the races that each player wins; a line is its milliseconds there and back. `held_back` are
    milliseconds by which a player holds back whatever the time is measured by, and `bound` is what counts of
    a measured time where the shortest was another."""
    chance = np.random.default_rng(seed)
    time = np.array(lines)
    jitter = JITTER[0] + JITTER[1] * time

    def there_and_back(times: int) -> NDArray[np.float64]:
        both: NDArray[np.float64] = chance.exponential(jitter, (2, times, len(lines))).sum(axis=0)
        return time + both

    mean, spread = RECOGNISED
    won = []
    for block in range(0, races, TOGETHER):
        measured = there_and_back(MEASURED) + np.array(held_back or [0.0] * len(lines))
        late = [
            allowance([round(bound(float(np.mean(of)), line))], fairness)
            for of, line in zip(measured.T, time, strict=True)
        ]
        recognised = chance.gamma((mean / spread) ** 2, spread**2 / mean, (TOGETHER, len(lines)))
        received = recognised + there_and_back(TOGETHER)
        for race, row in enumerate(received, start=block):
            race_of = [Receipt(str(place), int(at), late[place]) for place, at in enumerate(row)]
            won.append(int(winner(race_of, fairness, seed, str(race)).player))
    return [float(each) for each in 100 * np.bincount(won, minlength=len(lines)) / len(won)]
