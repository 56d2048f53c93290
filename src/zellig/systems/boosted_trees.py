"""Boosted trees as plain arrays: learnt by scikit-learn, kept as safetensors, asked all at once.

Every tree is a row of nodes; a node says which feature it looks at, below which value a row goes left, and
where left and right are. A leaf is its own child, so after as many steps as the trees are deep every row is
at a leaf.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zellig.systems.weights import WEIGHTS, Arrays, Wanted, not_weights, read_arrays, write_arrays

Floats = NDArray[np.float64]

_ARRAYS: Wanted = {
    "feature": (np.int32, 2),  # (trees, nodes)
    "threshold": (np.float32, 2),
    "left": (np.int32, 2),
    "right": (np.int32, 2),
    "value": (np.float32, 2),
    "base": (np.float32, 1),
}
DEEPEST = 32


class BoostedTrees:
    """Log-odds of a yes, for rows of features."""

    def __init__(self, arrays: Arrays, depth: int) -> None:
        self._arrays, self._depth = arrays, depth

    @classmethod
    def fit(
        cls, rows: Floats, yes: NDArray[np.bool_], *, trees: int, depth: int, rate: float, seed: int
    ) -> BoostedTrees:
        """Learn from rows with their answers; each tree sees three tenths of them."""
        from sklearn.ensemble import GradientBoostingClassifier  # half a second to import

        learner = GradientBoostingClassifier(
            n_estimators=trees,
            max_depth=depth,
            learning_rate=rate,
            subsample=0.3,
            min_samples_leaf=20,
            random_state=seed,
        )
        learner.fit(rows.astype(np.float32), yes)
        found = [each.tree_ for each in learner.estimators_[:, 0]]
        nodes = max(tree.node_count for tree in found)
        arrays = {
            "feature": _filled(found, nodes, lambda tree: np.maximum(tree.feature, 0), np.int32),
            "threshold": _filled(found, nodes, lambda tree: _not_above(tree.threshold), np.float32),
            "left": _filled(found, nodes, lambda tree: _child(tree.children_left), np.int32),
            "right": _filled(found, nodes, lambda tree: _child(tree.children_right), np.int32),
            "value": rate * _filled(found, nodes, lambda tree: tree.value[:, 0, 0], np.float32),
            "base": np.array([_log_odds(float(yes.mean()))], dtype=np.float32),
        }
        return cls(arrays, depth)

    def log_odds(self, rows: Floats) -> Floats:
        """For each row the sum over all trees."""
        held, trees = rows.astype(np.float32), np.arange(len(self._arrays["feature"]))
        at = np.zeros((len(held), len(trees)), dtype=np.int32)
        for _ in range(self._depth):
            seen = np.take_along_axis(held, self._arrays["feature"][trees, at], axis=1)
            goes_left = seen <= self._arrays["threshold"][trees, at]
            at = np.where(goes_left, self._arrays["left"][trees, at], self._arrays["right"][trees, at])
        return np.asarray(
            self._arrays["value"][trees, at].sum(axis=1, dtype=np.float64) + self._arrays["base"]
        )

    def save(self, folder: Path) -> None:
        """Write the arrays."""
        write_arrays(folder / WEIGHTS, self._arrays)

    @classmethod
    def load(cls, folder: Path, *, features: int, depth: int) -> BoostedTrees:
        """Read saved trees again; refuses such that look at features or nodes that are not there."""
        arrays = read_arrays(folder / WEIGHTS, _ARRAYS)
        shapes = {arrays[name].shape for name in ("feature", "threshold", "left", "right", "value")}
        ends = [("feature", features), ("left", arrays["left"].shape[1]), ("right", arrays["left"].shape[1])]
        sound = len(shapes) == 1 and all(shapes.copy().pop()) and len(arrays["base"]) == 1
        if not sound or any(arrays[name].min() < 0 or arrays[name].max() >= end for name, end in ends):
            raise not_weights(folder / WEIGHTS, "the trees do not hang together")
        return cls(arrays, min(depth, DEEPEST))


def _filled(trees: list[Any], nodes: int, take: Any, kind: type[np.generic]) -> NDArray[Any]:
    """One row for each tree, filled up with zeros, which nothing leads to."""
    table = np.zeros((len(trees), nodes), dtype=kind)
    for row, tree in zip(table, trees, strict=True):
        row[: tree.node_count] = take(tree)
    return table


def _child(children: NDArray[np.integer]) -> NDArray[np.integer]:
    """Where to go from each node; from a leaf, nowhere."""
    return np.where(children < 0, np.arange(len(children)), children)


def _not_above(thresholds: Floats) -> NDArray[np.float32]:
    """The nearest short numbers that are not greater: short features fall on the same side of them."""
    short = thresholds.astype(np.float32)
    return np.where(short > thresholds, np.nextafter(short, np.float32(-np.inf)), short)


def _log_odds(share: float) -> float:
    return float(np.log(share / (1 - share)))
