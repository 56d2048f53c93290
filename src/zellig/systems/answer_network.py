"""A network that chooses among the answers that it has learnt: what the neural guessers share."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

import msgspec
import torch
from torch import Tensor, nn

from zellig.errors import ZelligError
from zellig.items import Item, Prediction
from zellig.performers import Evidence, Span, Spec
from zellig.systems import neural
from zellig.systems.card import Card
from zellig.systems.guesses import (
    GUESSES,
    NamingSettings,
    answers_of,
    needs_questions,
    ranked,
    read_answers,
    write_answers,
)
from zellig.systems.question_words import sentences, words
from zellig.systems.settings import Count, settings_of
from zellig.systems.training import Lesson
from zellig.systems.vocabulary_network import VocabularyNetwork

NO_WORD = 0  # stands where a text has no word that is known
SHORTEST = 3  # words of a sentence that is learnt from

Text = list[list[int]]  # the numbers of the known words of each sentence


class LearningSettings(NamingSettings, frozen=True, forbid_unknown_fields=True):
    """What every network can be told about the answers that it learns."""

    at_least: Count = 2  # questions that an answer must have


class AnswerNetwork(VocabularyNetwork):
    """A trained network; it has no labels, but the names of answers, which the questions gave."""

    first_word = 1

    def __init__(self, spec: Spec, answers: Sequence[str], vocabulary: Sequence[str], net: Any) -> None:
        super().__init__(spec, (), vocabulary, net)
        self.answers = answers

    @abstractmethod
    def scores(self, texts: Sequence[Text]) -> Tensor:
        """Logarithms of the probabilities of all answers (texts x answers)."""

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        """The most probable answers to each item."""
        found: list[Prediction] = []
        for start in range(0, len(items), neural.PREDICT_BATCH):
            batch = items[start : start + neural.PREDICT_BATCH]
            with torch.no_grad():
                probabilities = self.scores([self.read(item.fields["text"]) for item in batch]).softmax(1)
            if not torch.isfinite(probabilities).all():
                raise ZelligError("its weights give no probabilities", remedy="Train the system again.")
            best = probabilities.topk(min(GUESSES, len(self.answers)))
            for item, shares, places in zip(batch, best.values.tolist(), best.indices.tolist(), strict=True):
                names = (self.answers[place] for place in places)
                found.append(ranked(item, dict(zip(names, shares, strict=True))))
        return found

    def explain(self, items: Sequence[Item]) -> list[Evidence]:
        """Integrated gradients of the best guess's log-odds."""
        return [
            self.evidence(item, str(each.answer))
            for item, each in zip(items, self.predict(items), strict=True)
        ]

    def evidence(self, item: Item, answer: str) -> Evidence:
        """The same for an answer, whether it is the best guess or not."""
        return Evidence(item.id, answer, "integrated gradients", self.spans(item, answer))

    @abstractmethod
    def spans(self, item: Item, answer: str) -> tuple[Span, ...]:
        """The words of an item with their weights for an answer."""

    def read(self, text: str) -> Text:
        """The known words of every sentence; there is at least one sentence, and none is empty."""
        numbers = ([self._numbers[w] for w in words(part) if w in self._numbers] for part in sentences(text))
        return [each for each in numbers if each] or [[NO_WORD]]

    def save(self, folder: Path) -> None:
        super().save(folder)
        write_answers(folder, self.answers)

    @classmethod
    def load(cls, folder: Path, card: Card) -> Self:
        vocabulary, answers = neural.load_vocabulary(folder), read_answers(folder)
        settings = settings_of(card.spec, cls.Config)
        net = neural.load_net(folder, lambda: cls.network(len(vocabulary), len(answers), settings))
        return cls(card.spec, answers, vocabulary, net)


def vocabulary_of(items: Sequence[Item], most: int, at_least: int) -> list[str]:
    """The words of most questions, the most frequent first; refuses questions that have none in common."""
    counts = Counter(word for item in items for word in set(words(item.fields["text"])))
    found = [word for word in neural.most_common(counts, most) if counts[word] >= at_least]
    if not found:
        raise ZelligError(
            f"no word is in {at_least} or more of the {len(items):,} questions, so nothing can be learnt",
            remedy="Train on more questions.",
        )
    return found


def lessons_of(
    name: str, lesson: Lesson, settings: LearningSettings
) -> tuple[list[Item], list[str], list[str]]:
    """Questions to learn from, the answer of each, and the different answers in the order of the alphabet.

    An answer that too few questions have is left out: nothing can be learnt of it.
    """
    needs_questions(name, lesson)
    answers, at_least = answers_of(lesson.train, settings), settings.at_least
    counts = Counter(answers)
    kept = [
        (item, each) for item, each in zip(lesson.train, answers, strict=True) if counts[each] >= at_least
    ]
    different = sorted({each for _, each in kept})
    if len(different) < 2:
        raise ZelligError(
            f"{name} chooses among answers that have {at_least} or more questions, and here "
            f"{'only one has' if different else 'none has'}",
            remedy="Train it on more questions.",
        )
    return [item for item, _ in kept], [each for _, each in kept], different


def spec_of(name: str, config: msgspec.Struct, lesson: Lesson) -> Spec:
    """What a training is made again from."""
    return Spec(name, msgspec.to_builtins(config) | {"seed": lesson.seed})


class Averaging(nn.Module):
    """The mean of word vectors, a hidden layer, a score for each answer (Iyyer et al. 2015)."""

    def __init__(self, words: int, answers: int, size: int, dropout: float) -> None:
        super().__init__()
        # Only rows of words in the batch get a gradient: that makes training fast.
        self.vectors = nn.EmbeddingBag(words + 1, size, mode="mean", sparse=True)
        nn.init.normal_(self.vectors.weight, std=0.1)
        self.layers = nn.Sequential(
            nn.Dropout(dropout),
            nn.Linear(size, size),
            nn.BatchNorm1d(size),
            nn.ELU(),
            nn.Dropout(dropout),
            nn.Linear(size, answers),
        )

    def forward(self, bags: Sequence[list[int]]) -> Tensor:
        flat = torch.tensor([number for bag in bags for number in bag], dtype=torch.long)
        starts = torch.tensor([0, *[len(bag) for bag in bags[:-1]]]).cumsum(0)
        scores: Tensor = self.layers(self.vectors(flat, starts))
        return scores

    def optimisers(self) -> list[torch.optim.Optimizer]:
        """Adam for all, at a greater rate for the vectors: most are in few batches."""
        return [
            torch.optim.SparseAdam(self.vectors.parameters(), lr=3e-3),
            torch.optim.Adam(self.layers.parameters(), lr=1e-3),
        ]


def heard(texts: Sequence[Text], kept: float) -> list[list[int]]:
    """For each question what is learnt from it this time: a sentence, or the beginning up to one.

    Some of the words are left out, as they are when a question is heard in part. Chance comes from torch, so
    that a training that was killed goes on in the same way.
    """
    draws = torch.rand(len(texts), 2).tolist()
    bags = []
    for text, (where, alone) in zip(texts, draws, strict=True):
        last = int(where * len(text))
        chosen = text[last] if alone < 0.5 else [number for part in text[: last + 1] for number in part]
        lots = torch.rand(len(chosen)).tolist()
        bag = [number for number, lot in zip(chosen, lots, strict=True) if lot < kept]
        bags.append(bag or [NO_WORD])
    return bags
