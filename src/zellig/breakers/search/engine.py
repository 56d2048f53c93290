"""The engine: runs the searches of many items side by side, so that the system is asked in large batches.

The search of an item knows nothing of the others: it has a budget of its own, and what comes of it is the
same in any company.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass

from zellig.breakers.search.goals import REFUSED, Goal, Rank, Score, scorer
from zellig.breakers.search.passage import Fields, State
from zellig.breakers.search.problem import Problem
from zellig.breakers.search.searches import Search
from zellig.items import Item, Prediction
from zellig.performers import Victim
from zellig.tasks import Task

TOGETHER = 8_000  # characters of items whose searches run side by side: more need memory and save little

Alike = Callable[[Fields, Sequence[Fields]], Sequence[float]]  # how alike the first text and the others are
Trial = Generator[list[Item], list[Prediction], State | None]  # gives questions, is sent the answers


@dataclass(frozen=True)
class Method:
    """What to reach, and how to search for it."""

    goal: Goal
    search: Search
    alike: Alike | None = None
    least: float = 0.0  # how alike a text must be to the original to be asked about
    gradients: bool = False  # does the search want the evidence of the system's gradients?


def run(method: Method, task: Task, problems: Sequence[Problem], oracle: Victim) -> list[State | None]:
    """For each problem the best text that reaches the goal; None if none was found."""
    return [state for part in _parts(problems) for state in _side_by_side(method, task, part, oracle)]


def _parts(problems: Sequence[Problem]) -> Iterator[list[Problem]]:
    """Problems with so many characters together, or one that has more."""
    part: list[Problem] = []
    size = 0
    for problem in problems:
        more = sum(map(len, problem.passage.item.fields.values()))
        if part and size + more > TOGETHER:
            yield part
            part, size = [], 0
        part.append(problem)
        size += more
    if part:
        yield part


def _side_by_side(
    method: Method, task: Task, problems: Sequence[Problem], oracle: Victim
) -> list[State | None]:
    found: list[State | None] = [None] * len(problems)
    trials = {
        number: _trial(method, task, problems[number], prediction, oracle)
        for number, prediction in _right(task, problems, oracle).items()
    }
    if method.gradients:
        _weigh([problems[number] for number in trials], oracle)
    answers: dict[int, list[Prediction] | None] = dict.fromkeys(trials)
    while answers:
        questions: dict[int, list[Item]] = {}
        for number, heard in answers.items():
            try:
                questions[number] = next(trials[number]) if heard is None else trials[number].send(heard)
            except StopIteration as end:
                found[number] = end.value
        about = [problems[number].name for number, items in questions.items() for _ in items]
        given = iter(oracle.ask([item for items in questions.values() for item in items], about))
        answers = {number: [next(given) for _ in items] for number, items in questions.items()}
    return found


def _right(task: Task, problems: Sequence[Problem], oracle: Victim) -> dict[int, Prediction]:
    """The answers to the unchanged items that are right; what is wrong is broken already."""
    asked = [
        number
        for number, problem in enumerate(problems)
        if problem.choices and oracle.left(problem.name) != 0
    ]
    items = [problems[number].passage.item for number in asked]
    predictions = zip(asked, items, oracle.ask(items, [item.id for item in items]), strict=True)
    return {
        number: prediction
        for number, item, prediction in predictions
        if task.rule(task.given(prediction.answer), item).right
    }


def _weigh(problems: Sequence[Problem], oracle: Victim) -> None:
    """Tell the problems the evidence of the system, as far as their budgets allow."""
    allowed = [problem for problem in problems if oracle.left(problem.name) != 0]
    items = [problem.passage.item for problem in allowed]
    for problem, evidence in zip(allowed, oracle.explain(items, [item.id for item in items]), strict=True):
        problem.weights = problem.passage.weights(evidence)


def _trial(method: Method, task: Task, problem: Problem, prediction: Prediction, oracle: Victim) -> Trial:
    """The search of one item: never asks about one text twice, nor about more than are left."""
    passage = problem.passage
    score = scorer(method.goal, task, passage.item)
    original = passage.fields(passage.start)
    known = {original: score(prediction)}
    problem.value = known[original].value
    best = _Best(method.goal)
    steps = method.search(problem)
    try:
        states = next(steps)
        while True:
            texts = [passage.fields(state) for state in states]
            new = {text: state for text, state in zip(texts, states, strict=True) if text not in known}
            alike = _alike(method, original, new)
            known |= {text: REFUSED for text, degree in alike.items() if degree < method.least}
            new = {text: state for text, state in new.items() if text not in known}
            allowed = list(new)[: oracle.left(problem.name)]
            predictions = yield [
                passage.changed_item(text, f"{problem.name}?{number}")
                for number, text in enumerate(allowed, len(known))
            ]
            for text, answered in zip(allowed, predictions, strict=True):
                known[text] = score(answered)._replace(alike=alike.get(text, 1.0))
            for state, text in zip(states, texts, strict=True):
                if text in known and not state.probe:
                    best.see(state, known[text])
            if len(allowed) < len(new):
                return best.state  # the budget is spent
            states = steps.send([known[text] for text in texts])
    except StopIteration:
        return best.state


def _alike(method: Method, original: Fields, new: dict[Fields, State]) -> dict[Fields, float]:
    """How alike the candidates and the original are, if the method measures it; a probe need not be."""
    if method.alike is None:
        return {}
    candidates = [text for text, state in new.items() if not state.probe]
    return dict(zip(candidates, method.alike(original, candidates), strict=True)) if candidates else {}


class _Best:
    """The best text so far that reaches the goal."""

    def __init__(self, goal: Goal) -> None:
        self.state: State | None = None
        self._goal = goal
        self._rank: Rank | None = None

    def see(self, state: State, score: Score) -> None:
        if score.reached:
            rank = self._goal.rank(state, score)
            if self._rank is None or rank > self._rank:
                self.state, self._rank = state, rank
