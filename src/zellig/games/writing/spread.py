"""What the texts of a workshop are about so far: a writer's own, everybody's, and what is wanted."""

from __future__ import annotations

from collections import Counter

import msgspec

from zellig.games.writing import events
from zellig.games.writing.standing import Standing


class Spread(msgspec.Struct, frozen=True):
    """Questions of a category; `wanted` is None where the rules do not say."""

    category: str
    mine: int
    everybody: int
    wanted: int | None
    parts: dict[str, int]  # by subcategory, those of the writer

    @property
    def missing(self) -> int:
        """How many more are wanted."""
        return max(0, (self.wanted or 0) - self.everybody)


def spread(standing: Standing, account: str) -> list[Spread]:
    """By category, in the order of the rules; what has none, or an unknown one, comes last if there is any.

    What was sent back or withdrawn does not count.
    """
    rules = standing.rules
    if rules is None:
        return []
    mine: Counter[tuple[str, str]] = Counter()
    everybody: Counter[str] = Counter()
    for text in standing.texts.values():
        if not isinstance(text.event, events.QuestionHandedIn) or text.state not in ("handed in", "taken"):
            continue
        about = text.event.question.metadata
        category, part = (str(about.get(key) or "") for key in ("category", "subcategory"))
        category = category if category in rules.categories else ""
        everybody[category] += 1
        if text.writer == account:
            mine[category, part] += 1
    categories = [*rules.categories, *([""] if everybody[""] else [])]
    return [
        Spread(
            category,
            sum(number for (of, _), number in mine.items() if of == category),
            everybody[category],
            rules.wanted.get(category),
            {part: number for (of, part), number in sorted(mine.items()) if of == category and part},
        )
        for category in categories
    ]
