"""Do the labels of a model fit the data, or do they look swapped? Found out before a game starts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from zellig.items import Item, Prediction
from zellig.notices import note, warn
from zellig.performers import System, ask
from zellig.tasks import Task

FEWEST = 10  # items without which nothing is said
ENOUGH = 100  # items to ask about


class LabelCheck(NamedTuple):
    """Of how many items the answers are right, and would be if they were the other way round."""

    items: int
    right: int
    right_if_swapped: int


def sound_out(system: System, items: Sequence[Item], task: Task) -> LabelCheck:
    """Ask about a hundred of the items, so that it is known what the labels of a function mean and whether it
    gives probabilities; says what `check_labels` says. They are spread over all: data may be sorted by label.
    """
    some = items[:: max(1, len(items) // ENOUGH)][:ENOUGH]
    return check_labels(system, some, ask(system, some), task)


def check_labels(
    system: System, items: Sequence[Item], predictions: Sequence[Prediction], task: Task
) -> LabelCheck:
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
    found = LabelCheck(len(judged), right, swapped)
    name = system.spec.name
    if len(judged) < FEWEST:
        return found
    if swapped > right:
        warn(
            f"the labels of {name} may be swapped: {right / len(judged):.0%} of its answers agree with the "
            f"data, and {swapped / len(judged):.0%} would the other way round (say what they mean: labels=)"
        )
    elif getattr(system, "guessed", False):
        note(f"labels of {name}: {right} of {len(judged)} items agree")
    return found


def _opposites(task: Task) -> Mapping[str, str]:
    """The answer at the other end of the scale, or the one that a flip gives."""
    if task.ordered:
        return dict(zip(task.labels, reversed(task.labels), strict=True))
    return task.flips
