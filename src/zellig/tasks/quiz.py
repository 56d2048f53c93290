"""Quiz questions: name the answer page as early in the text as possible."""

from __future__ import annotations

import re
from dataclasses import dataclass

from zellig.items import Item
from zellig.tasks.task import Task

_UNDERSCORES = re.compile(r"[_\s]+")


@dataclass(frozen=True)
class _Quiz(Task):
    def answer(self, raw: str | int) -> str:
        """Page titles are written with spaces or underscores; we keep spaces."""
        return _UNDERSCORES.sub(" ", str(raw)).strip()

    def prefix(self, item: Item, position: int) -> str:
        """What a player has seen when `position` characters have been read out."""
        return item.fields["text"][: max(position, 0)]

    def positions(self, item: Item, step: int) -> list[int]:
        """Places to stop at, every `step` characters, and the end of the text."""
        length = len(item.fields["text"])
        return [*range(step, length, step), length]


QUIZ = _Quiz(
    name="quiz",
    question="Which page is this question about?",
    fields=("text",),
    editable=("text",),
)
