"""The Q function: what it is worth to choose a word in a state. It is linear, and its weights have names.

Three features are on at a time: the word (with the right answer, which decides what the word does), its
rating in the sentiment lexicon (for words that were never met), and the state: how many words were chosen,
and in which tenth the probability of a wrong answer is. To stop is worth nothing: nothing comes after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zellig.breakers.q_learning.positions import MOST
from zellig.breakers.search.problem import Problem
from zellig.language.lexicon import valence

STEPS = 10  # of probability
HIGHEST = 4.0  # rating of a word

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Actions(NamedTuple):
    """The words that may be chosen: for each its features' numbers, and their values."""

    numbers: Ints
    values: Floats


class Values:
    """Weights of named features; a feature without a name here counts nothing."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self._numbers = {name: number for number, name in enumerate(weights)}
        self.weights = np.array([*weights.values(), 0.0])  # the last one is that of unknown features

    @property
    def named(self) -> dict[str, float]:
        """The weights that are not zero."""
        rounded = np.round(self.weights[:-1], 6).tolist()
        return {name: weight for name, weight in zip(self._numbers, rounded, strict=True) if weight}

    def words(self, problem: Problem) -> Actions:
        """The features of the words in every place of a problem, without the state."""
        label, words = label_of(problem), [problem.passage.words[place].low for place in problem.places]
        numbers = [[self._number(_word(label, word)), self._number(_rating(label)), 0] for word in words]
        values = [[1.0, valence(word) / HIGHEST, 1.0] for word in words]
        return Actions(np.array(numbers), np.array(values))

    def actions(self, words: Actions, left: Sequence[int], chosen: int, value: float) -> Actions:
        """The words that are left (their places among all), in a state."""
        numbers = words.numbers[left]
        numbers[:, 2] = self._number(_state(chosen, value))
        return Actions(numbers, words.values[left])

    def worth(self, actions: Actions, weights: Floats | None = None) -> Floats:
        """What each action is worth, by these weights or by older ones."""
        known = self.weights if weights is None else weights
        return np.asarray((known[actions.numbers] * actions.values).sum(axis=1))

    def choose(self, problem: Problem, chosen: Sequence[int], value: float) -> int | None:
        """The best place; None where it is better to stop."""
        left = [number for number, place in enumerate(problem.places) if place not in chosen]
        if not left:
            return None
        worth = self.worth(self.actions(self.words(problem), left, len(chosen), value))
        best = int(worth.argmax())
        return problem.places[left[best]] if worth[best] > 0 else None

    def _number(self, name: str) -> int:
        return self._numbers.get(name, len(self._numbers))


def names_of(problems: Iterable[Problem]) -> list[str]:
    """All features that problems can have, in a fixed order."""
    found = dict.fromkeys(_state(chosen, step / STEPS) for chosen in range(MOST) for step in range(STEPS))
    for problem in problems:
        label = label_of(problem)
        found[_rating(label)] = None
        found |= dict.fromkeys(_word(label, problem.passage.words[place].low) for place in problem.places)
    return list(found)


def label_of(problem: Problem) -> str:
    """The right answer, as a part of features' names."""
    return " or ".join(problem.passage.item.accepted)


def _word(label: str, word: str) -> str:
    return f"{label}: {word}"


def _rating(label: str) -> str:
    return f"{label}: rating"


def _state(chosen: int, value: float) -> str:
    return f"{chosen} chosen, {min(STEPS - 1, int(value * STEPS + 1e-9))} of {STEPS}"
