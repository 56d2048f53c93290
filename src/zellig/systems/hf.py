"""`hf:FOLDER?task=TASK`: a classifier in the folder format of transformers, on this disk.

What its classes mean is understood from their names (`id2label` in `config.json`) and said; `labels=` gives
the task's label of every class, in the order of the classes. Classes that mean the same are one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import msgspec
import torch
from torch import Tensor

from zellig.errors import ZelligError
from zellig.files import sha256_of
from zellig.performers import Spec
from zellig.systems.encoder import Encoder, EncoderSystem, fields_to_read
from zellig.systems.options import split_options, task_and_labels
from zellig.systems.their_labels import say, understood
from zellig.tasks import Task

PREFIX = "hf:"
REMEDY = "Give the label of each class, in their order: hf:FOLDER?task=TASK&labels=A,B,..."


class Grouped(Encoder):
    """An encoder with a score for each group of classes: that of the sum of their probabilities."""

    groups: Sequence[list[int]]

    def score(self, given: dict[str, Tensor]) -> Tensor:
        """Scores of the groups."""
        scores = super().score(given)
        return torch.stack([scores[:, group].logsumexp(1) for group in self.groups], 1)


class TransformersFolder(EncoderSystem):
    """The classifier of a folder."""

    pinned = True

    def __init__(
        self, folder: Path, task: Task, fields: Sequence[str], labels: Sequence[str], encoder: Grouped
    ) -> None:
        encoder.groups = [
            [place for place, each in enumerate(labels) if each == label] for label in dict.fromkeys(labels)
        ]
        made_of = [task.name, *labels, sha256_of(folder)]
        self.fingerprint = hashlib.sha256(msgspec.json.encode(made_of)).hexdigest()
        self.task = task.name
        params = {"folder": str(folder), "task": task.name, "labels": list(labels)}
        spec = Spec(folder.resolve().name, params, self.fingerprint[:12])
        super().__init__(spec, fields, list(dict.fromkeys(labels)), encoder)


def load(name: str) -> TransformersFolder:
    """Load the folder; refuses one whose classes are not labels of the task."""
    path, options = split_options(name.removeprefix(PREFIX), ("task", "labels"))
    task, wanted = task_and_labels(name, options)
    fields = fields_to_read(PREFIX, task)
    folder = Path(path)
    if not (folder / "config.json").is_file():
        raise ZelligError(
            "there is no config.json here", path=folder, remedy="Give the folder of a transformers model."
        )
    encoder = Grouped.load(folder)
    classes = list(encoder.network.config.id2label.values())
    if not all(isinstance(each, str) for each in classes):
        raise ZelligError(
            "the names of its classes are not texts", path=folder, remedy="Correct id2label in config.json."
        )
    labels = wanted if "labels" in options else _understood(classes, task, folder)
    if len(labels) != len(classes) or len(set(labels)) < 2:
        raise ZelligError(
            f"it has the classes {', '.join(classes)}, and they were to be {', '.join(labels)}",
            path=folder,
            remedy=REMEDY,
        )
    return TransformersFolder(folder, task, fields, labels, encoder)


def _understood(classes: Sequence[str], task: Task, folder: Path) -> list[str]:
    """The task's label of each class, as its name is understood."""
    name = folder.resolve().name
    try:
        meaning = understood(classes, task, name, whole=True)
    except ZelligError as error:
        raise ZelligError(error.what, path=folder, remedy=REMEDY) from None
    say(meaning, task, name)
    return [str(meaning.answers[each]) for each in classes]
