"""Logistic regression over named features: what the linear builders share.

A feature is a 64-bit key of its name, so that features can be crossed by arithmetic. The vocabulary is
the keys seen often enough in training; all others weigh nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zellig.errors import ZelligError
from zellig.systems.weights import WEIGHTS, Arrays, Wanted, not_weights, read_arrays, write_arrays
from zellig.tasks import Task

MAX_ITERATIONS = 300

Keys = NDArray[np.uint64]
Floats = NDArray[np.float64]

_MIX = np.uint64(0x9E3779B97F4A7C15)  # 2**64 over the golden ratio: spreads neighbouring numbers
_HALF = np.uint64(29)


@lru_cache(maxsize=2**18)
def key(name: str) -> int:
    """The key of a feature, the same in every process."""
    return int.from_bytes(hashlib.blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest())


def keys(names: Iterable[str]) -> Keys:
    """The keys of features in their order."""
    return np.array([key(name) for name in names], dtype=np.uint64)


def crossed(first: Keys, second: Keys) -> Keys:
    """A key for every feature of the one together with every feature of the other."""
    mixed = (first * _MIX)[:, None] + second[None, :]
    return ((mixed ^ (mixed >> _HALF)) * _MIX).ravel()


def needs_fields(name: str, task: Task, fields: Sequence[str]) -> None:
    """Refuses a task whose items do not have these fields."""
    if not set(fields) <= set(task.fields):
        raise ZelligError(
            f"{name} reads the fields {', '.join(fields)}, and {task.name} has {', '.join(task.fields)}",
            remedy="Train it on a corpus of its own task.",
        )


class Linear:
    """Weights of every known feature for every class (one row for two classes), and intercepts."""

    def __init__(self, vocabulary: Keys, weights: NDArray[np.float32], bias: NDArray[np.float32]) -> None:
        self._vocabulary = vocabulary  # sorted
        self._weights = weights
        self._bias = bias
        self._columns = weights.T.astype(np.float64)

    @classmethod
    def fit(
        cls,
        rows: Sequence[Keys],
        values: Sequence[Floats] | None,
        classes: NDArray[np.integer],
        *,
        strength: float,
        at_least: int,
        seed: int,
    ) -> Linear:
        """Learn the classes of rows of features (of value 1 if no others are given).

        `strength` is that of the evidence against the prior (scikit-learn's C).
        """
        from sklearn.linear_model import LogisticRegression

        found, counts = np.unique(np.concatenate(rows), return_counts=True)
        vocabulary = found[counts >= at_least]
        # lbfgs starts at zero and takes all examples at once: nothing about it is random.
        model = LogisticRegression(C=strength, solver="lbfgs", max_iter=MAX_ITERATIONS, random_state=seed)
        model.fit(_matrix(vocabulary, rows, values), classes)
        return cls(vocabulary, model.coef_.astype(np.float32), model.intercept_.astype(np.float32))

    def scores(self, rows: Sequence[Keys], values: Sequence[Floats] | None = None) -> Floats:
        """Log-odds (or logits, for more than two classes): one row for each row of features."""
        if not len(rows):
            return np.zeros((0, len(self._bias)))
        product: Floats = _matrix(self._vocabulary, rows, values) @ self._columns
        return product + self._bias

    def weights(self, row: Keys) -> Floats:
        """The weights of features (features x classes, one column for two classes); unknown ones weigh 0."""
        return self.scores(list(row[:, None])) - self._bias

    def save(self, folder: Path) -> None:
        """Write the weights."""
        arrays: Arrays = {"vocabulary": self._vocabulary, "weights": self._weights, "bias": self._bias}
        write_arrays(folder / WEIGHTS, arrays)

    @classmethod
    def load(cls, folder: Path, labels: int) -> Linear:
        """Read the saved weights of a classifier for so many labels; refuses anything else."""
        path = folder / WEIGHTS
        wanted: Wanted = {"vocabulary": (np.uint64, 1), "weights": (np.float32, 2), "bias": (np.float32, 1)}
        found = read_arrays(path, wanted)
        vocabulary, weights, bias = (found[name] for name in wanted)
        rows = labels if labels > 2 else 1
        if weights.shape != (rows, len(vocabulary)) or len(bias) != rows:
            raise not_weights(path, "their sizes do not match")
        if not (vocabulary[1:] > vocabulary[:-1]).all():
            raise not_weights(path, "the vocabulary is not in order")
        return cls(vocabulary, weights, bias)


def _matrix(vocabulary: Keys, rows: Sequence[Keys], values: Sequence[Floats] | None) -> Any:
    from scipy.sparse import csr_matrix

    flat = np.concatenate(rows)
    value = np.ones(len(flat)) if values is None else np.concatenate(values)
    column = np.searchsorted(vocabulary, flat)
    column[column == len(vocabulary)] = 0
    known = vocabulary[column] == flat if len(vocabulary) else np.zeros(len(flat), dtype=bool)
    row = np.repeat(np.arange(len(rows)), [len(each) for each in rows])
    ends = np.concatenate([[0], np.cumsum(np.bincount(row[known], minlength=len(rows)))])
    return csr_matrix((value[known], column[known], ends), shape=(len(rows), len(vocabulary)))
