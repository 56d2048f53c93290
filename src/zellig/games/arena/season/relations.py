"""What the winners of a season did to the others, and S beside what entrants declare about themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from zellig.games.arena.season.columns import Bools, Columns
from zellig.games.arena.season.figures import Against, Relation, Rung
from zellig.games.arena.season.records import Entrant
from zellig.performers import Role

OPPONENTS: dict[Role, Role] = {"chooser": "breaker", "breaker": "chooser", "curator": "chooser"}
FEWEST = 4  # entrants, for a correlation
ALL_ORDERS = 7  # entrants whose orders are all tried
SAMPLED = 9_999

Rungs = Mapping[Role, Sequence[Rung]]


def winners(found: Columns, rungs: Rungs) -> Iterator[Against]:
    """S of everybody in the first tier with each opponent; nothing where the tier has everybody."""
    for role, opponent in OPPONENTS.items():
        first = [rung.id for rung in rungs[role] if rung.tier == 1]
        if len(first) == sum(rung.tier > 0 for rung in rungs[role]):
            continue
        for winner in first:
            own = found.of(role, winner) & found.counts
            for other in found.ids[opponent]:
                met = found.of(opponent, other) & found.counts
                if (own & met).any():
                    mean = _mean(found, own & met)
                    yield Against(
                        int((own & met).sum()),
                        mean,
                        role=role,
                        winner=winner,
                        opponent=other,
                        otherwise=_mean(found, met & ~own),
                    )


def _mean(found: Columns, rows: Bools) -> float | None:
    return round(float(found.point[rows].mean()), 6) if rows.any() else None


def relations(entrants: Sequence[Entrant], rungs: Rungs, seed: int) -> Iterator[Relation]:
    """For each role and each declared property, S by its values; nobody assigned these by chance."""
    declared = {entrant.id: entrant.properties for entrant in entrants}
    for role, of_role in rungs.items():
        known = {rung.id: rung.S for rung in of_role if rung.S is not None}
        for name in sorted({name for id in known for name in declared[id]}):
            values = {id: declared[id][name] for id in known if name in declared[id]}
            scores = np.array([known[id] for id in values])
            if len(set(values.values())) < 2:
                continue
            by = {
                str(value): round(float(scores[[each == value for each in values.values()]].mean()), 6)
                for value in sorted(set(values.values()), key=str)
            }
            numbers = all(isinstance(each, int | float) for each in values.values())
            rho, p = None, None
            if numbers and len(values) >= FEWEST and len(set(scores.tolist())) > 1:
                rho, p = rank_correlation(np.array([float(each) for each in values.values()]), scores, seed)
            yield Relation(role, name, len(values), by, rho, p)


def rank_correlation(
    first: NDArray[np.float64], second: NDArray[np.float64], seed: int
) -> tuple[float, float]:
    """Spearman's, and how often an order by chance gives one as far from 0: all orders of a few."""
    one, other = _ranks(first), _ranks(second)
    if len(one) <= ALL_ORDERS:
        orders = np.array(list(permutations(range(len(one)))))
        extra = 0
    else:
        chance = np.random.default_rng(seed)
        orders = np.argsort(chance.random((SAMPLED, len(one))), axis=1)
        extra = 1
    scale = float(np.sqrt((one @ one) * (other @ other)))
    found = float(one @ other) / scale
    extreme = int((np.abs(one[orders] @ other) / scale >= abs(found) - 1e-12).sum())
    return round(found, 6), (extreme + extra) / (len(orders) + extra)


def _ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Ranks about their mean; equal values share theirs."""
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[place]
    return np.asarray(ranks - ranks.mean())
