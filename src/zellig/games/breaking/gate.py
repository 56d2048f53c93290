"""A regression gate: the pairs of a run, put to the system that somebody is about to ship."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zellig.games.contest.folder import read_pairs
from zellig.items import Pair
from zellig.measures.breaking import broken
from zellig.measures.intervals import wilson
from zellig.oracle import answers_of
from zellig.performers import System
from zellig.tasks import Task


def gate(folder: Path, system: System, max_broken: float) -> dict[str, Any]:
    """Percent of the run's pairs that break the system, in all and by breaker, JSON-ready; does it pass?"""
    task, pairs = read_pairs(folder)
    rows = {name: _broken(system, task, some) for name, some in pairs.items()}
    every = np.concatenate(list(rows.values()))
    percent = 100 * float(every.mean())
    low, high = wilson(float(every.mean()), len(every))
    return {
        "schema": 1,
        "pairs": len(every),
        "broken": int(every.sum()),
        "percent": percent,
        "interval": [100 * float(low), 100 * float(high)],
        "breakers": {
            name: {"pairs": len(row), "broken": int(row.sum()), "percent": 100 * float(row.mean())}
            for name, row in rows.items()
        },
        "max_broken": max_broken,
        "passed": percent <= max_broken,
    }


def _broken(system: System, task: Task, pairs: Sequence[Pair]) -> NDArray[np.bool_]:
    sides = []
    for items in ([pair.original for pair in pairs], [pair.modified for pair in pairs]):
        answers = answers_of(system, items, task)
        right = [task.right(answer, item.accepted) for answer, item in zip(answers, items, strict=True)]
        sides.append(np.array(right, dtype=bool))
    return broken(*sides)
