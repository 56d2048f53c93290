"""A person as a breaker, in the terminal: reads the real text, types a fake."""

from __future__ import annotations

from collections.abc import Sequence

from zellig.breakers.fakes.fake import FIELD, fakes
from zellig.breakers.promises import refuse_other_tasks
from zellig.items import Item, Pair
from zellig.performers import Observation, See, Spec, Victim
from zellig.tasks import Task
from zellig.tasks.is_fake import IS_FAKE
from zellig.terminal import QUIT, show, show_known, typed


class Person:
    """Asks for a line for each text."""

    see: See = "nothing"
    spec = Spec("person")

    def break_items(
        self, items: Sequence[Item], seeds: Sequence[int], oracle: Victim | None
    ) -> list[list[Pair]]:
        """One pair, or none for an empty line; `q` ends the game."""
        return [fakes(self.spec.name, item, _asked(item), "person") for item in items]

    def observe(self, observations: Sequence[Observation]) -> None:
        """Say whether the chooser was fooled, where the game tells it."""
        for each in observations:
            if each.choice is not None:
                show("It was found out." if each.choice == each.fake else "It fooled the chooser.")


def make(task: Task) -> Person:
    """The breaker who sits at the terminal."""
    refuse_other_tasks("person", task, IS_FAKE)
    return Person()


def _asked(item: Item) -> str | None:
    show(f"The real text: {item.fields[FIELD]}")
    if item.accepted:
        show(f"  answer: {', '.join(item.accepted)}")
    show_known(item.metadata)
    return typed(f"Your fake (an empty line: none; {QUIT}: the end):") or None
