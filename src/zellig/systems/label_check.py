"""What the labels of a model in hand mean: found out before a game starts."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise

from zellig.items import Item
from zellig.measures.doubt import Doubt, doubt_about
from zellig.notices import note
from zellig.oracle import Oracle, ask_all
from zellig.performers import System
from zellig.tasks import Task

FEWEST = 10  # items without which nothing is said
ENOUGH = 100  # items to ask about


def sound_out(system: System, items: Sequence[Item], task: Task) -> Doubt | None:
    """Ask about a hundred of the items, so that it is known what the labels of a function mean and whether it
    gives probabilities; gives what is odd about the answers. Texts that it fails on are wrong, as in a game.

    How many answers agree with the items is noted where the meaning of labels was guessed from their order.
    """
    some = _spread(items)
    predictions = ask_all(Oracle(system, ""), some, task, lambda what, done, total: None, "")
    answers = [task.given(each.answer) for each in predictions]
    judged = [
        task.rule(answer, item).right for item, answer in zip(some, answers, strict=True) if item.accepted
    ]
    if len(judged) >= FEWEST and getattr(system, "guessed", False):
        note(f"labels of {system.spec.name}: {sum(judged)} of {len(judged)} items agree")
    return doubt_about(some, answers, task)


def _spread(items: Sequence[Item]) -> list[Item]:
    """One by chance out of each hundredth: data may be sorted by label, and labels may take turns."""
    chance = random.Random(0)  # noqa: S311  (a fair sample that is always the same)
    parts = min(ENOUGH, len(items))
    bounds = [len(items) * number // parts for number in range(parts + 1)] if parts else []
    return [items[chance.randrange(start, end)] for start, end in pairwise(bounds)]
