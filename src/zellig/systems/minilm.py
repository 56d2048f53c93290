"""MiniLM (Wang et al. 2020) fine-tuned: a small pretrained transformer for one text or for two.

The weights are the six-layer sentence encoder of the resource `minilm`. A classifier is put on top of its
first token, and everything but the table of word vectors is trained (half of the weights, of which a text
needs a few rows): AdamW, the learning rate rising over the first steps and then falling to zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import msgspec
import torch

from zellig.errors import ZelligError
from zellig.items import Item
from zellig.performers import Spec
from zellig.resources import resource_path
from zellig.systems.card import Card, labels_of
from zellig.systems.encoder import Encoder, EncoderSystem, fields_to_read
from zellig.systems.neural import Example, Schedule, accuracy_of, examples_of, fit, loss_of
from zellig.systems.settings import Count, Positive
from zellig.systems.training import Lesson
from zellig.tasks import get_task

NAME = "minilm"
WARM_UP = 0.06  # share of the steps in which the learning rate rises


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of the builder."""

    epochs: Count = 1
    batch: Count = 32
    rate: Positive = 8e-5
    look_every: Count = 400
    patience: Count = 99


class MiniLm(EncoderSystem):
    """A fine-tuned encoder."""

    Config = Settings

    @classmethod
    def train(cls, lesson: Lesson, config: Settings) -> MiniLm:
        """Fine-tune on the items with one accepted answer."""
        labels, fields = lesson.labels, fields_to_read(NAME, lesson.task)
        torch.manual_seed(lesson.seed)
        encoder = Encoder.untrained(resource_path("minilm"), len(labels))
        encoder.network.get_input_embeddings().requires_grad_(False)
        train = _examples(encoder, lesson.train, fields, labels)
        dev = _examples(encoder, lesson.dev, fields, labels)
        steps = config.epochs * -(-len(train) // config.batch)
        learnt = [each for each in encoder.parameters() if each.requires_grad]
        optimiser = torch.optim.AdamW(learnt, lr=config.rate / max(1, WARM_UP * steps), weight_decay=0.01)
        fit(
            encoder,
            [optimiser],
            train,
            lesson,
            Schedule(config.epochs, config.batch, config.look_every, config.patience),
            loss=partial(loss_of, encoder),
            accuracy=partial(accuracy_of, encoder, dev) if dev else None,
            after_update=partial(_next_rate, optimiser, config.rate, steps),
            name=NAME,
        )
        spec = Spec(NAME, msgspec.to_builtins(config) | {"seed": lesson.seed})
        return cls(spec, fields, labels, encoder)

    def save(self, folder: Path) -> None:
        """Write a transformers folder."""
        config = self._encoder.network.config
        config.id2label = dict(enumerate(self.labels))
        config.label2id = {label: number for number, label in enumerate(self.labels)}
        self._encoder.save(folder)

    @classmethod
    def load(cls, folder: Path, card: Card) -> MiniLm:
        """Read a saved system again."""
        fields, labels = fields_to_read(NAME, get_task(card.task)), labels_of(card)
        encoder = Encoder.load(folder)
        if encoder.network.config.num_labels != len(labels):
            what = f"it has {encoder.network.config.num_labels} classes, and {len(labels)} labels in its card"
            raise ZelligError(what, path=folder, remedy="Train the system again.")
        return cls(card.spec, fields, labels, encoder)


def _examples(
    encoder: Encoder, items: Sequence[Item], fields: Sequence[str], labels: Sequence[str]
) -> list[Example]:
    encoded = {id(item): each for item, each in zip(items, encoder.read(items, fields), strict=True)}
    return examples_of(items, labels, lambda item: encoded[id(item)])


def _next_rate(optimiser: torch.optim.AdamW, highest: float, steps: int) -> None:
    """Set the learning rate of the next step; the optimiser counts the steps, also across a stop."""
    done = int(next(iter(optimiser.state.values()))["step"])
    rising, falling = (done + 1) / (WARM_UP * steps), (steps - done) / ((1 - WARM_UP) * steps)
    for group in optimiser.param_groups:
        group["lr"] = highest * min(rising, falling, 1.0)
