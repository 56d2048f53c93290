"""How an item is put to a language model that was never trained for its task, and the words of the labels."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import msgspec

from zellig.items import Item
from zellig.tasks import Task

LONGEST = 2000  # characters of a field: a longer one is cut


class Wording(NamedTuple):
    """The text with a place for every field, and the words that may follow it, in the order of the labels."""

    fields: tuple[str, ...]
    template: str
    words: list[str]

    def text(self, item: Item) -> str:
        """What the model reads before it goes on with the words of a label."""
        return self.template.format_map(
            {name: item.fields.get(name, "")[:LONGEST].strip() for name in self.fields}
        )


def wording(task: Task, labels: Sequence[str]) -> Wording:
    """How items of a task are put; one that is not in the data is put by its question."""
    known = _wordings().get(task.name)
    if known is not None:
        return Wording(task.fields, known["text"], [known[label] for label in labels])
    fields = "\n".join(f"{name}: {{{name}}}" for name in task.fields)
    named = " or ".join(task.words.get(label, label) for label in labels)
    asked = f"Question: {task.question} Say {named}.".replace("{", "{{").replace("}", "}}")
    words = [f" {task.words.get(label, label)}" for label in labels]
    return Wording(task.fields, f"{fields}\n{asked}\nAnswer:", words)


@cache
def _wordings() -> dict[str, dict[str, str]]:
    raw = files("zellig.systems").joinpath("data/zero-shot.toml").read_bytes()
    return msgspec.toml.decode(raw, type=dict[str, dict[str, str]])
