"""Which two entrants of a season may have agreed: `measures/collusion.py` over its rounds."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from zellig.games.arena.season.columns import Columns, Ints
from zellig.games.arena.season.figures import Suspicion
from zellig.games.arena.season.records import Season
from zellig.measures.collusion import collusion
from zellig.performers import Role, derive_seed

GROUPS: tuple[Role, ...] = ("breaker", "curator")  # with whom a chooser may have agreed


def suspicions(season: Season, found: Columns) -> Iterator[Suspicion]:
    """Every chooser with every breaker, and with every curator, but for roles that may collude.

    Fakes that were seen twice, by whatever chance, count once.
    """
    right, of_fake = answers(found)
    for role in GROUPS:
        if {role, "chooser"} <= set(season.collusion):
            continue
        for place, group in enumerate(found.ids[role]):
            for player, chooser in enumerate(found.ids["chooser"]):
                seed = derive_seed(season.seed, "collusion test", f"{group}/{chooser}")
                test = collusion(right, of_fake[role], player, place, seed, season.permutations)
                yield Suspicion(
                    (role, "chooser"),
                    group,
                    chooser,
                    test.rounds,
                    round(test.excess, 6),
                    round(test.honest, 6),
                    round(test.information, 6),
                    test.p,
                    test.accused,
                    tuple(found.ids["chooser"][twin] for twin in test.twins),
                    test.unknown,
                )


def answers(found: Columns) -> tuple[NDArray[np.float64], dict[Role, Ints]]:
    """(choosers, fakes): right, wrong, or not asked; and whose each fake is."""
    rows = np.flatnonzero(found.answered)[::-1]  # of an answer that was given twice the first one stays
    fakes, column = np.unique(found.fake[rows], return_inverse=True)
    right = np.full((len(found.ids["chooser"]), len(fakes)), np.nan)
    right[found.who["chooser"][rows], column] = found.point[rows]
    of_fake: dict[Role, Ints] = {}
    for role in GROUPS:
        of_fake[role] = np.zeros(len(fakes), np.int64)
        of_fake[role][column] = found.who[role][rows]
    return right, of_fake
