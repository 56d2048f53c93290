"""The bag-of-n-grams builder of the 2017 shared task: a linear classifier in vowpal wabbit, n <= 3.

The organisers' flags are not recorded; these are ours: hashed n-grams of the lowercased tokens, logistic
loss, online adaptive updates, a few passes in a seeded order. It is not known whether they trained on
sentences or on phrases too: that is the choice of the corpus here.

Vowpal wabbit's own model files are never kept nor read: they hold options, which it obeys, also those that
name files to write. A trained system is saved as its weights alone.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
import numpy as np

from zellig.items import Item, Prediction
from zellig.performers import Evidence, Spec
from zellig.systems.card import Card, Point, labels_of
from zellig.systems.explanation import TextPlace, weigh
from zellig.systems.settings import Count, Few, settings_of
from zellig.systems.training import Lesson
from zellig.systems.weights import WEIGHTS, Arrays, not_weights, read_arrays, write_arrays
from zellig.texts import origins, token_places, tokens

NAME = "bag-of-ngrams"
ROW = np.dtype([("index", "<u4"), ("weight", "<f4"), ("adaptive", "<f4"), ("normalised", "<f4")])


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of the builder."""

    order: Few = 3  # longest n-gram
    passes: Count = 4  # with development items, the best of them is kept
    bits: Annotated[int, msgspec.Meta(ge=1, le=24)] = 22  # 2 to this power buckets for hashed n-grams


class BagOfNgrams:
    """A trained classifier over any closed set of labels."""

    Config = Settings
    probabilities = True

    def __init__(self, spec: Spec, labels: Sequence[str], weights: Arrays) -> None:
        self.spec = spec
        self.labels = labels  # vowpal wabbit numbers them from 1 in this order
        self._weights = weights
        self._workspace = _workspace(len(labels), settings_of(spec, Settings))
        for place, weight in zip(weights["index"].tolist(), weights["weight"].tolist(), strict=True):
            self._workspace.set_weight(place, 0, weight)

    @classmethod
    def train(cls, lesson: Lesson, config: Settings) -> BagOfNgrams:
        """Learn from the items with one accepted answer."""
        labels = lesson.labels
        learner = _workspace(len(labels), config)
        head = len(_model_file(learner))  # of a model without weights
        examples = [
            f"{labels.index(item.accepted[0]) + 1} {_features(item)}"
            for item in lesson.train
            if len(item.accepted) == 1
        ]
        best: Arrays = {}
        generator = random.Random(lesson.seed)  # noqa: S311  (an order of examples, not a secret)
        for done in range(1, config.passes + 1):
            generator.shuffle(examples)
            for example in examples:
                learner.learn(example)
            lesson.progress("bag-of-ngrams learns", done, config.passes)
            before = max((point.accuracy for point in lesson.curve), default=-1.0)
            if lesson.dev:
                lesson.curve.append(Point(done, _accuracy(learner, labels, lesson.dev)))
            if not lesson.dev or lesson.curve[-1].accuracy > before:
                best = _weights_in(learner, head)
        return cls(Spec(NAME, msgspec.to_builtins(config) | {"seed": lesson.seed}), labels, best)

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        """The most probable label of each item, with all probabilities."""
        return [_prediction(self._workspace, self.labels, item) for item in items]

    def explain(self, items: Sequence[Item]) -> list[Evidence]:
        """What the n-grams add to the log-odds of the answer, each spread evenly over its tokens.

        The log-odds are those of the answer's own classifier (the answer against all others), which is
        linear: the weights of an item and the label's constant sum to them.
        """
        found = []
        for item, prediction in zip(items, self.predict(items), strict=True):
            weights = self._weights_of(item, self.labels.index(str(prediction.answer)))
            places, occurrences = _n_grams(item, settings_of(self.spec, Settings).order)
            shares = [0.0] * len(places)
            for weight, words in zip(weights, occurrences, strict=True):
                for word in words:
                    shares[word] += weight / len(words)
            found.append(Evidence(item.id, prediction.answer, "weights", weigh(places, shares)))
        return found

    def _weights_of(self, item: Item, label: int) -> list[float]:
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
        """Write the weights."""
        write_arrays(folder / WEIGHTS, self._weights)

    @classmethod
    def load(cls, folder: Path, card: Card) -> BagOfNgrams:
        """Read a saved system again."""
        labels, settings = labels_of(card), settings_of(card.spec, Settings)
        found = read_arrays(folder / WEIGHTS, {"index": (np.uint32, 1), "weight": (np.float32, 1)})
        index, weight = found["index"], found["weight"]
        if len(index) != len(weight) or (index >= 2**settings.bits).any():
            raise not_weights(folder / WEIGHTS, "their places do not match the card")
        return cls(card.spec, labels, found)


def _accuracy(workspace: Any, labels: Sequence[str], items: Sequence[Item]) -> float:
    right = sum(_prediction(workspace, labels, item).answer in item.accepted for item in items)
    return round(right / len(items), 6)


def _prediction(workspace: Any, labels: Sequence[str], item: Item) -> Prediction:
    scores = workspace.predict(_features(item))
    probabilities = {label: round(float(score), 6) for label, score in zip(labels, scores, strict=True)}
    return Prediction(item.id, max(probabilities, key=lambda label: probabilities[label]), probabilities)


def _workspace(labels: int, settings: Settings) -> Any:
    """Vowpal wabbit with no weights yet; nothing but checked numbers gets into its options."""
    import vowpalwabbit

    options = {"oaa": labels, "bit_precision": settings.bits, "ngram": settings.order}
    words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    return vowpalwabbit.Workspace(
        arg_list=["--quiet", "--loss_function", "logistic", "--probabilities", *words]
    )


def _weights_in(workspace: Any, head: int) -> Arrays:
    """The weights that are not zero and where they stand; what only learning needs is left out."""
    rows = np.frombuffer(_model_file(workspace), ROW, offset=head)
    weights = [workspace.get_weight(index, 0) for index in rows["index"].tolist()]
    if rows["weight"].tolist() != weights:
        raise RuntimeError("this vowpal wabbit writes its models in a way that is not known")
    return {"index": rows["index"].copy(), "weight": rows["weight"].copy()}


def _model_file(workspace: Any) -> bytes:
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "model"
        workspace.save(str(path))
        return path.read_bytes()


def _features(item: Item) -> str:
    """One namespace a field; `|` and `:` mean something to vowpal wabbit and are spelt out."""
    namespaces = (
        f"|{name} {' '.join(tokens(text.lower())).replace('|', 'BAR').replace(':', 'COLON')}"
        for name, text in item.fields.items()
    )
    return " ".join(namespaces)


def _n_grams(item: Item, order: int) -> tuple[list[TextPlace], list[range]]:
    """Where an item's tokens stand, and the numbers of the tokens of each n-gram, in vowpal wabbit's order.

    To vowpal wabbit, fields whose names begin alike are one text.
    """
    spaces: dict[bytes, list[TextPlace]] = {}
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
