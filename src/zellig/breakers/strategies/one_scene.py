"""Do premise and hypothesis speak of one scene? Who annotated the data decided that; contradictions show it.

In SNLI *a man* of the hypothesis is the man of the premise, and *a woman* contradicts. In SICK they are two
people, and hardly anything contradicts but a denial.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from zellig.breakers.strategies.taxonomy import taxonomy
from zellig.items import Item
from zellig.language.words import word_list
from zellig.notices import warn
from zellig.tasks import Task

TASK, ANSWER = "nli", "contradiction"
ENOUGH = 20  # contradictions, to say anything about them
MOSTLY = 0.6  # of them deny; SNLI 5%, SICK 86 to 90%
_WORD = re.compile(r"n't|[a-z]+?(?=n't)|[a-z]+")


def tell_two_scenes(codes: Iterable[str], items: Sequence[Item], task: Task) -> None:
    """Warn of strategies that contradict as of one scene, where hardly anything but a denial does."""
    if task.name != TASK:
        return
    used = [code for code in codes if code in taxonomy() and taxonomy()[code].one_scene]
    share = denied(items)
    if used and share is not None and share > MOSTLY:
        promise = "promises contradictions" if len(used) == 1 else "promise contradictions"
        warn(
            f"{100 * share:.0f}% of the contradictions in these data deny (not, no, nobody), so two sentences "
            f"need not be about one scene; {', '.join(used)} {promise} as if they were (a man, a woman): "
            "name other strategies instead"
        )


def denied(items: Sequence[Item]) -> float | None:
    """The share of contradictions of which one side denies, and not the other; None if there are few."""
    found = [item.fields for item in items if item.accepted == (ANSWER,)]
    if len(found) < ENOUGH:
        return None
    return sum(_denies(each["premise"]) != _denies(each["hypothesis"]) for each in found) / len(found)


def _denies(text: str) -> bool:
    return not word_list("negatives").isdisjoint(_WORD.findall(text.lower()))
