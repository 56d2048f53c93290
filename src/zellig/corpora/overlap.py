"""How much of a test corpus also stands in a training corpus, by normalised text."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from zellig.doors import option
from zellig.errors import ZelligError
from zellig.items import Item
from zellig.tasks import Task, get_task
from zellig.texts import digest


class Overlap(msgspec.Struct, frozen=True):
    """Counts of items, the share of the test items whose text is in the training corpus, and their ids."""

    train: int
    test: int
    overlapping: int
    share: float
    ids: tuple[str, ...]


def overlap(train: Iterable[Item], test: Iterable[Item], task: Task | str) -> Overlap:
    """Compare two corpora; spelling variants of one text (case, spacing, markup) count as the same."""
    task = get_task(task) if isinstance(task, str) else task
    seen = set()
    trained = tested = 0
    for trained, item in enumerate(train, start=1):  # noqa: B007
        seen.add(digest(task.text(item)))
    ids = []
    for tested, item in enumerate(test, start=1):  # noqa: B007
        if digest(task.text(item)) in seen:
            ids.append(item.id)
    return Overlap(trained, tested, len(ids), len(ids) / tested if tested else 0.0, tuple(ids))


def refuse_overlap(
    train: Iterable[Item], test: Iterable[Item], task: Task | str, *, allow: bool = False
) -> Overlap:
    """The overlap of two corpora; refuses any unless it is allowed."""
    found = overlap(train, test, task)
    if found.overlapping and not allow:
        raise ZelligError(
            f"{found.overlapping} of {found.test} test items ({found.share:.1%}) are also in the "
            f"training corpus, e.g. {', '.join(found.ids[:3])}",
            remedy=f"Choose splits that do not share texts, or say {option('allow_overlap', True)}.",
        )
    return found
