"""A language model that was never trained for the task: the label whose words it finds most probable.

It is ready as it is, `lm-zero-shot?task=nli`; training it notes the corpus's task and labels, nothing else.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np

from zellig.errors import ZelligError
from zellig.items import Item, Prediction
from zellig.language.language_model import load_language_model
from zellig.performers import Spec
from zellig.resources import find
from zellig.systems.card import Card
from zellig.systems.options import split_options, task_and_labels
from zellig.systems.training import Lesson
from zellig.systems.zero_shot_wording import wording
from zellig.tasks import Task, get_task

NAME = "lm-zero-shot"


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """There is nothing to set."""


class LmZeroShot:
    """The language model, and how it is asked."""

    Config = Settings
    probabilities = True

    def __init__(self, spec: Spec, task: Task, labels: Sequence[str]) -> None:
        if len(labels) < 2:
            raise ZelligError(
                f"{NAME} chooses among labels, and there are {len(labels)} in {task.name}",
                remedy="Choose a task with labels: sentiment, nli, real-or-fake.",
            )
        self.spec, self.task, self.labels = spec, task.name, labels
        self._wording = wording(task, labels)
        said = [self._wording.template, self._wording.words]
        made_of = [NAME, find("smollm2").sha256, task.name, list(labels), *said]
        self.fingerprint = hashlib.sha256(msgspec.json.encode(made_of)).hexdigest()

    @classmethod
    def ready(cls, name: str) -> LmZeroShot:
        """The system of a name such as `lm-zero-shot?task=nli`."""
        _, options = split_options(name, ("task", "labels"))
        task, labels = task_and_labels(name, options)
        return cls(Spec(NAME, {"task": task.name, "labels": list(labels)}), task, labels)

    @classmethod
    def train(cls, lesson: Lesson, config: Settings) -> LmZeroShot:
        """Learn nothing but which labels there are."""
        return cls(Spec(NAME, {"seed": lesson.seed}), lesson.task, lesson.labels)

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        """The label with the most probable words, with its share of the probability of all of them."""
        texts = [self._wording.text(item) for item in items]
        scores = load_language_model().log_probabilities(texts, self._wording.words)
        odds = np.exp(scores - scores.max(axis=1, keepdims=True, initial=-np.inf))
        shares = np.round(odds / odds.sum(axis=1, keepdims=True), 6).tolist()
        return [
            Prediction(item.id, self.labels[row.index(max(row))], dict(zip(self.labels, row, strict=True)))
            for item, row in zip(items, shares, strict=True)
        ]

    def save(self, folder: Path) -> None:
        """Write nothing: the card says it all, and the weights are a resource."""

    @classmethod
    def load(cls, folder: Path, card: Card) -> LmZeroShot:
        """The same again."""
        return cls(card.spec, get_task(card.task), card.labels)
