"""`openai:MODEL@BASE_URL?task=TASK`: a language model behind an OpenAI-compatible address, asked in words.

Replies are read strictly: what is not clearly one label is counted and given as `unparsed`, never guessed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from zellig.items import UNPARSED, Item, Prediction
from zellig.performers import Spec
from zellig.systems.model import Model, Question, load_model
from zellig.systems.options import task_and_labels
from zellig.systems.reading_replies import bare_reply, read_reply
from zellig.tasks import Task
from zellig.texts import shown


def prompt(task: Task, labels: Sequence[str], item: Item) -> str:
    """What the model is asked about an item."""
    lines = [task.question, ""]
    lines += [f"{name}: {item.fields.get(name, '')}" for name in task.fields]
    if labels:
        named = [f"{label} ({task.words[label]})" if label in task.words else label for label in labels]
        lines += ["", f"Answer with exactly one of these labels and nothing else: {', '.join(named)}"]
    else:
        lines += ["", "Answer with the words of the answer and nothing else."]
    return "\n".join(lines)


class Spellings(NamedTuple):
    """How a reply may spell the labels, in lower case; `alone` counts only where nothing else is said."""

    spellings: dict[str, str]
    alone: dict[str, str]


def spellings_of(task: Task, labels: Sequence[str]) -> Spellings:
    """The labels themselves, the words for them, and other spellings of the task's own, such as 1 for +1."""
    named = {label.casefold(): label for label in labels}
    named |= {word: label for label, word in task.words.items() if label in labels}
    return Spellings(named, {said: label for said, label in task.also.items() if label in labels})


def parse_answer(text: str, task: Task, labels: Sequence[str]) -> str | None:
    """The answer in a reply; None if there is none, or if it is not clear which label it is."""
    return read_reply(text, *spellings_of(task, labels)) if labels else bare_reply(text) or None


class OpenAiSystem:
    """A language model, asked once for each item at temperature 0."""

    def __init__(self, model: Model, task: Task, labels: tuple[str, ...]) -> None:
        made_of: dict[str, Any] = {**model.params, "task": task.name, "labels": list(labels)}
        example = prompt(task, labels, Item("", dict.fromkeys(task.fields, "")))
        self.spec = Spec(model.name, made_of | {"parallel": model.parallel}, model.version)
        known_by = [made_of, model.version, example]
        self.fingerprint = hashlib.sha256(msgspec.json.encode(known_by, order="sorted")).hexdigest()
        self.pinned = model.pinned
        self.task = task.name
        self.labels = labels
        self.model = model
        self.unparsed = 0  # replies so far in which no answer was found
        self._task = task

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        """The model's answers; `unparsed` where there is none in its reply."""
        asked = [
            Question(prompt(self._task, self.labels, item), f"the item {shown(item.id)}") for item in items
        ]
        answers = [
            None if reply.refused else parse_answer(reply.text, self._task, self.labels)
            for reply in self.model.ask(asked)
        ]
        self.unparsed += answers.count(None)
        return [
            Prediction(item.id, UNPARSED if answer is None else answer)
            for item, answer in zip(items, answers, strict=True)
        ]


def load(name: str) -> OpenAiSystem:
    """Take the spec apart; nothing is asked yet."""
    model, options = load_model(name, "system", ("task", "labels"))
    return OpenAiSystem(model, *task_and_labels(name, options))
