"""Searches: ways through the texts of a space. Each is a generator that asks in batches and is told scores.

A search ends when it has seen the goal reached or has nothing left to try; what is kept of it is the best
text it asked about, so that a search that is stopped by its budget is no special case.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable

from zellig.breakers.search.goals import Score
from zellig.breakers.search.passage import State
from zellig.breakers.search.problem import Problem
from zellig.breakers.search.rankings import Ranking, Steps

Search = Callable[[Problem], Steps]
Known = tuple[State, Score]


def by_importance(ranking: Ranking, width: int = 1) -> Search:
    """Greedy: place after place in the order of the ranking, keeping the best text, or the best few."""

    def search(problem: Problem) -> Steps:
        beam: list[Known] = [(problem.passage.start, Score(problem.value, False))]
        for place, words in (yield from ranking(problem)):
            states = [
                each
                for state, _ in beam
                if len(state.changed) < problem.most
                for each in problem.next_states(state, place, words)
            ]
            scores = yield states
            if any(score.reached for score in scores):
                return
            beam = _best([*beam, *zip(states, scores, strict=True)], width)

    return search


def beam(width: int) -> Search:
    """Any word at any place; of all texts with one more change the best few go on. Width 1 is full greedy."""

    def search(problem: Problem) -> Steps:
        kept = [problem.passage.start]
        for _ in range(problem.most):
            # two words changed in either order are one text
            states = list(
                {each.words: each for state in kept for each in _neighbours(problem, state)}.values()
            )
            scores = yield states
            if not states or any(score.reached for score in scores):
                return
            kept = [state for state, _ in _best(zip(states, scores, strict=True), width)]

    return search


def best_first(rounds: int) -> Search:
    """The best text seen so far is changed next, however many changes it has; so many texts at most."""

    def search(problem: Problem) -> Steps:
        heap: list[tuple[float, int, State]] = [(-problem.value, 0, problem.passage.start)]
        seen = {problem.passage.start.words}
        for _ in range(rounds):
            if not heap:
                return
            state = heapq.heappop(heap)[2]
            states = [each for each in _neighbours(problem, state) if each.words not in seen]
            scores = yield states
            if any(score.reached for score in scores):
                return
            for each, score in zip(states, scores, strict=True):
                heapq.heappush(heap, (-score.value, len(seen), each))  # of equals the first one seen
                seen.add(each.words)

    return search


def _neighbours(problem: Problem, state: State) -> list[State]:
    """All texts with one more word changed."""
    if len(state.changed) >= problem.most:
        return []
    return [
        each
        for place, words in problem.choices.items()
        if place not in state.changed
        for each in problem.next_states(state, place, words)
    ]


def _best(known: Iterable[Known], width: int) -> list[Known]:
    """The few with the highest scores; of equals the first ones."""
    return heapq.nlargest(width, known, key=lambda entry: entry[1].value)
