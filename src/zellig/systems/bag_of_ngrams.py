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
from zellig.performers import Evidence, Spec
from zellig.systems.card import Card, Point
from zellig.systems.explanation import Place, weigh
from zellig.systems.training import Lesson
from zellig.texts import origins, token_places, tokens

NAME = "bag-of-ngrams"
MODEL = "model.vw"


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of the builder."""

    order: int = 3  # longest n-gram
    passes: int = 4  # with development items, the best of them is kept
    bits: int = 22  # 2 to this power buckets for hashed n-grams


class BagOfNgrams:
    """A trained classifier over any closed set of labels."""

    Config = Settings
    probabilities = True

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
        system = cls(Spec(NAME, msgspec.to_builtins(config) | {"seed": lesson.seed}), labels, workspace)
        best, best_model = -1.0, b""
        generator = random.Random(lesson.seed)  # noqa: S311  (an order of examples, not a secret)
        for done in range(1, config.passes + 1):
            generator.shuffle(examples)
            for example in examples:
                workspace.learn(example)
            lesson.progress("bag-of-ngrams learns", done, config.passes)
            if lesson.dev:
                lesson.curve.append(Point(done, system._accuracy(lesson.dev)))
                if lesson.curve[-1].accuracy > best:
                    best, best_model = lesson.curve[-1].accuracy, system._model()
        if best_model:
            system._workspace = _workspace_of(best_model)
        return system

    def _accuracy(self, items: Sequence[Item]) -> float:
        given = self.predict(items)
        right = sum(each.answer in item.accepted for each, item in zip(given, items, strict=True))
        return round(right / len(items), 6)

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        """The most probable label of each item, with all probabilities."""
        return [self._prediction(item) for item in items]

    def _prediction(self, item: Item) -> Prediction:
        scores = self._workspace.predict(_features(item))
        probabilities = {
            label: round(float(score), 6) for label, score in zip(self.labels, scores, strict=True)
        }
        return Prediction(item.id, max(probabilities, key=lambda label: probabilities[label]), probabilities)

    def explain(self, items: Sequence[Item]) -> list[Evidence]:
        """What the n-grams add to the log-odds of the answer, each spread evenly over its tokens.

        The log-odds are those of the answer's own classifier (the answer against all others), which is
        linear: the weights of an item and the label's constant sum to them.
        """
        found = []
        for item, prediction in zip(items, self.predict(items), strict=True):
            weights = self._weights(item, self.labels.index(str(prediction.answer)))
            places, occurrences = _n_grams(item, int(self.spec.params["order"]))
            shares = [0.0] * len(places)
            for weight, words in zip(weights, occurrences, strict=True):
                for word in words:
                    shares[word] += weight / len(words)
            found.append(Evidence(item.id, prediction.answer, "weights", weigh(places, shares)))
        return found

    def _weights(self, item: Item, label: int) -> list[float]:
        """The weights of an item's n-grams for a label, in vowpal wabbit's order."""
        example = self._workspace.parse(_features(item))
        self._workspace.predict(example)  # an example that was not answered cannot be finished
        # The weights of one feature for all labels stand in a row; the table is a ring. The constant is last.
        size = self._workspace.num_weights()
        found = [
            value * self._workspace.get_weight((index + label) % size, 0)
            for index, value in example.iter_features()
        ]
        self._workspace.finish_example(example)
        return found[:-1]

    def save(self, folder: Path) -> None:
        """Write the model."""
        with write_whole(folder / MODEL) as file:
            file.write(self._model())

    def _model(self) -> bytes:
        with tempfile.TemporaryDirectory() as scratch:
            path = Path(scratch) / MODEL
            self._workspace.save(str(path))
            return path.read_bytes()

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


def _workspace_of(model: bytes) -> Any:
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / MODEL
        path.write_bytes(model)
        return _workspace(["--initial_regressor", path])


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


def _n_grams(item: Item, order: int) -> tuple[list[Place], list[range]]:
    """Where an item's tokens stand, and the numbers of the tokens of each n-gram, in vowpal wabbit's order.

    To vowpal wabbit, fields whose names begin alike are one text.
    """
    spaces: dict[bytes, list[Place]] = {}
    for name, text in item.fields.items():
        at = origins(text)
        places = [(name, at[start], at[end - 1] + 1) for start, end in token_places(text.lower())]
        spaces.setdefault(name.encode()[:1], []).extend(places)
    occurrences: list[range] = []
    first = 0
    for space in spaces.values():
        for n in range(1, order + 1):
            occurrences += [range(i, i + n) for i in range(first, first + len(space) - n + 1)]
        first += len(space)
    return [place for space in spaces.values() for place in space], occurrences
