"""The plain baseline for quizzes: weighted words of each answer's questions; the nearest answer is the guess.

After the baseline of the QANTA shared tasks: tf-idf over all training questions of an answer, joined, and the
dot product with the question. Single words here (there also two and three in a row): it is what others are
measured against.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from zellig.decoding import decode_json
from zellig.files import read_whole, write_text
from zellig.items import Item, Prediction
from zellig.performers import Evidence, Spec
from zellig.systems.card import Card, Point
from zellig.systems.explanation import weigh
from zellig.systems.guesses import (
    GUESSES,
    LARGEST,
    NamingSettings,
    answers_of,
    needs_questions,
    ranked,
    read_answers,
    share_right,
    write_answers,
)
from zellig.systems.question_words import telling, word_places, words
from zellig.systems.settings import Count, Fraction
from zellig.systems.training import Lesson
from zellig.systems.weights import WEIGHTS, Wanted, not_weights, read_arrays, write_arrays

NAME = "tfidf"
VOCABULARY = "vocabulary.json"
BATCH = 64

_ARRAYS: Wanted = {
    "weights": (np.float32, 1),
    "answers": (np.int32, 1),  # of every weight: the number of its answer
    "starts": (np.int64, 1),  # of every word: where its weights begin, and where the last ones end
    "idf": (np.float32, 1),
}

Arrays = dict[str, NDArray[Any]]


class Settings(NamingSettings, frozen=True, forbid_unknown_fields=True):
    """Settings of the baseline."""

    at_least: Count = 2  # answers that a word must occur with
    at_most: Fraction = 0.3  # the share of answers above which a word tells nothing


class Tfidf:
    """The weights of every word for the answers that it occurs with."""

    Config = Settings
    probabilities = True
    labels: Sequence[str] = ()

    def __init__(self, spec: Spec, answers: Sequence[str], vocabulary: Sequence[str], arrays: Arrays) -> None:
        self.spec, self.answers = spec, answers
        self._vocabulary, self._arrays = vocabulary, arrays
        self._numbers = {word: number for number, word in enumerate(vocabulary)}

    @classmethod
    def train(cls, lesson: Lesson, config: Settings) -> Tfidf:
        """Count words by answer."""
        needs_questions(NAME, lesson)
        counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for item, answer in zip(lesson.train, answers_of(lesson.train, config), strict=True):
            counts[answer].update(telling(words(item.fields["text"])))
        answers = sorted(counts)
        found = Counter(word for each in counts.values() for word in each)
        most = max(config.at_least, config.at_most * len(answers))
        vocabulary = sorted(word for word, number in found.items() if config.at_least <= number <= most)
        arrays = _weigh(counts, answers, vocabulary, found)
        system = cls(
            Spec(NAME, msgspec.to_builtins(config) | {"seed": lesson.seed}), answers, vocabulary, arrays
        )
        lesson.progress("tfidf counts", len(lesson.train), len(lesson.train))
        if lesson.dev:
            lesson.curve.append(Point(1, share_right(system, lesson.dev)))
        return system

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        """The answers whose questions have most of the words; shares of the best scores are probabilities."""
        return [self._guess(item) for item in items]

    def _guess(self, item: Item) -> Prediction:
        scores = np.zeros(len(self.answers), dtype=np.float32)
        for word, number in Counter(telling(words(item.fields["text"]))).items():
            if word in self._numbers:
                places, gains = self._gains(word, number)
                scores[places] += gains
        best = np.argsort(-scores, kind="stable")[:GUESSES]
        total = float(scores[best].sum())
        shares = scores[best] / total if total > 0 else np.full(len(best), 1 / len(self.answers))
        return ranked(item, {self.answers[n]: float(p) for n, p in zip(best, shares, strict=True)})

    def _gains(self, word: str, number: int) -> tuple[NDArray[Any], NDArray[Any]]:
        """The answers that a word speaks for, and how much if the question has it so often."""
        place = self._numbers[word]
        start, end = self._arrays["starts"][place : place + 2]
        weight = (1 + np.log(number)) * self._arrays["idf"][place]
        return self._arrays["answers"][start:end], weight * self._arrays["weights"][start:end]

    def explain(self, items: Sequence[Item]) -> list[Evidence]:
        """What every word adds to the score of the best guess, spread over its occurrences."""
        return [
            self.evidence(item, str(each.answer))
            for item, each in zip(items, self.predict(items), strict=True)
        ]

    def evidence(self, item: Item, answer: str) -> Evidence:
        """What every word adds to the score of an answer, whether it is the best guess or not."""
        found = word_places(item.fields["text"])
        counts = Counter(telling([word for word, _ in found]))
        wanted = list(self.answers).index(answer)
        shares = {}
        for word, number in counts.items():
            if word in self._numbers:
                places, gains = self._gains(word, number)
                shares[word] = float(gains[places == wanted].sum()) / number
        kept = [(word, place) for word, place in found if word in shares]
        spans = weigh([("text", *place) for _, place in kept], [shares[word] for word, _ in kept])
        return Evidence(item.id, answer, "weights", spans)

    def save(self, folder: Path) -> None:
        """Write answers, vocabulary and weights."""
        write_answers(folder, self.answers)
        write_text(folder / VOCABULARY, msgspec.json.encode(list(self._vocabulary)).decode())
        write_arrays(folder / WEIGHTS, self._arrays)

    @classmethod
    def load(cls, folder: Path, card: Card) -> Tfidf:
        """Read a saved system again."""
        path, answers = folder / VOCABULARY, read_answers(folder)
        remedy = "Train the system again."
        vocabulary = decode_json(
            read_whole(path, LARGEST), list[str], path=path, what="a vocabulary", remedy=remedy
        )
        arrays = read_arrays(folder / WEIGHTS, _ARRAYS)
        starts, owners = arrays["starts"], arrays["answers"]
        fits = (
            len(starts) == len(vocabulary) + 1
            and len(arrays["idf"]) == len(vocabulary)
            and len(owners) == len(arrays["weights"])
            and (np.diff(starts) >= 0).all()
            and (starts[0], starts[-1]) == (0, len(owners))
            and (not len(owners) or 0 <= owners.min() <= owners.max() < len(answers))
        )
        if not fits:
            raise not_weights(folder / WEIGHTS, "they do not fit its words and answers")
        return cls(card.spec, answers, vocabulary, arrays)


def _weigh(
    counts: dict[str, Counter[str]], answers: Sequence[str], vocabulary: Sequence[str], found: Counter[str]
) -> Arrays:
    """Sublinear tf times smoothed idf, the vector of every answer of length one."""
    numbers = {word: number for number, word in enumerate(vocabulary)}
    idf = np.array([np.log((1 + len(answers)) / (1 + found[word])) + 1 for word in vocabulary])
    rows, columns, values = [], [], []
    for row, answer in enumerate(answers):
        known = [(numbers[word], number) for word, number in counts[answer].items() if word in numbers]
        weights = np.array([(1 + np.log(number)) * idf[place] for place, number in known])
        rows.append(np.full(len(known), row, dtype=np.int32))
        columns.append(np.array([place for place, _ in known], dtype=np.int64))
        values.append(weights / (np.linalg.norm(weights) or 1.0))
    column = np.concatenate(columns)
    order = np.argsort(column, kind="stable")
    return {
        "weights": np.concatenate(values)[order].astype(np.float32),
        "answers": np.concatenate(rows)[order],
        "starts": np.searchsorted(column[order], np.arange(len(vocabulary) + 1)),
        "idf": idf.astype(np.float32),
    }
