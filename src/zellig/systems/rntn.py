"""The recursive neural tensor network (Socher et al. 2013), trained on the treebank's own labelled trees.

Every word has a vector. A phrase with the parts a and b, h = [a; b], has the vector

    p = tanh(h' V h + W [h; 1])

with one tensor V and one matrix W for all phrases. One softmax gives every node of the tree, words included,
one of the treebank's five classes; the loss is the sum of the cross-entropies of all nodes, and L2.

Where the paper and CoreNLP's code differ: in the code the vector of a word goes through tanh too, and we
follow the code. It also forgets the sums of AdaGrad after every epoch, which we do not need (see below). The
code keeps capitals, and starts both halves of W from the identity; we lowercase, and start from half of the
identity, so that a phrase is at first the mean of its parts and the vectors of deep trees do not saturate.

What we do otherwise, because it is better on dev and takes minutes, not hours:

- Adam in place of AdaGrad, and the tensor learns more slowly than the rest. Each of its outputs adds up
  4 d^2 products, so steps of the common size throw it about: dev accuracy then stays below 80%.
- The code draws word vectors from +-0.001, we from +-0.01, with dropout on top.
- The weights that answer are a moving average of those that learn.
- There is no vector for rare words. That of unknown words stays near zero: only L2 ever moves it.

The answer is the label with the largest sum of the probabilities of its classes at the root, e.g. of 3 and 4
for +1; classes of labels that were not trained (neutral, in binary sentiment) do not count.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, cast

import msgspec
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel

from zellig.corpora.sst import TERNARY, TreeError, parse_tree, plain, unlabelled
from zellig.errors import ZelligError
from zellig.items import Item, Prediction
from zellig.performers import Span, Spec
from zellig.systems.explanation import TextPlace, weigh
from zellig.systems.gradients import attribute
from zellig.systems.neural import (
    PREDICT_BATCH,
    Example,
    Schedule,
    accuracy_of,
    examples_of,
    fit,
    most_common,
    predictions_of,
)
from zellig.systems.settings import Count, Fraction, NotNegative, Positive, Size
from zellig.systems.training import Lesson
from zellig.systems.trees import Tree, parse_trees, read_brackets, treebank_words
from zellig.systems.vocabulary_network import VocabularyNetwork

NAME = "rntn"
CLASSES = len(TERNARY)
UNKNOWN, WORDS = 0, 1  # numbers in the table of word vectors; words start at 1
LONGEST = 400  # words: a longer text is cut
BLANK = " "  # the only, and unknown, word of a text without words
NO_CLASS = -100  # of a node that has no gold label; cross_entropy passes it over

TENSOR_RATE = 0.06  # how fast the tensor learns, compared with the rest
KEPT = 0.998  # of the moving average, in every update


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of the builder; size and batch are within the paper's best ranges."""

    size: Size = 30  # of the vectors of words and phrases
    dropout: Fraction = 0.2
    l2: NotNegative = 0.0001
    rate: Positive = 0.001
    batch: Count = 27
    epochs: Count = 14
    look_every: Count = 128
    patience: Count = 12


@dataclass(frozen=True)
class Reading:
    """A tree in numbers: of its words, and the two parts (a word has none), height, class of every node."""

    words: NDArray[np.int64]
    parts: NDArray[np.int64]
    heights: NDArray[np.int64]
    classes: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.words)


class Forest:
    """Several trees with their nodes in order of height, so that a level is composed in one operation."""

    def __init__(self, trees: Sequence[Reading]) -> None:
        ends = np.cumsum([len(tree.heights) for tree in trees])
        starts = ends - [len(tree.heights) for tree in trees]
        heights = np.concatenate([tree.heights for tree in trees])
        parts = np.concatenate([tree.parts + start for tree, start in zip(trees, starts, strict=True)])
        order = np.argsort(heights, kind="stable")
        place = np.empty_like(order)
        place[order] = np.arange(len(order))
        _, *levels = np.split(place[parts[order]], np.cumsum(np.bincount(heights))[:-1])
        self.words = torch.from_numpy(np.concatenate([tree.words for tree in trees]))
        self.levels = [torch.from_numpy(level) for level in levels]  # where the two parts of each node are
        self.classes = torch.from_numpy(np.concatenate([tree.classes for tree in trees])[order])
        self.roots = torch.from_numpy(place[ends - 1])


