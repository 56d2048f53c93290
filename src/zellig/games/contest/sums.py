"""The sums over pairs that every number of a contest is made of.

As plain columns they can be added up over any set of pairs, and over the draws of a bootstrap; opened
again, the same formulas give the number that was seen and its replicates.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zellig.measures import f1
from zellig.measures.outcomes import Outcomes

Floats = NDArray[np.float64]
Ints = NDArray[np.integer]


class Sums(NamedTuple):
    """Sums over some pairs; the leading axes are those of the packed columns."""

    pairs: Floats  # (...)
    broken: Floats  # (..., systems): broken pairs
    original_wrong: Floats  # (..., systems): of the broken ones, those whose original is answered wrong
    passed: Floats  # (..., systems): pairs with both sides right
    right: Floats  # (..., systems): right answers, of both sides
    credit: Floats  # (..., systems): the same with partial credit
    counts: f1.Counts  # (..., systems, labels), of both sides; no labels: empty

    @property
    def break_share(self) -> Floats:
        """Broken pairs by pairs; nan where there is no pair."""
        return _divide(self.broken, self.pairs[..., None])

    @property
    def original_wrong_share(self) -> Floats:
        """Pairs that break because of their original, by pairs; nan where there is no pair."""
        return _divide(self.original_wrong, self.pairs[..., None])

    @property
    def modified_wrong_share(self) -> Floats:
        """Pairs that break because of their modified item, by pairs; nan where there is no pair."""
        return _divide(self.broken - self.original_wrong, self.pairs[..., None])

    @property
    def pass_share(self) -> Floats:
        """Pairs with both sides right by pairs; nan where there is no pair."""
        return _divide(self.passed, self.pairs[..., None])

    @property
    def accuracy(self) -> Floats:
        return _divide(self.right, 2 * self.pairs[..., None])

    @property
    def f1(self) -> Floats:
        """Weighted F1 where the task has labels, mean character F1 where answers are spans."""
        if self.counts.gold.shape[-1] == 0:
            return _divide(self.credit, 2 * self.pairs[..., None])
        return f1.weighted(self.counts)


class Packed:
    """The columns of some pairs, a row for each."""

    def __init__(self, what: Outcomes, pairs: Ints, labels: int) -> None:
        self._what, self._pairs, self._labels = what, pairs, labels
        self.clusters = what.original[pairs]
        self.columns = sum(_widths(len(what.systems), labels))

    def values(self, rows: Ints) -> NDArray[np.float32]:
        """The columns of some of them."""
        what, labels = self._what.of(self._pairs[rows]), self._labels
        gold = _one_hot(what.gold, labels)
        answers = _one_hot(what.answers, labels)
        answered = (answers & (what.gold >= 0)[..., None]).sum(axis=1)  # (systems, pairs, labels)
        per_system = [
            what.broken.T,
            what.original_wrong.T,
            what.passed.T,
            what.right.sum(axis=1).T,
            what.credit.sum(axis=1).T,
            _by_row((answers & gold).sum(axis=1)),
            _by_row(answered),
        ]
        every = np.ones((what.pairs, 1))
        return np.concatenate([every, gold.sum(axis=0), *per_system], axis=1, dtype=np.float32)


def unpack(columns: Floats, systems: int, labels: int) -> Sums:
    """Open packed columns (last axis) again."""
    pairs, gold, broken, original_wrong, passed, right, credit, hits, answered = np.split(
        columns, np.cumsum(_widths(systems, labels))[:-1], axis=-1
    )
    by_label = (*columns.shape[:-1], systems, labels)
    counts = f1.Counts(hits.reshape(by_label), answered.reshape(by_label), gold[..., None, :])
    return Sums(pairs[..., 0], broken, original_wrong, passed, right, credit, counts)


def _widths(systems: int, labels: int) -> list[int]:
    return [1, labels, *[systems] * 5, systems * labels, systems * labels]


def _one_hot(codes: NDArray[np.integer], labels: int) -> NDArray[np.bool_]:
    return np.asarray(codes[..., None] == np.arange(labels))


def _by_row(values: NDArray[np.integer]) -> NDArray[np.integer]:
    """(systems, rows, labels) as one line of columns per row."""
    return np.moveaxis(values, 0, 1).reshape(values.shape[1], -1)


def _divide(numerator: Floats, denominator: Floats) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(denominator > 0, numerator / denominator, np.nan)
