"""The items of pairs, each once, for programs of others that ask a model about one item after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from zellig.doors import option
from zellig.errors import ZelligError
from zellig.games.contest.contest import Contest
from zellig.games.exchange.kept import kept_pairs
from zellig.items import Item, content_hash
from zellig.tasks import Task

PASSING = "passing.py"  # carried beside tasks: says how many pairs are passed


class Asked(NamedTuple):
    """An item, and the names of the pairs of which it is a side.

    Its id is the hash of its fields, so that answers to it can come back as `file:`.
    """

    id: str
    item: Item
    pairs: list[str]


class AskedItems(NamedTuple):
    """All items of a task, and the labels that a model chooses among."""

    task: Task
    labels: tuple[str, ...]
    items: list[Asked]


def asked_items(contest: Contest, labels: Sequence[str] = ()) -> AskedItems:
    """Every item of the pairs that no check speaks against; one text with two right answers is two items.

    The items of a pair follow one another, so that the first ones that somebody asks about make up pairs.
    Refuses a task without labels, and an item of which none of them is right.
    """
    chosen = _labels(contest.task, labels)
    found: dict[tuple[str, tuple[str, ...]], Asked] = {}
    texts: dict[str, int] = {}
    for entry, pair in kept_pairs(contest):
        for item in (pair.original, pair.modified):
            text = content_hash(item)
            if (text, item.accepted) not in found:
                _refuse_unlabelled(item, chosen)
                texts[text] = texts.get(text, 0) + 1
                name = text if texts[text] == 1 else f"{text}-{texts[text]}"
                found[text, item.accepted] = Asked(name, item, [])
            found[text, item.accepted].pairs.append(f"{entry.name}: {pair.id}")
    return AskedItems(contest.task, chosen, list(found.values()))


def _labels(task: Task, labels: Sequence[str]) -> tuple[str, ...]:
    chosen = tuple(map(task.answer, labels)) or task.labels
    if len(chosen) < 2:
        raise ZelligError(
            f"a model chooses among labels here, and there are {len(chosen)} in {task.name}",
            remedy="Export the items without answers (blind), or a table.",
        )
    return chosen


def _refuse_unlabelled(item: Item, labels: Sequence[str]) -> None:
    if not set(item.accepted) & set(labels):
        raise ZelligError(
            f"{' or '.join(item.accepted)} is right for the item {item.id!r}, none of {', '.join(labels)}",
            remedy=f"Name that with {option('labels')}, too.",
        )
