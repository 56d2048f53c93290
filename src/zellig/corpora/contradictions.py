"""One text with two answers: no system can be right about both, and whoever reads a figure should know."""

from __future__ import annotations

from collections.abc import Sequence

from zellig.items import Item
from zellig.notices import warn
from zellig.tasks import Task
from zellig.texts import comparable


def tell_contradictions(items: Sequence[Item], task: Task) -> None:
    """Warn of texts that have another answer in another item."""
    answers: dict[str, set[tuple[str, ...]]] = {}
    written: dict[str, str] = {}  # for each text how it stands in its first item
    for item in items:
        if item.accepted:
            text = task.text(item)
            written.setdefault(comparable(text), text)
            answers.setdefault(comparable(text), set()).add(tuple(sorted(item.accepted)))
    if twice := [written[text] for text, found in answers.items() if len(found) > 1]:
        texts = "1 text has" if len(twice) == 1 else f"{len(twice):,} texts have"
        warn(f"{texts} different answers in different items, e.g. {twice[0][:80]!r}: nobody gets all right")
