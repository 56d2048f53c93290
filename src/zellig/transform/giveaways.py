"""What a hypothesis gives away: the label that a classifier guesses who is shown nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from zellig.items import Item
from zellig.tasks import Task
from zellig.texts import key64

if TYPE_CHECKING:
    from numpy.typing import NDArray

GIVEN_AWAY = "the hypothesis alone gives its label away"
LEAST = 100  # items of a label: of fewer a classifier learns nothing
FOLDS = 5
FEATURES = 2**18  # words and pairs of words are hashed, so that a million texts need no more room


def guessed(items: Sequence[Item], task: Task) -> list[str] | None:
    """For every item, the label that its last side suggests; None if there are too few to learn from.

    The guess about an item is by a naive Bayes classifier that learnt from the others: texts that belong
    together, because they share their original, are guessed together.
    """
    labels = np.array([item.accepted[0] for item in items])
    _, counts = np.unique(labels, return_counts=True)
    if len(counts) < 2 or counts.min() < LEAST:
        return None
    folds = np.array([key64(str(item.metadata["original"])) % FOLDS for item in items])
    found: list[str] = _guesses([item.fields[task.editable[-1]] for item in items], labels, folds).tolist()
    return found


def _guesses(texts: Sequence[str], labels: NDArray[np.str_], folds: NDArray[np.int64]) -> NDArray[np.str_]:
    from sklearn.feature_extraction.text import HashingVectorizer
    from sklearn.naive_bayes import MultinomialNB

    words = HashingVectorizer(
        n_features=FEATURES,
        ngram_range=(1, 2),
        binary=True,
        norm=None,
        alternate_sign=False,
        token_pattern=r"[^\W_]+",  # noqa: S106  (no password)
    ).transform(texts)
    found = np.empty_like(labels)
    for fold in np.unique(folds):
        there = folds == fold
        found[there] = MultinomialNB(fit_prior=False).fit(words[~there], labels[~there]).predict(words[there])
    return found
