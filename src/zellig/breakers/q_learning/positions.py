"""Search by choice of positions: a few words are chosen one after the other, and replaced by synonyms.

Who chooses is the only difference between the learning breaker and `random-positions`, to which it is
compared.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from zellig.breakers.search.breaker import Changes, SearchBreaker
from zellig.breakers.search.constraints import same_direction
from zellig.breakers.search.engine import Method
from zellig.breakers.search.goals import Untargeted
from zellig.breakers.search.problem import Problem
from zellig.breakers.search.rankings import Steps
from zellig.breakers.search.searches import Search
from zellig.breakers.search.spaces import wordnet
from zellig.items import Item
from zellig.performers import Spec
from zellig.tasks import Task

MOST = 3  # words that are chosen

# The problem, the places that were chosen, and how probable a wrong answer is now; None: stop.
Choose = Callable[[Problem, Sequence[int], float], int | None]


def changes() -> Changes:
    """Synonyms of all senses as the word is tagged; praise does not become blame."""
    return Changes(wordnet(), fits=(same_direction,))


def by_choice(choose: Choose) -> Search:
    """A word is chosen and the best of its synonyms kept, if it wins anything; then the next one is chosen.

    So the state that the next choice is made in is always known, and the choice itself asks nothing.
    """

    def search(problem: Problem) -> Steps:
        state, value = problem.passage.start, problem.value
        chosen: list[int] = []
        while len(chosen) < MOST and (place := choose(problem, chosen, value)) is not None:
            chosen.append(place)
            states = problem.next_states(state, place, problem.choices[place])
            scores = yield states
            if any(score.reached for score in scores):
                return
            best = max(range(len(states)), key=lambda number: scores[number].value)
            if scores[best].value > value:
                state, value = states[best], scores[best].value

    return search


class RandomPositions(SearchBreaker):
    """Any words, drawn with the item's seed."""

    def prepare(self, items: Sequence[Item], seeds: Sequence[int]) -> list[Problem]:
        """The items with their places in a random order."""
        found = zip(super().prepare(items, seeds), seeds, strict=True)
        return [_shuffled(problem, seed) for problem, seed in found]


def make(task: Task) -> RandomPositions:
    """The comparison: the same synonyms and the same number of words, chosen at random."""
    method = Method(Untargeted(), by_choice(_next))
    return RandomPositions(Spec("random-positions", {"most": MOST}), task, method, changes(), "synonyms")


def _shuffled(problem: Problem, seed: int) -> Problem:
    places = problem.places
    random.Random(seed).shuffle(places)  # noqa: S311  (reproducible choice, not a secret)
    return replace(problem, choices={place: problem.choices[place] for place in places})


def _next(problem: Problem, chosen: Sequence[int], value: float) -> int | None:
    return next((place for place in problem.places if place not in chosen), None)
