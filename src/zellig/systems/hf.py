"""`hf:FOLDER?task=TASK`: a classifier in the folder format of transformers, on this disk.

Its classes are matched with the task's labels by their names (`id2label` in `config.json`); where those say
nothing (`LABEL_0`), `labels=` gives the task's label of every class, in the order of the classes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import msgspec

from zellig.errors import ZelligError
from zellig.files import sha256_of
from zellig.performers import Spec
from zellig.systems.encoder import Encoder, EncoderSystem, fields_to_read
from zellig.systems.options import split_options, task_and_labels
from zellig.tasks import Task

PREFIX = "hf:"


class TransformersFolder(EncoderSystem):
    """The classifier of a folder."""

    pinned = True

    def __init__(
        self, folder: Path, task: Task, fields: Sequence[str], labels: Sequence[str], encoder: Encoder
    ) -> None:
        made_of = [task.name, *labels, sha256_of(folder)]
        self.fingerprint = hashlib.sha256(msgspec.json.encode(made_of)).hexdigest()
        self.task = task.name
        params = {"folder": str(folder), "task": task.name, "labels": list(labels)}
        spec = Spec(folder.resolve().name, params, self.fingerprint[:12])
        super().__init__(spec, fields, labels, encoder)


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
    encoder = Encoder.load(folder)
    classes = list(encoder.network.config.id2label.values())
    if not all(isinstance(each, str) for each in classes):
        raise ZelligError(
            "the names of its classes are not texts", path=folder, remedy="Correct id2label in config.json."
        )
    labels = wanted if "labels" in options else [_label(task, each) for each in classes]
    if len(labels) != len(classes) or len(set(labels)) != len(labels):
        raise ZelligError(
            f"it has the classes {', '.join(classes)}, and they were to be {', '.join(labels)}",
            path=folder,
            remedy="Give one label for each class: hf:FOLDER?task=TASK&labels=A,B,...",
        )
    return TransformersFolder(folder, task, fields, labels, encoder)


def _label(task: Task, name: str) -> str:
    """The task's label of a class that is named like it, or by its word."""
    spellings = {word.casefold(): label for label, word in task.words.items()}
    spellings |= {label.casefold(): label for label in task.labels}
    if name.casefold() not in spellings:
        raise ZelligError(
            f"the class {name!r} is not a label of the task {task.name} ({', '.join(task.labels)})",
            remedy="Give the label of each class, in their order: hf:FOLDER?task=TASK&labels=A,B,...",
        )
    return spellings[name.casefold()]
