"""The recurrent guesser of Trick Me If You Can: a bidirectional GRU that reads sentence by sentence.

As in the released code it learns from single sentences, and the two last states of a sentence give the
scores. The code then asks it about whole questions, which it has not learnt to read; here the probabilities
that the sentences give are multiplied. Scaled to two cores: 128 units a direction instead of 1,500. There
are no GloVe vectors to be had here: the word vectors are learnt by an averaging network (`dan`) of the same
questions first. Batch-norm over the scores is left out, and so is clipping, which changes little under
Adam.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence

from zellig.errors import ZelligError
from zellig.items import Item
from zellig.performers import Span
from zellig.systems import dan, neural
from zellig.systems.answer_network import (
    NO_WORD,
    SHORTEST,
    AnswerNetwork,
    Averaging,
    LearningSettings,
    Text,
    lessons_of,
    spec_of,
    vocabulary_of,
)
from zellig.systems.explanation import TextPlace, weigh
from zellig.systems.gradients import attribute
from zellig.systems.guesses import share_right
from zellig.systems.question_words import sentences, word_places
from zellig.systems.settings import Count, Fraction, Size
from zellig.systems.training import Lesson

NAME = "gru"
LONGEST = 100  # words of a sentence that are read
TOGETHER = 2048  # sentences: a question may be as long as a book
OF_VECTORS = dan.Settings(epochs=6)  # the training of the vectors; their size is that of the guesser


class Settings(LearningSettings, frozen=True, forbid_unknown_fields=True):
    """Settings of the guesser."""

    size: Size = 128  # of the vectors, and of the state of each direction
    vocabulary: Count = 60_000
    dropout: Fraction = 0.25
    epochs: Count = 8
    batch: Count = 128
    patience: Count = 3


class Network(nn.Module):
    """Word vectors, one layer in both directions, the last states, a score for each answer."""

    def __init__(self, words: int, answers: int, settings: Settings) -> None:
        super().__init__()
        size = settings.size
        self.vectors = nn.Embedding(words + 1, size, sparse=True)
        self.dropout = nn.Dropout(settings.dropout)
        self.layer = nn.GRU(size, size, batch_first=True, bidirectional=True)
        self.output = nn.Linear(2 * size, answers)

    def forward(self, parts: Sequence[list[int]]) -> Tensor:
        cut = [part[:LONGEST] for part in parts]
        longest = max(len(part) for part in cut)
        padded = torch.tensor([part + [NO_WORD] * (longest - len(part)) for part in cut])
        return self.score(self.vectors(padded), torch.tensor([len(part) for part in cut]))

    def score(self, vectors: Tensor, lengths: Tensor) -> Tensor:
        """Scores of sentences whose words are vectors (sentences x words x size)."""
        packed = pack_padded_sequence(self.dropout(vectors), lengths, batch_first=True, enforce_sorted=False)
        _, states = self.layer(packed)
        scores: Tensor = self.output(self.dropout(torch.cat([states[0], states[1]], 1)))
        return scores


class Gru(AnswerNetwork):
    """A trained network."""

    Config = Settings

    @staticmethod
    def network(words: int, labels: int, settings: Settings) -> Network:
        return Network(words, labels, settings)

    @classmethod
    def train(cls, lesson: Lesson, config: Settings) -> Gru:
        """Learn the vectors, then the sentences."""
        items, answers, different = lessons_of(NAME, lesson, config)
        vocabulary = vocabulary_of(items, config.vocabulary, config.at_least)
        torch.manual_seed(lesson.seed)
        net = cls.network(len(vocabulary), len(different), config)
        system = cls(spec_of(NAME, config, lesson), different, vocabulary, net)
        number = {answer: place for place, answer in enumerate(different)}
        examples: list[neural.Example] = [
            (part, number[answer])
            for item, answer in zip(items, answers, strict=True)
            for part in system.read(item.fields["text"])
            if len(part) >= SHORTEST
        ]
        if not examples:
            raise ZelligError(
                f"no sentence has {SHORTEST} words that other questions have, too, so nothing can be learnt",
                remedy="Train it on more questions, or on longer ones.",
            )
        averaging = Averaging(len(vocabulary), len(different), config.size, config.dropout)
        alone = replace(lesson, dev=[], curve=[])  # what is looked at is how it reads in the end
        dan.learn_averaging(averaging, system, items, answers, alone, OF_VECTORS, "vectors")
        with torch.no_grad():
            net.vectors.weight.copy_(averaging.vectors.weight)
        others = [parameter for name, parameter in net.named_parameters() if not name.startswith("vectors.")]
        neural.fit(
            net,
            [torch.optim.SparseAdam(net.vectors.parameters()), torch.optim.Adam(others)],
            examples,
            lesson,
            neural.Schedule(config.epochs, config.batch, -(-len(examples) // config.batch), config.patience),
            loss=partial(neural.loss_of, net),
            accuracy=partial(share_right, system, lesson.dev) if lesson.dev else None,
            name=NAME,
        )
        return system

    def scores(self, texts: Sequence[Text]) -> Tensor:
        """The sums over their sentences; one that many texts have, as beginnings of a question do, is read
        once."""
        owners: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
        for number, text in enumerate(texts):
            for part in text:
                owners[tuple(part)].append(number)
        parts = list(owners)
        found = torch.zeros(len(texts), len(self.answers))
        for start in range(0, len(parts), TOGETHER):
            now = parts[start : start + TOGETHER]
            read = self._net([list(part) for part in now]).log_softmax(1)
            for said, score in zip(now, read, strict=True):
                for owner in owners[said]:
                    found[owner] += score
        return found

    def spans(self, item: Item, answer: str) -> tuple[Span, ...]:
        """Sentence by sentence, each from no vectors at all to those of its words."""
        places: list[TextPlace] = []
        weights: list[float] = []
        wanted, start = list(self.answers).index(answer), 0
        for part in sentences(item.fields["text"]):
            start = item.fields["text"].index(part, start)
            known = [
                (self._numbers[word], ("text", start + place[0], start + place[1]))
                for word, place in word_places(part)
                if word in self._numbers
            ][:LONGEST]
            vectors = self._net.vectors.weight[[number for number, _ in known]]
            weights += attribute(self._whole, vectors, wanted)
            places += [place for _, place in known]
            start += len(part)
        return weigh(places, weights)

    def _whole(self, vectors: Tensor) -> Tensor:
        """Scores of sentences of one length."""
        scores: Tensor = self._net.score(vectors, torch.full((len(vectors),), vectors.shape[1]))
        return scores
