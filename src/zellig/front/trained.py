"""What has learnt: it goes wherever a model, or a breaker, is taken."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from os import fspath
from typing import TYPE_CHECKING

from zellig.corpora.as_written import as_written
from zellig.front.places import InFolder, Output
from zellig.performers import Breaker, System
from zellig.systems.card import Card
from zellig.systems.loading import load_system
from zellig.systems.python import PythonSystem
from zellig.tasks import get_task

if TYPE_CHECKING:
    from zellig.breakers.q_learning.breaker import Saved
    from zellig.front.frames import Table


class _Lasting(PythonSystem):
    """A system whose folder is there as long as it is: what it has learnt from is told from there."""

    def __init__(self, system: System, fingerprint: str, output: Output) -> None:
        super().__init__(system, fingerprint)
        self._output = output


@dataclass(frozen=True)
class TrainedSystem(InFolder):
    """A system that has learnt; the other jobs take it as a model."""

    card: Card

    @cached_property
    def system(self) -> System:
        """The system itself."""
        return _Lasting(load_system(fspath(self._output.path)), self.card.fingerprint, self._output)

    @property
    def best_accuracy(self) -> float | None:
        """The best on the items that its progress was watched with, if there were any."""
        return max((point.accuracy for point in self.card.curve), default=None)

    def table(self) -> Table:
        """One row a look at the items that its progress was watched with: the step, and the accuracy then."""
        from zellig.front.frames import flat, rows_to_table

        return rows_to_table((flat("", point) for point in self.card.curve), ("step", "accuracy"))

    def __repr__(self) -> str:
        card, best = self.card, self.best_accuracy
        watched = "" if best is None else f"; best accuracy on {_called(card.dev)}: {100 * best:.2f}%"
        return f"{card.spec.name} has learnt {card.task} from {_called(card.corpus)}{watched}"


@dataclass(frozen=True)
class TrainedBreaker(InFolder):
    """A breaker that has learnt to break a system; `break_systems` takes it among its breakers."""

    saved: Saved

    @cached_property
    def breaker(self) -> Breaker:
        """The breaker itself."""
        from zellig.breakers.q_learning.breaker import load  # who names a system need not wait for it

        return load(self._output.path, get_task(self.saved.lessons.task))

    def table(self) -> Table:
        """One row a weight: what it goes by when it chooses the word to change."""
        from zellig.front.frames import rows_to_table

        weights = self.saved.weights.items()
        return rows_to_table({"feature": name, "weight": weight} for name, weight in weights)

    def __repr__(self) -> str:
        lessons = self.saved.lessons
        return f"{self.saved.breaker} has learnt to break {lessons.victim} on {_called(lessons.corpus)}"


def _called(corpus: str | None) -> str:
    return " + ".join(map(as_written, (corpus or "").split(" + ")))
