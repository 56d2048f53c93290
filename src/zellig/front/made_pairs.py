"""Results that are pairs: they go wherever the pairs of a run are taken."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from zellig.games.breaking.table import pair_frame
from zellig.games.contest.contest import Contest, Entry
from zellig.transform.evaluation import ContrastSet

if TYPE_CHECKING:
    from zellig.front.frames import Table


class MadePairs(ABC):
    """Pairs that nobody has answered yet."""

    @property
    @abstractmethod
    def contrasts(self) -> ContrastSet:
        """The pairs and their task."""

    @property
    @abstractmethod
    def maker(self) -> str:
        """Who made them."""

    @property
    def contest(self) -> Contest:
        """The pairs as records of a game."""
        return Contest(self.contrasts.task, [Entry(self.maker, self.contrasts.pairs)], {})

    def table(self) -> Table:
        """One row a pair, with the columns that a run's pairs have."""
        from zellig.front.frames import Table

        return Table(pair_frame(self.contest))
