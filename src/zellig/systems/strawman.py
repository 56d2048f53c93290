"""Strawman (Cho 2017): five bag-of-n-grams networks whose probabilities are averaged.

Paper and released code disagree: the paper uses n-grams up to 2, the code's default is 3 (we follow the
paper); the paper trains on tokenised text as it is, the code tokenises with spaCy (we use the words of the
text); the code passes its layers in a way that current PyTorch rejects (we register ordinary layers). How
the five networks differ is not recorded: ours differ by seed only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import msgspec
import torch
from torch import Tensor, nn

from zellig.items import Item, Prediction
from zellig.performers import Span, Spec
from zellig.systems import neural
from zellig.systems.explanation import TextPlace, weigh
from zellig.systems.gradients import attribute
from zellig.systems.settings import Count, Few, Size, settings_of
from zellig.systems.training import Lesson
from zellig.systems.vocabulary_network import VocabularyNetwork
from zellig.texts import word_places

NAME = "strawman"


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of the builder; the defaults are the paper's."""

    networks: Few = 5
    order: Few = 2
    vocabulary: Count = 100_000
    width: Size = 100
    layers: Few = 2
    epochs: Count = 100
    batch: Count = 64
    look_every: Count = 1000
    patience: Count = 8


class Network(nn.Module):
    """The sum of the embeddings of the n-grams present, tanh layers, a score for each label."""

    def __init__(self, vocabulary: int, labels: int, settings: Settings) -> None:
        super().__init__()
        # Only rows of n-grams in the batch get a gradient: that makes training fast.
        self.embedding = nn.EmbeddingBag(vocabulary, settings.width, mode="sum", sparse=True)
        nn.init.normal_(self.embedding.weight, std=0.01)
        hidden: list[nn.Module] = []
        for _ in range(settings.layers):
            hidden += [nn.Linear(settings.width, settings.width), nn.Tanh()]
        self.layers = nn.Sequential(*hidden, nn.Linear(settings.width, labels))

    def forward(self, bags: Sequence[list[int]]) -> Tensor:
        flat = torch.tensor([number for bag in bags for number in bag], dtype=torch.long)
        starts = torch.tensor([0, *[len(bag) for bag in bags[:-1]]]).cumsum(0)
        scores: Tensor = self.layers(self.embedding(flat, starts))  # an empty bag sums to zero: bias only
        return scores


class Strawman(VocabularyNetwork):
    """A trained ensemble: its words are n-grams, its network is a list of networks."""

    Config = Settings

    def __init__(self, spec: Spec, labels: Sequence[str], grams: Sequence[str], nets: nn.ModuleList) -> None:
        super().__init__(spec, labels, grams, nets)
        self._order = settings_of(spec, Settings).order

    @staticmethod
    def network(words: int, labels: int, settings: Settings) -> nn.ModuleList:
        """So many networks."""
        return nn.ModuleList(Network(words, labels, settings) for _ in range(settings.networks))

    @classmethod
    def train(cls, lesson: Lesson, config: Settings) -> Strawman:
        """Train the networks one after the other, each from its own seed."""
        labels = lesson.labels
        counts = Counter(
            gram
            for item in lesson.train
            if item.accepted[0] in labels
            for gram in n_grams(item, config.order)
        )
        grams = neural.most_common(counts, config.vocabulary)
        spec = Spec(NAME, msgspec.to_builtins(config) | {"seed": lesson.seed})
        nets = nn.ModuleList()
        system = cls(spec, labels, grams, nets)
        train = neural.examples_of(lesson.train, labels, system._bag)
        dev = neural.examples_of(lesson.dev, labels, system._bag)
        schedule = neural.Schedule(config.epochs, config.batch, config.look_every, config.patience)
        for number in range(config.networks):
            own = replace(lesson, seed=lesson.seed * 10 + number, curve=[])
            torch.manual_seed(own.seed)
            net = Network(len(grams), len(labels), config)
            optimisers = [
                torch.optim.SparseAdam(net.embedding.parameters()),
                torch.optim.Adam(net.layers.parameters()),
            ]
            neural.fit(
                net,
                optimisers,
                train,
                own,
                schedule,
                loss=partial(neural.loss_of, net),
                accuracy=partial(neural.accuracy_of, net, dev) if dev else None,
                name=f"{NAME}-{number + 1}",
            )
            nets.append(net)
            lesson.curve.extend(own.curve)
        return system

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        """Average the networks' probabilities."""
        found: list[Prediction] = []
        for start in range(0, len(items), neural.PREDICT_BATCH):
            batch = items[start : start + neural.PREDICT_BATCH]
            bags = [self._bag(item) for item in batch]
            with torch.no_grad():
                average = torch.stack([net(bags).softmax(1) for net in self._net]).mean(0)
            found += neural.predictions_of(batch, self.labels, average)
        return found

    def spans(self, item: Item, answer: str) -> tuple[Span, ...]:
        """Integrated gradients of the log-odds of the averaged probability, from an empty bag.

        The weight of an n-gram is spread evenly over the words of all its occurrences.
        """
        bag = self._bag(item)
        vectors = torch.stack([net.embedding.weight[bag] for net in self._net], 1)
        shares = attribute(self._scores, vectors, self.labels.index(answer))
        places, occurrences = places_of(item, self._order)
        weights = [0.0] * len(places)
        for number, share in zip(bag, shares, strict=True):
            words = occurrences[self._words[number]]
            for word in words:
                weights[word] += share / len(words)
        return weigh(places, weights)

    def _scores(self, vectors: Tensor) -> Tensor:
        """Logarithms of the sums of the networks' probabilities (texts x n-grams x networks x size)."""
        own = [
            net.layers(vectors[:, :, number].sum(1)).log_softmax(1) for number, net in enumerate(self._net)
        ]
        return torch.stack(own).logsumexp(0)

    def _bag(self, item: Item) -> list[int]:
        numbers = (self._numbers.get(gram) for gram in n_grams(item, self._order))
        return sorted(number for number in numbers if number is not None)


def n_grams(item: Item, order: int) -> set[str]:
    """The n-grams of an item's lowercased words, each once; double quotes are deleted, as in the paper."""
    grams: set[str] = set()
    for text in item.fields.values():
        words = text.lower().replace('"', "").split()
        for n in range(1, order + 1):
            grams.update(" ".join(words[i : i + n]) for i in range(len(words) - n + 1))
    return grams


def places_of(item: Item, order: int) -> tuple[list[TextPlace], dict[str, list[int]]]:
    """Where the words stand, and for each of the item's n-grams the numbers of the words it is made of."""
    places: list[TextPlace] = []
    occurrences: dict[str, list[int]] = {}
    for name, text in item.fields.items():
        found = [
            (text[start:end].lower().replace('"', ""), (name, start, end)) for start, end in word_places(text)
        ]
        words = [(word, place) for word, place in found if word]  # a word of nothing but quotes is none
        for n in range(1, order + 1):
            for i in range(len(words) - n + 1):
                gram = " ".join(word for word, _ in words[i : i + n])
                occurrences.setdefault(gram, []).extend(range(len(places) + i, len(places) + i + n))
        places += [place for _, place in words]
    return places, occurrences
