"""A gate for the system you ship: the pairs of a run, limits to reach, a baseline not to fall behind."""

from zellig.games.breaking.gate.check import check_run, pairs_of_run
from zellig.games.breaking.gate.decision import (
    BaselineComparison,
    Decision,
    Demand,
    Doubted,
    FailedPair,
    Percentage,
)

__all__ = [
    "BaselineComparison",
    "Decision",
    "Demand",
    "Doubted",
    "FailedPair",
    "Percentage",
    "check_run",
    "pairs_of_run",
]
