"""What one side alone, or one word, tells of the label of new items; and a choice that tells next to nothing.

In inference the label is about two texts. If *may* in the premise always made neutral, or *no* in the
hypothesis always contradiction, a system could learn the word in place of the relation. Hypotheses that
people wrote tell their label, too. So items whose label is easily guessed are left out until a guess is worth
little: the idea is that of AFLite (Le Bras et al. 2020), with words in place of embeddings.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from zellig.items import Item

FEWEST = 600  # new items of which a guess can be measured
MARGIN = 0.015  # that a guess may be better than chance
FOLDS, PASSES = 5, 8
RARE = 0.01  # share of the items that a word must be in, to be looked at alone
PORTION = 0.05  # of a kind that is left out at once
PORTIONS = 16  # of a kind, each half of an equal share of the total; the last one is the rest
ROUNDING = 1e-6


class Giveaways(msgspec.Struct, frozen=True):
    """How often the label is guessed right, as a share of the new items."""

    most_frequent: float  # by whoever always says the most frequent label
    sides: dict[str, float]  # by a linear classifier of words that sees this side alone, on unseen originals
    word: str  # the best single one
    side: str  # where it is looked for
    by_word: float


class _Word(NamedTuple):
    right: float
    word: str
    side: str


def giveaways(items: Sequence[Item]) -> Giveaways | None:
    """What the sides and words of new items tell of their label; None if they are too few to say."""
    if len(items) < FEWEST:
        return None
    labels, _ = _numbered(items)
    told = {side: float((_told(items, side).argmax(axis=1) == labels).mean()) for side in _sides(items)}
    best = _best_word(items, labels)
    return Giveaways(float(np.bincount(labels).max() / len(labels)), told, best.word, best.side, best.right)


class Kind(NamedTuple):
    """New items that are alike: one phenomenon, one label, and the same thing done to each side."""

    phenomenon: str
    label: str
    done: tuple[str, ...]  # side by side; empty: nothing


def quotas(available: Mapping[Kind, int], total: int, per_phenomenon: int | None = None) -> dict[Kind, int]:
    """How many of each kind: as many as can be, up to a total, and as evenly as that allows.

    Nobody who sees what was done to one side guesses the label by more than `MARGIN` better than by chance.
    If no choice is like that, all are zero. It is a linear program: beside the number of each kind, in
    portions of which each is worth less than the one before, it has a variable for everything that is done to
    a side: how many of these items have their most frequent label, which is how often a guess is right.
    """
    from scipy.optimize import linprog

    kinds = sorted(available)
    if not kinds or total == 0:
        return dict.fromkeys(kinds, 0)
    labels = sorted({kind.label for kind in kinds})
    done = sorted({place for kind in kinds for place in enumerate(kind.done)})
    guessed = np.zeros((len(done), len(labels), len(kinds)))
    for column, kind in enumerate(kinds):
        for place in enumerate(kind.done):
            guessed[done.index(place), labels.index(kind.label), column] = 1
    by_label = guessed.reshape(-1, len(kinds))
    by_side = np.full((len(kinds[0].done), len(kinds)), -(1 / len(labels) + MARGIN))
    phenomena = sorted({kind.phenomenon for kind in kinds})
    limited = [[1, *(kind.phenomenon == name for name in phenomena)] for kind in kinds]
    coefficients = np.vstack([by_label, by_side, np.transpose(limited)])
    right = np.vstack(
        [
            -np.repeat(np.eye(len(done)), len(labels), axis=0),
            [[side == each for side, _ in done] for each in range(len(kinds[0].done))],
            np.zeros((1 + len(phenomena), len(done))),
        ]
    )
    left = np.array([available[kind] for kind in kinds], dtype=float)
    sizes = []
    for _ in range(PORTIONS - 1):
        sizes.append(np.minimum(left, total / len(kinds) / 2))
        left = left - sizes[-1]
    found = linprog(
        [*np.repeat(np.linspace(-1, -0.5, PORTIONS), len(kinds)), *np.zeros(len(done))],
        A_ub=np.hstack([np.tile(coefficients, PORTIONS), right]),
        b_ub=[*np.zeros(len(by_label) + len(by_side)), total, *[per_phenomenon or total] * len(phenomena)],
        bounds=[*((0, size) for size in np.concatenate([*sizes, left])), *[(0, None)] * len(done)],
    )
    numbers = found.x[: PORTIONS * len(kinds)].reshape(PORTIONS, -1).sum(axis=0)
    return {kind: int(number + ROUNDING) for kind, number in zip(kinds, numbers, strict=True)}


def without_easy(items: Sequence[Item], kinds: Sequence[Kind]) -> list[int]:
    """The places of items whose label one side does not tell.

    The easiest to guess of every kind are left out, until a guess by one side is hardly better than chance.
    """
    kept = np.arange(len(items))
    while len(kept) >= FEWEST:
        left = [items[int(place)] for place in kept]
        labels, names = _numbered(left)
        told = [_told(left, side) for side in _sides(left)]
        known = [each for each in told if (each.argmax(axis=1) == labels).mean() > 1 / len(names) + MARGIN]
        if not known:
            break
        ease = np.max([each[np.arange(len(kept)), labels] for each in known], axis=0)
        by_kind: defaultdict[Kind, list[int]] = defaultdict(list)
        for place in np.argsort(ease, kind="stable"):
            by_kind[kinds[kept[place]]].append(int(kept[place]))
        harder = (some[: round(len(some) * (1 - PORTION))] for some in by_kind.values())
        kept = np.sort([place for some in harder for place in some])
    return [int(place) for place in kept]


def _sides(items: Sequence[Item]) -> list[str]:
    return sorted(items[0].fields)


def _numbered(items: Sequence[Item]) -> tuple[np.ndarray, list[str]]:
    """The label of each item as a number, and their names."""
    names = sorted({item.accepted[0] for item in items})
    return np.array([names.index(item.accepted[0]) for item in items]), names


def _told(items: Sequence[Item], side: str) -> np.ndarray:
    """How likely each label is for whoever sees this side alone, and has learnt from other originals."""
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.linear_model import SGDClassifier
    from sklearn.model_selection import GroupKFold, cross_val_predict

    labels, _ = _numbered(items)
    counted = CountVectorizer(ngram_range=(1, 2), min_df=2, binary=True)
    words = counted.fit_transform([item.fields[side] for item in items])
    originals = [str(item.metadata["original"]) for item in items]
    reader = SGDClassifier(loss="log_loss", alpha=1e-4, max_iter=PASSES, tol=None, random_state=0)
    return np.asarray(
        cross_val_predict(
            reader, words, labels, groups=originals, cv=GroupKFold(FOLDS), method="predict_proba"
        )
    )


def _best_word(items: Sequence[Item], labels: np.ndarray) -> _Word:
    """The word by which one guesses best: most have one label with it, and one without it."""
    from scipy.sparse import csr_matrix
    from sklearn.feature_extraction.text import CountVectorizer

    found = []
    for side in _sides(items):
        counted = CountVectorizer(min_df=RARE, binary=True)
        words = csr_matrix(counted.fit_transform([item.fields[side] for item in items]))
        there = np.array([words[labels == label].sum(axis=0).A1 for label in range(labels.max() + 1)])
        right = (there.max(axis=0) + (np.bincount(labels)[:, None] - there).max(axis=0)) / len(labels)
        best = int(right.argmax())
        found.append(_Word(float(right[best]), str(counted.get_feature_names_out()[best]), side))
    return max(found, key=lambda each: (each.right, each.word))
