"""The bag-of-n-grams builder of the 2017 shared task: a linear classifier in vowpal wabbit, n <= 3.

The organisers' flags are not recorded; these are ours: hashed n-grams of the lowercased tokens, logistic
loss, online adaptive updates, a few passes in a seeded order.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from zellig.errors import ZelligError
from zellig.files import reading, write_text, write_whole
from zellig.items import Item, Prediction
from zellig.performers import Spec
from zellig.systems.loading import CARD
from zellig.texts import tokens

MODEL = "model.vw"
BITS = 22
PASSES = 4


class BagOfNgrams:
    """A trained classifier over any closed set of labels."""

    def __init__(self, spec: Spec, workspace: Any) -> None:
        self.spec = spec
        self._workspace = workspace

    @cached_property
    def labels(self) -> list[str]:
        """The labels seen in training; vowpal wabbit numbers them from 1 in this order."""
        return list(self.spec.params["labels"])

    @classmethod
    def train(
        cls,
        items: Sequence[Item],
        order: int = 3,
        seed: int = 2017,
        progress: Callable[[int, int], None] = lambda done, total: None,
    ) -> BagOfNgrams:
        """Learn from items with one accepted answer each; `progress` hears of every pass."""
        answered = [item for item in items if len(item.accepted) == 1]
        labels = sorted({item.accepted[0] for item in answered})
        if len(labels) < 2:
            raise ZelligError(
                f"there are {len(labels)} different labels among {len(answered)} training items",
                remedy="Train on a corpus with at least two labels.",
            )
        spec = Spec("bag-of-ngrams", {"order": order, "passes": PASSES, "seed": seed, "labels": labels})
        workspace = _workspace(spec)
        examples = [f"{labels.index(item.accepted[0]) + 1} {_features(item)}" for item in answered]
        generator = random.Random(seed)  # noqa: S311  (an order of examples, not a secret)
        for done in range(1, PASSES + 1):
            generator.shuffle(examples)
            for example in examples:
                workspace.learn(example)
            progress(done, PASSES)
        return cls(spec, workspace)

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
        """Write the model, then its card; a folder without the card is not a system."""
        with tempfile.TemporaryDirectory() as scratch:
            own = Path(scratch) / MODEL
            self._workspace.save(str(own))
            with write_whole(folder / MODEL) as file:
                file.write(own.read_bytes())
        write_text(folder / CARD, msgspec.json.encode(self.spec).decode() + "\n")

    @classmethod
    def load(cls, folder: Path) -> BagOfNgrams:
        """Read a saved system again."""
        with reading(folder / CARD):
            spec = msgspec.json.decode((folder / CARD).read_bytes(), type=Spec)
        with reading(folder / MODEL):
            (folder / MODEL).open("rb").close()
        try:
            return cls(spec, _workspace(spec, folder / MODEL))
        except RuntimeError as error:
            raise ZelligError(
                f"vowpal wabbit cannot read it ({error})",
                path=folder / MODEL,
                remedy="Train the system again.",
            ) from None


def _workspace(spec: Spec, model: Path | None = None) -> Any:
    import vowpalwabbit

    # A saved model keeps its features and labels, but not that we want probabilities.
    arguments = ["--quiet", "--loss_function", "logistic", "--probabilities"]
    if model is not None:
        arguments += ["--initial_regressor", str(model)]
    else:
        arguments += ["--oaa", str(len(spec.params["labels"])), "--bit_precision", str(BITS)]
        arguments += ["--ngram", str(spec.params["order"])]
    return vowpalwabbit.Workspace(arg_list=arguments)


def _features(item: Item) -> str:
    """One namespace a field; `|` and `:` mean something to vowpal wabbit and are spelt out."""
    namespaces = (
        f"|{name} {' '.join(tokens(text.lower())).replace('|', 'BAR').replace(':', 'COLON')}"
        for name, text in item.fields.items()
    )
    return " ".join(namespaces)
