"""Goals: what a search is after, and how near an answer of the system comes to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from zellig.breakers.search.passage import State
from zellig.items import Item, Prediction
from zellig.tasks import Task


class Score(NamedTuple):
    """How near a text comes to the goal (the nearer, the higher), and whether it is reached."""

    value: float
    reached: bool
    alike: float = 1.0  # the text to the original, where that is measured


REFUSED = Score(float("-inf"), False)  # a text that was not asked about

Rank = tuple[int, float, float]


class Goal(Protocol):
    """Scores what the system answers, and says which of two texts that reach the goal is the better one."""

    def score(self, wrong: float, right: bool) -> Score:
        """From the probability of all wrong answers, and whether the answer is right."""
        ...

    def rank(self, state: State, score: Score) -> Rank:
        """The higher, the better."""
        ...


class Untargeted:
    """The answer is no longer accepted; best with few changed words, then like the original, then sure."""

    def score(self, wrong: float, right: bool) -> Score:
        return Score(wrong, not right)

    def rank(self, state: State, score: Score) -> Rank:
        return -len(state.changed), score.alike, score.value


class Reduction:
    """The answer stays while words go; best with few words left, then like the original, then sure."""

    def score(self, wrong: float, right: bool) -> Score:
        return Score(1 - wrong, right)

    def rank(self, state: State, score: Score) -> Rank:
        return len(state.changed), score.alike, score.value


def scorer(goal: Goal, task: Task, item: Item) -> Callable[[Prediction], Score]:
    """How the goal scores answers about this item; without probabilities one is right or wrong."""
    judged: dict[str | int, bool] = {}

    def right(answer: str | int) -> bool:
        if answer not in judged:
            judged[answer] = task.rule(task.given(answer), item).right
        return judged[answer]

    def score(prediction: Prediction) -> Score:
        correct = right(prediction.answer)
        if prediction.probabilities is None:
            return goal.score(float(not correct), correct)
        wrong = 1 - sum(share for answer, share in prediction.probabilities.items() if right(answer))
        return goal.score(wrong, correct)

    return score