class Network(nn.Module):
    """Word vectors, the tensor and the matrix that compose, the classifier."""

    def __init__(self, words: int, settings: Settings) -> None:
        super().__init__()
        size = settings.size
        self.vectors = nn.Embedding(words + WORDS, size)
        self.dropout = nn.Dropout(settings.dropout)
        self.tensor = nn.Parameter(torch.empty(2 * size, size * 2 * size))
        self.matrix = nn.Linear(2 * size, size)
        self.classifier = nn.Linear(size, CLASSES)
        nn.init.uniform_(self.vectors.weight, -0.01, 0.01)
        nn.init.uniform_(self.tensor, -0.001, 0.001)
        nn.init.uniform_(self.matrix.weight, -0.5 / math.sqrt(size), 0.5 / math.sqrt(size))
        nn.init.uniform_(self.classifier.weight, -1 / math.sqrt(size), 1 / math.sqrt(size))
        nn.init.zeros_(self.matrix.bias)
        nn.init.zeros_(self.classifier.bias)
        with torch.no_grad():
            self.matrix.weight += 0.5 * torch.eye(size).repeat(1, 2)

    def forward(self, forest: Forest) -> Tensor:
        """Scores of the classes at every node."""
        return self.score(forest, self.vectors(forest.words))

    def score(self, forest: Forest, vectors: Tensor) -> Tensor:
        """The same, from the vectors of the words."""
        nodes = torch.tanh(self.dropout(vectors))
        for level in forest.levels:
            nodes = torch.cat([nodes, self.compose(nodes[level].flatten(1))])
        scores: Tensor = self.classifier(nodes)
        return scores

    def compose(self, both: Tensor) -> Tensor:
        """The vectors of phrases from those of their two parts (phrases x 2 size)."""
        count, width = both.shape
        products = (both @ self.tensor).view(count, -1, width) @ both.unsqueeze(2)
        return torch.tanh(products.squeeze(2) + self.matrix(both))


class Rntn(VocabularyNetwork):
    """A trained network."""

    Config = Settings
    first_word = WORDS

    def __init__(self, spec: Spec, labels: Sequence[str], words: Sequence[str], net: Network) -> None:
        super().__init__(spec, labels, words, net)
        self._class_to_label = torch.tensor(
            [[float(label == meant) for label in labels] for meant in TERNARY.values()]
        )

    @staticmethod
    def network(words: int, labels: int, settings: Settings) -> Network:
        """It has classes of its own, whatever the labels."""
        return Network(words, settings)

    @classmethod
    def train(cls, lesson: Lesson, config: Settings) -> Rntn:
        """Train on trees; refuses items without one."""
        labels = lesson.labels
        if not set(labels) <= set(TERNARY.values()):
            raise ZelligError(
                f"{NAME} learns sentiment, and {lesson.task.name} is another task",
                remedy="Train it on the treebank (sst:FOLDER:train).",
            )
        gold = [gold_tree(item) for item in lesson.train]
        words = most_common(Counter(word.lower() for tree, _ in gold for word in tree.words))
        torch.manual_seed(lesson.seed)
        learner = Network(len(words), config)
        average = AveragedModel(learner, avg_fn=_moved)
        spec = Spec(NAME, msgspec.to_builtins(config) | {"seed": lesson.seed})
        system = cls(spec, labels, words, cast(Network, average.module))
        held_out = examples_of(lesson.dev, labels, lambda item: item)
        readings = system._readings([item for item, _ in held_out])
        dev = [(reading, label) for reading, (_, label) in zip(readings, held_out, strict=True)]
        fit(
            nn.ModuleDict({"learner": learner, "average": average}),
            [_optimiser(learner, config)],
            [(system._read(tree, classes), classes[-1]) for tree, classes in gold],
            lesson,
            Schedule(config.epochs, config.batch, config.look_every, config.patience),
            loss=partial(loss_of_nodes, learner, config.l2),
            accuracy=partial(accuracy_of, system._probabilities, dev) if dev else None,
            after_update=lambda: average.update_parameters(learner),
            name=NAME,
        )
        return system

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        """The most probable label of each item."""
        found: list[Prediction] = []
        for start in range(0, len(items), PREDICT_BATCH):
            batch = items[start : start + PREDICT_BATCH]
            with torch.no_grad():
                found += predictions_of(batch, self.labels, self._probabilities(self._readings(batch)))
        return found

    def spans(self, item: Item, answer: str) -> tuple[Span, ...]:
        """Integrated gradients, from words whose vectors are zero."""
        tree = own_tree(item) or next(parse_trees([self._cut(item)]))
        reading = self._read(tree)
        vectors = self._net.vectors(torch.from_numpy(reading.words))
        scores = partial(self._log_probabilities, reading)
        weights = attribute(scores, vectors, self.labels.index(answer))
        return weigh(*_placed(item, tree.words, weights))

    def _log_probabilities(self, tree: Reading, vectors: Tensor) -> Tensor:
        """Of the labels, for several copies of a tree with other vectors of its words."""
        forest = Forest([tree] * len(vectors))
        scores = self._net.score(forest, vectors.flatten(0, 1))[forest.roots]
        found: Tensor = (scores.softmax(1) @ self._class_to_label).log()
        return found

    def _probabilities(self, trees: Sequence[Reading]) -> Tensor:
        """Of the labels, at the roots."""
        forest = Forest(trees)
        sums = self._net(forest)[forest.roots].softmax(1) @ self._class_to_label
        probabilities: Tensor = sums / sums.sum(1, keepdim=True)
        return probabilities

    def _readings(self, items: Sequence[Item]) -> list[Reading]:
        """The items' own trees where they have one, parses for the others."""
        trees = [own_tree(item) for item in items]
        parses = parse_trees(self._cut(item) for item, tree in zip(items, trees, strict=True) if tree is None)
        return [self._read(tree or next(parses)) for tree in trees]

    def _cut(self, item: Item) -> list[str]:
        """The words of an item; what stands between spaces and is a known word stays whole."""
        words = (
            word
            for chunk in text_of(item).split()
            for word in ([chunk] if chunk.lower() in self._numbers else treebank_words(chunk))
        )
        return list(islice(words, LONGEST)) or [BLANK]

    def _read(self, tree: Tree, classes: Sequence[int] | None = None) -> Reading:
        size = len(tree.words)
        nodes = size + len(tree.joins)
        parts = np.zeros((nodes, 2), dtype=np.int64)
        parts[size:] = np.array(tree.joins, dtype=np.int64).reshape(-1, 2)
        return Reading(
            np.array([self._numbers.get(word.lower(), UNKNOWN) for word in tree.words]),
            parts,
            np.array(tree.heights()),
            np.full(nodes, NO_CLASS) if classes is None else np.array(classes),
        )


