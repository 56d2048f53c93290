"""What a row of the taxonomy promises for an item, and the changed item with the answers that come of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

import msgspec

from zellig.breakers.strategies.taxonomy import ANY, Promised
from zellig.items import Item, Relation
from zellig.language.clause import RefusedError
from zellig.tasks import Task
from zellig.transform.change import refuse_if


def promises_for(item: Item, task: Task, by_label: Mapping[str, Sequence[Promised]]) -> Sequence[Promised]:
    """What is promised for an item with this answer; refuses one of which nothing is said."""
    refuse_if(not item.accepted, "no answer")
    refuse_if(task.labels and len(item.accepted) > 1, "several answers")
    label = task.words.get(item.accepted[0], item.accepted[0])
    found = by_label.get(label, by_label.get(ANY))
    if found is None:
        raise RefusedError(f"{label} item")
    return found


def promised_item(item: Item, changed: Item, promised: str, task: Task) -> tuple[Relation, Item]:
    """The changed item of a task with labels, with its answers and their relation to the original's."""
    word, _, rest = promised.partition(" ")
    relation = cast(Relation, word)
    value: tuple[str, ...] = (rest,) if relation == "becomes" else ()
    if rest == "opposite":
        relation = "becomes"  # the original's answer is still right, which `not` would exclude
        value = tuple(each for each in task.labels if each != task.flips[item.accepted[0]])
    if value == item.accepted:
        relation = "same"
    accepted = task.promised(relation, item.accepted, value)
    return relation, msgspec.structs.replace(changed, accepted=accepted)
