"""The bag-of-n-grams builder of the 2017 shared task: a linear classifier in vowpal wabbit, n <= 3.

The organisers' flags are not recorded; these are ours: hashed n-grams of the lowercased tokens, logistic
loss, online adaptive updates, a few passes in a seeded order. It is not known whether they trained on
sentences or on phrases too: that is the choice of the corpus here.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from zellig.errors import ZelligError
from zellig.files import reading, write_whole
from zellig.items import Item, Prediction
from zellig.performers import Spec
from zellig.systems.card import Card
from zellig.systems.training import Lesson
from zellig.texts import tokens

NAME = "bag-of-ngrams"
MODEL = "model.vw"


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of the builder."""

    order: int = 3  # longest n-gram
    passes: int = 4
    bits: int = 22  # 2 to this power buckets for hashed n-grams


class BagOfNgrams:
    """A trained classifier over any closed set of labels."""

    Config = Settings

    def __init__(self, spec: Spec, labels: Sequence[str], workspace: Any) -> None:
        self.spec = spec
        self.labels = labels  # vowpal wabbit numbers them from 1 in this order
        self._workspace = workspace

    @classmethod
    def train(cls, lesson: Lesson, config: Settings) -> BagOfNgrams:
        """Learn from the items with one accepted answer."""
        labels = lesson.labels
        workspace = _workspace(
            ["--oaa", len(labels), "--bit_precision", config.bits, "--ngram", config.order]
        )
        examples = [
            f"{labels.index(item.accepted[0]) + 1} {_features(item)}"
            for item in lesson.train
            if len(item.accepted) == 1
        ]
        generator = random.Random(lesson.seed)  # noqa: S311  (an order of examples, not a secret)
        for done in range(1, config.passes + 1):
            generator.shuffle(examples)
            for example in examples:
                workspace.learn(example)
            lesson.progress("bag-of-ngrams learns", done, config.passes)
        return cls(Spec(NAME, msgspec.to_builtins(config) | {"seed": lesson.seed}), labels, workspace)

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        """The most probable label of each item, with all probabilities."""
        return [self._prediction(item) for item in items]

    def _prediction(self, item: Item) -> Prediction:
        scores = self._workspace.predict(_features(item))
        probabilities = {
            label: round(float(score), 6) for label, score in zip(self.labels, scores, strict=True)
        }
        return Prediction(item.id, max(probabilities, key=lambda label: probabilities[label]), probabilities)

    def save(self, folder: Path) -> None:
        """Write the model."""
        with tempfile.TemporaryDirectory() as scratch:
            own = Path(scratch) / MODEL
            self._workspace.save(str(own))
            with write_whole(folder / MODEL) as file:
                file.write(own.read_bytes())

    @classmethod
    def load(cls, folder: Path, card: Card) -> BagOfNgrams:
        """Read a saved system again."""
        with reading(folder / MODEL):
            (folder / MODEL).open("rb").close()
        try:
            return cls(card.spec, card.labels, _workspace(["--initial_regressor", folder / MODEL]))
        except RuntimeError as error:
            raise ZelligError(
                f"vowpal wabbit cannot read it ({error})",
                path=folder / MODEL,
                remedy="Train the system again.",
            ) from None


def _workspace(arguments: Sequence[object]) -> Any:
    import vowpalwabbit

    # A saved model keeps its features and labels, but not that we want probabilities.
    always = ["--quiet", "--loss_function", "logistic", "--probabilities"]
    return vowpalwabbit.Workspace(arg_list=[*always, *map(str, arguments)])


def _features(item: Item) -> str:
    """One namespace a field; `|` and `:` mean something to vowpal wabbit and are spelt out."""
    namespaces = (
        f"|{name} {' '.join(tokens(text.lower())).replace('|', 'BAR').replace(':', 'COLON')}"
        for name, text in item.fields.items()
    )
    return " ".join(namespaces)
