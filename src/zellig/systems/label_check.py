"""Do the labels of a model fit the data, or do they look swapped? Found out before a game starts."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from zellig.items import Item, Prediction
from zellig.measures.significance import mcnemar
from zellig.notices import note, warn
from zellig.oracle import Oracle, ask_all
from zellig.performers import System
from zellig.tasks import Task

FEWEST = 10  # items without which nothing is said
ENOUGH = 100  # items to ask about
NO_CHANCE = 0.01  # the probability below which something is not taken to have come by chance


class LabelCheck(NamedTuple):
    """Of how many items the answers are right, and would be if they were the other way round."""

    items: int
    right: int
    right_if_swapped: int


def sound_out(system: System, items: Sequence[Item], task: Task) -> LabelCheck:
    """Ask about a hundred of the items, so that it is known what the labels of a function mean and whether it
    gives probabilities; says what `check_labels` says. Texts that it fails on are wrong, as in a game.
    """
    some = _spread(items)
    predictions = ask_all(Oracle(system, ""), some, task, lambda what, done, total: None, "")
    return check_labels(system, some, predictions, task)


def _spread(items: Sequence[Item]) -> list[Item]:
    """One by chance out of each hundredth: data may be sorted by label, and labels may take turns."""
    chance = random.Random(0)  # noqa: S311  (a fair sample that is always the same)
    parts = min(ENOUGH, len(items))
    bounds = [len(items) * number // parts for number in range(parts + 1)] if parts else []
    return [items[chance.randrange(start, end)] for start, end in pairwise(bounds)]


def check_labels(
    system: System, items: Sequence[Item], predictions: Sequence[Prediction], task: Task
) -> LabelCheck:
    """How far a model's answers agree with the items that have accepted answers.

    That is noted where the meaning of the model's labels was guessed from their order, and a warning is given
    if they agree better the other way round and that is no chance; not if it answers in the task's own words.
    """
    opposite = _opposites(task)
    judged = [
        (task.rule(answer, item).right, task.rule(opposite.get(answer, answer), item).right)
        for item, each in zip(items, predictions, strict=True)
        if item.accepted
        for answer in [task.given(each.answer)]
    ]
    found = LabelCheck(len(judged), sum(right for right, _ in judged), sum(swapped for _, swapped in judged))
    name = system.spec.name
    if len(judged) < FEWEST:
        return found
    chance = mcnemar(judged.count((True, False)), judged.count((False, True)))  # its exact form: a sign test
    foreign = not getattr(system, "in_own_words", True)
    if foreign and found.right_if_swapped > found.right and chance < NO_CHANCE:
        warn(
            f"the labels of {name}, or those of the data, may be swapped: {found.right / len(judged):.0%} of "
            f"its answers agree with the data, and {found.right_if_swapped / len(judged):.0%} would the "
            "other way round (say what they mean: labels=, or a mapping)"
        )
    elif getattr(system, "guessed", False):
        note(f"labels of {name}: {found.right} of {len(judged)} items agree")
    return found


def _opposites(task: Task) -> Mapping[str, str]:
    """The answer at the other end of the scale, or the one that a flip gives."""
    if task.ordered:
        return dict(zip(task.labels, reversed(task.labels), strict=True))
    return task.flips
