"""A text generator as a breaker: whatever a system answers to an item is the fake.

The system may be a translator or a question-answering one, through Python, a command, HTTP or a file of its
answers.
"""

from __future__ import annotations

from collections.abc import Sequence

from zellig.breakers.fakes.fake import fakes
from zellig.breakers.promises import refuse_other_tasks
from zellig.errors import ZelligError
from zellig.items import UNPARSED, Item, Pair
from zellig.performers import See, Spec, System, Victim, ask
from zellig.systems import load_system
from zellig.tasks import Task
from zellig.tasks.is_fake import IS_FAKE


class Generator:
    """Asks a system for every fake; the system sees the text, and the metadata if the game shows it."""

    see: See = "nothing"

    def __init__(self, name: str, system: System) -> None:
        self.spec = Spec("generator", {"system": name})
        self._system = system

    def break_items(
        self, items: Sequence[Item], seeds: Sequence[int], oracle: Victim | None
    ) -> list[list[Pair]]:
        """One pair, or none where the system says nothing, or nothing new."""
        answers = [str(prediction.answer) for prediction in ask(self._system, items)]
        return [
            fakes(self.spec.name, item, None if answer == UNPARSED else answer, self._system.spec.name)
            for item, answer in zip(items, answers, strict=True)
        ]


def make(task: Task, *, system: str = "") -> Generator:
    """The breaker with a system by its name: `py:...`, `http://...`, `cmd:...` or any other."""
    refuse_other_tasks("generator", task, IS_FAKE)
    if not system:
        raise ZelligError(
            "the generator needs a system", remedy="Name it: system = 'py:module:name', for instance."
        )
    return Generator(system, load_system(system))
