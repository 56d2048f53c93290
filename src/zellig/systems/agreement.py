"""Do the labels of a model fit the data, or do they look swapped?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from zellig.items import Item, Prediction
from zellig.notices import note, warn
from zellig.performers import System
from zellig.tasks import Task

FEWEST = 10  # items without which nothing is said


class Agreement(NamedTuple):
    """Of how many items the answers are right, and would be if they were the other way round."""

    items: int
    right: int
    right_if_swapped: int


def agreement_of(
    system: System, items: Sequence[Item], predictions: Sequence[Prediction], task: Task
) -> Agreement:
    """How far a model's answers agree with the items that have accepted answers.

    That is noted where the meaning of the model's labels was guessed from their order, and a warning is given
    if they agree better the other way round.
    """
    opposite = _opposites(task)
    judged = [
        (task.given(each.answer), item.accepted)
        for item, each in zip(items, predictions, strict=True)
        if item.accepted
    ]
    right = sum(task.right(answer, accepted) for answer, accepted in judged)
    swapped = sum(task.right(opposite.get(answer, answer), accepted) for answer, accepted in judged)
    found = Agreement(len(judged), right, swapped)
    name = system.spec.name
    if len(judged) < FEWEST:
        return found
    if swapped > right:
        warn(
            f"the labels of {name} may be swapped: {right / len(judged):.0%} of its answers agree with the "
            f"data, and {swapped / len(judged):.0%} would the other way round (say what they mean: labels=)"
        )
    elif getattr(system, "guessed", False):
        note(f"labels of {name}: {right} of the first {len(judged)} items agree")
    return found


def _opposites(task: Task) -> Mapping[str, str]:
    """The answer at the other end of the scale, or the one that a flip gives."""
    if task.ordered:
        return dict(zip(task.labels, reversed(task.labels), strict=True))
    return task.flips
