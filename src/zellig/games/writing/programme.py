"""Integer programmes: the cheapest values of variables whose weighted sums keep their limits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

NODES = 5000  # of the search, after which the best that was found is taken: nearly always it needs a few


class Row(NamedTuple):
    """A sum of variables, by their numbers, with their weights; and its least and its greatest value."""

    weights: Mapping[int, float]
    least: float
    most: float


def least_cost(
    cost: Sequence[float], rows: Sequence[Row], bounds: Sequence[tuple[float, float]], whole: int
) -> list[bool]:
    """Which of the first variables, so many as are `whole`, are 1 and not 0 in the cheapest solution.

    The search is cut off by its steps and never by the clock, so that the same is found on every machine.
    """
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_array

    where = [number for number, row in enumerate(rows) for _ in row.weights]
    columns = [column for row in rows for column in row.weights]
    values = [weight for row in rows for weight in row.weights.values()]
    matrix = csr_array((values, (where, columns)), shape=(len(rows), len(cost)), dtype=float)
    low, high = np.array(bounds).T
    found = milp(
        np.array(cost),
        integrality=np.arange(len(cost)) < whole,
        bounds=Bounds(low, high),
        constraints=LinearConstraint(matrix, [row.least for row in rows], [row.most for row in rows]),
        options={"node_limit": NODES, "mip_rel_gap": 0},
    )
    if found.x is None:
        raise RuntimeError(f"there is always a solution, and none was found: {found.message}")
    return [bool(value > 0.5) for value in found.x[:whole]]
