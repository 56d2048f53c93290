"""Q-learning against a victim: episodes with unknown words, a memory, and updates from what it remembers.

An episode takes an item that the victim answers right. A word is chosen (at random at first, and more and
more by what choices are worth), becomes unknown to the victim, and the victim is asked again. The reward is
what the wrong answers gain, less the cost of a change; a flipped answer ends the episode with a bonus.

Gains are counted in log-odds, not in probability: items that the victim knows by heart, such as those it was
trained on, are answered with such certainty that no single word moves the probability, and nothing could be
learnt from them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from zellig.breakers.q_learning.positions import MOST
from zellig.breakers.q_learning.values import Actions, Floats, Values, names_of
from zellig.breakers.search.goals import Score, Untargeted, scorer
from zellig.breakers.search.passage import State
from zellig.breakers.search.problem import Problem
from zellig.breakers.search.rankings import UNKNOWN
from zellig.items import Prediction
from zellig.performers import Victim
from zellig.tasks import Task

EPOCHS = 4  # times an item is met
COST = 0.01  # of a change
BONUS = 0.1  # of a flipped answer
SCALE = 4  # log-odds that count as a reward of 1
SUREST = 1e-4  # a probability nearer to 0 or 1 counts as this
DISCOUNT = 0.9  # of what comes later
LAST_CHANCE = 0.05  # share of random choices at the end
CALM = 0.7  # share of the training after which it stays there
TOGETHER = 64  # episodes side by side: the victim is asked in batches
MEMORY = 20_000  # choices that are remembered
BATCH = 128  # choices that one update learns from
UPDATES = 4  # after each choice of all episodes
RATE = 0.1  # of learning, divided by the root of a feature's summed squared gradients (Adagrad)
OLD = 100  # updates after which the weights that look ahead (the target network) are renewed


@dataclass
class Episode:
    """One item on its way: what was chosen, and how near a wrong answer is."""

    problem: Problem
    score: Callable[[Prediction], Score]
    words: Actions
    state: State
    value: float
    chosen: list[int] = field(default_factory=list)

    @property
    def left(self) -> list[int]:
        """Numbers of the places that may be chosen."""
        return [number for number, place in enumerate(self.problem.places) if place not in self.chosen]


@dataclass(frozen=True)
class Memory:
    """A choice, its reward and the choices after it, if there are any."""

    choice: Actions
    reward: float
    after: Actions | None


def learn(
    task: Task,
    problems: Sequence[Problem],
    victim: Victim,
    seed: int,
    progress: Callable[[str, int, int], None],
) -> Values:
    """Learn from problems which words to choose against a victim."""
    values = Values(dict.fromkeys(names_of(problems), 0.0))
    learner = _Learner(values, np.random.default_rng(seed))
    starts = _starts(task, problems, victim, values)
    total = EPOCHS * len(starts)
    done = 0
    for _ in range(EPOCHS):
        order = learner.generator.permutation(len(starts))
        for begin in range(0, len(order), TOGETHER):
            live = [_fresh(starts[number]) for number in order[begin : begin + TOGETHER]]
            chance = max(LAST_CHANCE, 1 - (1 - LAST_CHANCE) * done / (CALM * total))
            done += len(live)
            while live:
                live = learner.step(live, victim, chance)
                learner.update()
            progress("q-breaker learns", done, total)
    return values


def _starts(task: Task, problems: Sequence[Problem], victim: Victim, values: Values) -> list[Episode]:
    """An episode for each problem that the victim answers right."""
    found = []
    given = victim.ask([problem.passage.item for problem in problems], [problem.name for problem in problems])
    for problem, prediction in zip(problems, given, strict=True):
        score = scorer(Untargeted(), task, problem.passage.item)
        value, reached, _ = score(prediction)
        if not reached:
            found.append(Episode(problem, score, values.words(problem), problem.passage.start, value))
    return found


def _fresh(start: Episode) -> Episode:
    return Episode(start.problem, start.score, start.words, start.state, start.value)


class _Learner:
    """The weights on their way."""

    def __init__(self, values: Values, generator: np.random.Generator) -> None:
        self.values, self.generator = values, generator
        self._old = values.weights.copy()
        self._squares = np.full_like(values.weights, 1e-4)
        self._memories: list[Memory] = []
        self._seen = self._updates = 0

    def step(self, episodes: Sequence[Episode], victim: Victim, chance: float) -> list[Episode]:
        """One choice in each episode; gives those that go on."""
        made = ((episode, self._choice(episode, chance)) for episode in episodes)
        choices = [(episode, *choice) for episode, choice in made if choice is not None]
        items = []
        for number, (episode, place, _) in enumerate(choices):
            episode.state = episode.problem.passage.put(episode.state, place, UNKNOWN)
            episode.chosen.append(place)
            fields = episode.problem.passage.fields(episode.state)
            items.append(episode.problem.passage.changed_item(fields, f"{episode.problem.name}?{number}"))
        given = victim.ask(items, [episode.problem.name for episode, _, _ in choices])
        going = []
        for (episode, _, choice), prediction in zip(choices, given, strict=True):
            value, reached, _ = episode.score(prediction)
            reward = _log_odds(value) - _log_odds(episode.value) - COST + BONUS * reached
            episode.value = value
            over = reached or not episode.left or len(episode.chosen) == MOST
            self._remember(Memory(choice, reward, None if over else self._actions(episode)))
            if not over:
                going.append(episode)
        return going

    def _choice(self, episode: Episode, chance: float) -> tuple[int, Actions] | None:
        """A place and its features; None to stop."""
        actions, left = self._actions(episode), episode.left
        if self.generator.random() < chance:
            number = int(self.generator.integers(len(left)))
        else:
            worth = self.values.worth(actions)
            number = int(worth.argmax())
            if worth[number] <= 0:
                return None
        one = Actions(actions.numbers[number : number + 1], actions.values[number : number + 1])
        return episode.problem.places[left[number]], one

    def _actions(self, episode: Episode) -> Actions:
        return self.values.actions(episode.words, episode.left, len(episode.chosen), episode.value)

    def _remember(self, memory: Memory) -> None:
        if len(self._memories) < MEMORY:
            self._memories.append(memory)
        else:
            self._memories[self._seen % MEMORY] = memory
        self._seen += 1

    def update(self) -> None:
        """Learn from choices that are drawn from the memory."""
        for _ in range(UPDATES if self._memories else 0):
            drawn = [self._memories[n] for n in self.generator.integers(len(self._memories), size=BATCH)]
            choices = _joined([memory.choice for memory in drawn])
            errors = self.values.worth(choices) - self._targets(drawn)
            gradient = np.zeros_like(self.values.weights)
            np.add.at(gradient, choices.numbers, errors[:, None] * choices.values)
            gradient[-1] = 0.0
            self._squares += gradient**2
            self.values.weights -= RATE * gradient / np.sqrt(self._squares)
            self._updates += 1
            if self._updates % OLD == 0:
                self._old = self.values.weights.copy()

    def _targets(self, drawn: Sequence[Memory]) -> Floats:
        """The rewards, and what the best choice after them (or to stop) is worth by the old weights."""
        targets = np.array([memory.reward for memory in drawn])
        after = [(number, memory.after) for number, memory in enumerate(drawn) if memory.after is not None]
        if after:
            worth = self.values.worth(_joined([actions for _, actions in after]), self._old)
            begins = np.cumsum([0, *(len(actions.values) for _, actions in after[:-1])])
            best = np.maximum(0.0, np.maximum.reduceat(worth, begins))
            targets[[number for number, _ in after]] += DISCOUNT * best
        return targets


def _joined(parts: Sequence[Actions]) -> Actions:
    return Actions(
        np.concatenate([part.numbers for part in parts]), np.concatenate([part.values for part in parts])
    )


def _log_odds(value: float) -> float:
    kept = min(max(value, SUREST), 1 - SUREST)
    return math.log(kept / (1 - kept)) / SCALE
