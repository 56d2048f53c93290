"""Rankings: in which order a greedy search goes through the words, by how important each one is."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence

from zellig.breakers.search.goals import Score
from zellig.breakers.search.passage import State
from zellig.breakers.search.problem import Problem

Steps = Generator[list[State], list[Score], None]  # gives texts to ask about, is sent their scores
Order = list[tuple[int, Sequence[str]]]  # places with the words to try there
Ranking = Callable[[Problem], Generator[list[State], list[Score], Order]]

UNKNOWN = "[UNK]"


def by_deletion(problem: Problem) -> Generator[list[State], list[Score], Order]:
    """The word without which the goal is nearest comes first."""
    scores = yield problem.probes("")
    return problem.ordered(score.value for score in scores)


def by_evidence(problem: Problem) -> Generator[list[State], list[Score], Order]:
    """The word comes first that speaks loudest for the answer, by the system's own gradients."""
    yield []  # nothing has to be asked: the engine has brought the evidence
    return problem.ordered(problem.weights.get(place, 0.0) for place in problem.places)


def by_reading(problem: Problem) -> Generator[list[State], list[Score], Order]:
    """What a word adds to what stands before it, and to what stands after it."""
    words, size = problem.passage.start.words, len(problem.passage.words)
    heads = [State((*words[:end], *[""] * (size - end)), probe=True) for end in range(size + 1)]
    tails = [State((*[""] * begin, *words[begin:]), probe=True) for begin in range(size + 1)]
    needed = sorted({at for place in problem.places for at in (place, place + 1)})
    scores = yield [part[at] for part in (heads, tails) for at in needed]
    head = {at: score.value for at, score in zip(needed, scores, strict=False)}
    tail = {at: score.value for at, score in zip(needed, scores[len(needed) :], strict=True)}
    # a word for the answer takes a text away from the goal
    return problem.ordered(
        (head[place] - head[place + 1] + tail[place + 1] - tail[place]) / 2 for place in problem.places
    )


def by_weighted_saliency(problem: Problem) -> Generator[list[State], list[Score], Order]:
    """The best word for each place; places in the order of (softmax of saliency) x (what is won)."""
    start = problem.passage.start
    tries = [(place, word) for place in problem.places for word in problem.choices[place]]
    scores = yield [
        *problem.probes(UNKNOWN),
        *(problem.passage.put(start, place, word) for place, word in tries),
    ]
    saliency = [score.value - problem.value for score in scores[: len(problem.places)]]
    best: dict[int, tuple[float, str]] = {}
    for (place, word), score in zip(tries, scores[len(problem.places) :], strict=True):
        if place not in best or score.value > best[place][0]:
            best[place] = score.value, word
    all_of_them = sum(map(math.exp, saliency))
    gains = (
        math.exp(weight) / all_of_them * (best[place][0] - problem.value)
        for place, weight in zip(problem.places, saliency, strict=True)
    )
    return [(place, (best[place][1],)) for place, _ in problem.ordered(gains)]