def loss_of_nodes(net: Network, l2: float, batch: Sequence[Example]) -> Tensor:
    """Cross-entropies of all nodes of a tree, on average over the trees, and L2."""
    forest = Forest([tree for tree, _ in batch])
    wrong = nn.functional.cross_entropy(net(forest), forest.classes, reduction="sum") / len(batch)
    weights = (net.tensor, net.matrix.weight, net.classifier.weight, net.vectors.weight)
    return wrong + l2 / 2 * sum(weight.square().sum() for weight in weights)


def _optimiser(net: Network, settings: Settings) -> torch.optim.Optimizer:
    rest = [parameter for name, parameter in net.named_parameters() if name != "tensor"]
    groups: list[dict[str, Any]] = [
        {"params": rest},
        {"params": [net.tensor], "lr": settings.rate * TENSOR_RATE},
    ]
    return torch.optim.Adam(groups, lr=settings.rate)


def _moved(average: Tensor, current: Tensor, updates: Tensor | int) -> Tensor:
    """The moving average, which keeps less at the beginning."""
    kept = min(KEPT, (1 + int(updates)) / (10 + int(updates)))
    return kept * average + (1 - kept) * current


def gold_tree(item: Item) -> tuple[Tree, list[int]]:
    """A tree to learn from and the classes of its nodes; refuses an item without one."""
    brackets = str(item.metadata.get("gold_tree", ""))
    tree = _tree_of(item, unlabelled(brackets))
    try:
        _, nodes = parse_tree(brackets)
    except TreeError:
        nodes = []
    if tree is None or not nodes:
        raise ZelligError(
            f"the item {item.id!r} has no labelled tree of its text",
            field="metadata.gold_tree",
            remedy="Train on the treebank (sst:FOLDER:train), or give the item a tree such as "
            "(3 (2 Quite) (4 lovely)).",
        )
    classes = {(node.first, node.last): int(node.label) for node in reversed(nodes)}
    return tree, [classes.get(span, NO_CLASS) for span in tree.spans()]


def own_tree(item: Item) -> Tree | None:
    """The tree an item carries, if it is one of its text, which may have been changed since."""
    tree = _tree_of(item, str(item.metadata.get("tree", "")))
    return tree if tree and len(tree.words) <= LONGEST else None


def _placed(
    item: Item, words: Sequence[str], weights: Sequence[float]
) -> tuple[list[TextPlace], list[float]]:
    """Where the words stand in the text; one that is spelt otherwise there has no place and no weight."""
    ((name, text),) = item.fields.items()  # sentiment has one field
    places: list[TextPlace] = []
    kept, at = [], 0
    for word, weight in zip(words, weights, strict=True):
        start = text.find(word, at)
        if start >= 0 and word != BLANK:
            at = start + len(word)
            places.append((name, start, at))
            kept.append(weight)
    return places, kept


def text_of(item: Item) -> str:
    """All fields."""
    return " ".join(item.fields.values())


def _tree_of(item: Item, brackets: str) -> Tree | None:
    tree = read_brackets(brackets)
    if tree is None:
        return None
    words = [plain(word) for word in tree.words]
    return Tree(words, tree.joins) if " ".join(words).split() == text_of(item).split() else None
