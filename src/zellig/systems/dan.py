"""DAN (Iyyer et al. 2015), the guesser of Trick Me If You Can: the mean of word vectors through one layer.

Scaled to two cores: 256 units instead of 1,000, batches of 256. The paper's vectors are GloVe; none are to be
had here, so they are learnt with the rest from the questions. Its batch-norm and dropout over the scores of
the answers are left out: with many answers of few questions they cost accuracy. Dropout is .3, not .5, and a
fifth of the words is left out of every example.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import torch
from torch import Tensor, nn

from zellig.items import Item
from zellig.performers import Span
from zellig.systems import neural
from zellig.systems.answer_network import (
    AnswerNetwork,
    Averaging,
    LearningSettings,
    Text,
    heard,
    lessons_of,
    spec_of,
    vocabulary_of,
)
from zellig.systems.explanation import weigh
from zellig.systems.gradients import attribute
from zellig.systems.guesses import share_right
from zellig.systems.question_words import word_places
from zellig.systems.settings import Count, Fraction, Size
from zellig.systems.training import Lesson

NAME = "dan"


class Settings(LearningSettings, frozen=True, forbid_unknown_fields=True):
    """Settings of the guesser."""

    size: Size = 256
    vocabulary: Count = 60_000
    dropout: Fraction = 0.3
    left_out: Fraction = 0.2  # words of an example
    epochs: Count = 30
    batch: Count = 256
    patience: Count = 3


class Dan(AnswerNetwork):
    """A trained network."""

    Config = Settings

    @staticmethod
    def network(words: int, labels: int, settings: Settings) -> Averaging:
        return Averaging(words, labels, settings.size, settings.dropout)

    @classmethod
    def train(cls, lesson: Lesson, config: Settings) -> Dan:
        """Learn from parts of questions, another part of each in every epoch."""
        items, answers, different = lessons_of(NAME, lesson, config)
        vocabulary = vocabulary_of(items, config.vocabulary, config.at_least)
        torch.manual_seed(lesson.seed)
        net = cls.network(len(vocabulary), len(different), config)
        system = cls(spec_of(NAME, config, lesson), different, vocabulary, net)
        learn_averaging(net, system, items, answers, lesson, config)
        return system

    def scores(self, texts: Sequence[Text]) -> Tensor:
        flat = [[number for part in text for number in part] for text in texts]
        found: Tensor = self._net(flat).log_softmax(1)
        return found

    def spans(self, item: Item, answer: str) -> tuple[Span, ...]:
        """From no vectors at all to the mean of them."""
        known = [
            (self._numbers[word], ("text", *place))
            for word, place in word_places(item.fields["text"])
            if word in self._numbers
        ]
        vectors = self._net.vectors.weight[[number for number, _ in known]]
        shares = attribute(
            lambda given: self._net.layers(given.mean(1)), vectors, list(self.answers).index(answer)
        )
        return weigh([place for _, place in known], shares)


def learn_averaging(
    net: Averaging,
    system: AnswerNetwork,
    items: Sequence[Item],
    answers: Sequence[str],
    lesson: Lesson,
    config: Settings,
    name: str = NAME,
) -> None:
    """Train an averaging network on questions with their answers."""
    number = {answer: place for place, answer in enumerate(system.answers)}
    examples: list[neural.Example] = [
        (system.read(item.fields["text"]), number[answer])
        for item, answer in zip(items, answers, strict=True)
    ]

    def loss(batch: Sequence[neural.Example]) -> Tensor:
        if len(batch) == 1:  # one alone has no spread, which the network divides by: it is heard twice
            batch = [*batch, *batch]
        bags = heard([text for text, _ in batch], 1 - config.left_out)
        return nn.functional.cross_entropy(net(bags), torch.tensor([answer for _, answer in batch]))

    updates = -(-len(examples) // config.batch)
    neural.fit(
        net,
        net.optimisers(),
        examples,
        lesson,
        neural.Schedule(config.epochs, config.batch, updates, config.patience),
        loss=loss,
        accuracy=partial(share_right, system, lesson.dev) if lesson.dev else None,
        name=name,
    )
