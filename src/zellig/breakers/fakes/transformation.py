"""A transformation of the grammar as a breaker: the fake is grammatical, only not what was written."""

from __future__ import annotations

from collections.abc import Sequence

from zellig.breakers.fakes.fake import FIELD, fakes
from zellig.breakers.promises import refuse_other_tasks
from zellig.errors import ZelligError
from zellig.items import Item, Pair
from zellig.performers import See, Spec, Victim
from zellig.tasks import Task
from zellig.tasks.is_fake import IS_FAKE
from zellig.transform.catalogue import TRANSFORMATIONS, rank
from zellig.transform.composition import JOIN
from zellig.transform.sentences import transform


class Transforming:
    """Transforms every sentence that the grammar can read."""

    see: See = "nothing"

    def __init__(self, which: str) -> None:
        self.spec = Spec("transformation", {"which": which})
        self._which = which

    def break_items(
        self, items: Sequence[Item], seeds: Sequence[int], oracle: Victim | None
    ) -> list[list[Pair]]:
        """One pair, or none where the transformation is refused."""
        made = transform([item.fields[FIELD] for item in items], [self._which])
        drafts = [made[item.fields[FIELD]].changes.get(self._which) for item in items]
        return [
            fakes(self.spec.name, item, None if draft is None else draft.text, self._which)
            for item, draft in zip(items, drafts, strict=True)
        ]


def make(task: Task, *, which: str = "passive") -> Transforming:
    """The breaker with a transformation, or with several of different kinds joined by a plus."""
    refuse_other_tasks("transformation", task, IS_FAKE)
    steps = which.split(JOIN)
    for step in steps:
        if step not in TRANSFORMATIONS:
            there = ", ".join(TRANSFORMATIONS)
            raise ZelligError(f"{step!r} is not a transformation", remedy=f"There are: {there}.")
    if len({rank(step) for step in steps}) < len(steps):
        raise ZelligError(f"{which!r} has two steps of one kind", remedy="Keep one of them.")
    return Transforming(which)
