"""Results that are items to learn from: for our own systems, and as texts and labels for any library."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from zellig.items import Item
from zellig.tasks import Task

if TYPE_CHECKING:
    from zellig.front.frames import Table


class TrainingItems(ABC):
    """Items with their answers: what was known, then what was made of it."""

    @property
    @abstractmethod
    def known(self) -> list[Item]:
        """What a system learns from anyway."""

    @property
    @abstractmethod
    def new(self) -> list[Item]:
        """What was made for it to learn; the metadata of an item name its phenomenon and its original."""

    @property
    @abstractmethod
    def task(self) -> Task:
        """What the items ask."""

    @property
    def items(self) -> list[Item]:
        """All that the system should learn from: what is known, then what is new."""
        return [*self.known, *self.new]

    @property
    def texts(self) -> list[str]:
        """The language of each item."""
        return [self.task.text(item) for item in self.items]

    @property
    def labels(self) -> list[str]:
        """The right answer of each item, as the task spells it."""
        return [item.accepted[0] for item in self.items]

    def table(self) -> Table:
        """One row an item: its fields, the label, and, if it is new, its phenomenon and original."""
        from zellig.front.frames import rows_to_table

        return rows_to_table(
            {
                "id": item.id,
                **item.fields,
                "label": item.accepted[0],
                "phenomenon": item.metadata["phenomenon"] if is_new else None,
                "original": item.metadata["original"] if is_new else None,
            }
            for is_new, some in ((False, self.known), (True, self.new))
            for item in some
        )
