"""The retrieving guesser of Trick Me If You Can: the past questions and articles nearest to the text.

The released code keeps one document per answer in Elasticsearch, or one per question (`many_docs`), and
takes the best score of its two fields. Here a document is one question or one article, or (`documents =
"answer"`) all of an answer's; two words in a row are searched beside single ones; and an answer's score is
the sum of the cubes of its documents' scores among the first thirty, so that several middling ones do not
beat a very good one.
"""

from __future__ import annotations

import shutil
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from itertools import groupby
from math import log
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import LCSseq

from zellig.files import list_folder
from zellig.items import Item, Prediction
from zellig.pairs.near_duplicates import similarity
from zellig.performers import Evidence, Source, Spec
from zellig.systems.card import Card, Point
from zellig.systems.explanation import weigh
from zellig.systems.guesses import (
    GUESSES,
    NamingSettings,
    answers_of,
    needs_questions,
    ranked,
    read_answers,
    share_right,
    write_answers,
)
from zellig.systems.question_words import COPY, runs, sentences, telling, word_places, words
from zellig.systems.search_index import Document, Hit, SearchIndex, write_index
from zellig.systems.settings import Count, NotNegative, Positive, settings_of
from zellig.systems.training import Lesson
from zellig.systems.weights import WEIGHTS, not_weights, read_arrays, write_arrays
from zellig.tasks.quiz.task import LINE
from zellig.texts import key64

NAME = "ir"
INDEX = "index"  # where it is made, before it is saved
SHOWN = 4  # sources of the evidence for one guess
SNIPPET = 200  # characters of a source from which on no further sentence is shown
MOST_TEXTS = 100  # about one answer
RECENT = 300  # texts of which it is remembered what was found: those of many writers who take turns
COPIES = 10  # first hits among which copies of a whole question are
SUSPECTS = 3  # first hits that may be what is asked, whatever they begin with
FIRST = 2  # words by which other hits are known to begin alike
ALIKE, SHIFTED = 0.75, 3  # share of the words of a question that is the same one, and words put before them
FEW = 6  # words of a beginning of which none may differ

_COUNTS = "documents"  # of every answer


Keys = NDArray[np.uint64]
Address = tuple[int, int]  # of a document: its segment, and its number there
Copies = Mapping[Address, str]  # documents, each with where it is from


class Found(NamedTuple):
    """What speaks for answers to a text, and which questions do not since they are what is asked."""

    hits: list[Hit]
    itself: tuple[str, ...]


class Settings(NamingSettings, frozen=True, forbid_unknown_fields=True):
    """Settings of the guesser."""

    documents: Literal["one", "answer"] = "one"  # a document is one text, or all that an answer has of a kind
    phrases: NotNegative = 1.0  # weight of two words in a row, beside 1 of a single one; 1 is the fastest
    hits: Count = 30
    power: Positive = 3.0
    questions: NotNegative = 1.0  # weights of the two kinds of documents
    encyclopedia: NotNegative = 1.0


class Ir:
    """An index, and the names of the answers that its documents speak of."""

    Config = Settings
    probabilities = True
    labels: Sequence[str] = ()

    def __init__(self, spec: Spec, answers: Sequence[str], counts: NDArray[np.int32], folder: Path) -> None:
        self.spec, self.answers = spec, answers
        self._settings = settings_of(spec, Settings)
        self._counts, self._folder = counts, folder
        self._index = SearchIndex(folder)
        self._recent: dict[tuple[str, str], Found] = {}
        self._copies: dict[str, Copies] = {}  # by question: the documents that are that question

    def by_heart(self, learnt: Keys) -> Keys:
        """None of its texts, if each is a document of its own: it leaves out what it is asked."""
        return learnt[:0] if self._settings.documents == "one" else learnt

    def apart_from(self, items: Sequence[Item]) -> tuple[Ir, int]:
        """This guesser when it is asked these questions, none of which is evidence for itself, however much
        of it was written anew; and how many of them it has. The whole question tells, not its beginning. Of
        several under one id any may be the one that is asked."""
        if self._settings.documents != "one":
            return self, 0
        apart = copy(self)
        apart._recent, apart._copies = {}, {}
        texts = dict.fromkeys(item.fields["text"] for item in items)
        found = {text: copies for text in texts if (copies := self._copies_of(text))}
        for item in items:
            if (text := item.fields["text"]) in found:
                apart._copies[item.id] = {**apart._copies.get(item.id, {}), **found[text]}
        return apart, len(found)

    def _copies_of(self, text: str) -> Copies:
        asked = runs(text)
        hits = self._index.search(words(text), self._settings.phrases, COPIES)
        found = ((hit, *self._index.text(hit)) for hit in hits if not hit.kind)
        return {
            _address(hit): origin for hit, other, origin in found if similarity(asked, runs(other)) >= COPY
        }

    def left_out(self, item: Item) -> tuple[str, ...]:
        """The questions that are no evidence for this one, since it is nearly one of them, or was said to be;
        in a few words nearly all begin alike, and none is named."""
        copies = self._copies.get(item.id, {}).values()
        itself = self._found(item).itself if len(words(item.fields["text"])) > FEW else ()
        return tuple(dict.fromkeys((*copies, *itself)))

    @classmethod
    def train(cls, lesson: Lesson, config: Settings) -> Ir:
        """Make the index; items without an answer line are taken for articles."""
        needs_questions(NAME, lesson)
        given = answers_of(lesson.train, config)
        answers = sorted(set(given))
        number = {answer: place for place, answer in enumerate(answers)}
        numbers = [number[answer] for answer in given]
        folder = lesson.room(INDEX)
        documents = _each(lesson, numbers) if config.documents == "one" else _by_answer(lesson, numbers)
        write_index(folder, documents)
        counts = np.bincount(numbers, minlength=len(answers)).astype(np.int32)
        system = cls(Spec(NAME, msgspec.to_builtins(config) | {"seed": lesson.seed}), answers, counts, folder)
        if lesson.dev:
            lesson.curve.append(Point(1, share_right(system, lesson.dev)))
        return system

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        """The answers of the nearest documents, with their shares of all that was found.

        Where nothing is found, the answers that most documents speak of.
        """
        return [self._guess(item) for item in items]

    def _guess(self, item: Item) -> Prediction:
        totals = self._totals(self._found(item).hits)
        if not totals:
            total = float(self._counts.sum())
            most = np.argsort(-self._counts, kind="stable")[:GUESSES]
            totals = {int(each): float(self._counts[each]) for each in most}
        else:
            total = sum(totals.values())
        return ranked(item, {self.answers[each]: score / total for each, score in totals.items()})

    def _found(self, item: Item) -> Found:
        """What was found; of the last texts it is remembered, for whoever asks why next."""
        asked = (item.id, item.fields["text"])
        if asked not in self._recent:
            if len(self._recent) >= RECENT:
                self._recent.pop(next(iter(self._recent)), None)
            self._recent[asked] = self._search(item)
        return self._recent[asked]

    def _search(self, item: Item) -> Found:
        found = words(item.fields["text"])
        copies = self._copies.get(item.id, {})
        more = max(1, len(copies))  # than are looked at, for so many may be left out
        hits = self._index.search(found, self._settings.phrases, self._settings.hits + more)
        itself: tuple[str, ...] = ()
        if self._settings.documents == "one" and found:
            hits = [hit for hit in hits if _address(hit) not in copies] if copies else hits
            begins = _begins(found)
            asked = {rank for rank, hit in enumerate(hits) if self._is_itself(rank, hit, found, begins)}
            itself = tuple(self._index.text(hits[rank])[1] for rank in sorted(asked))
            hits = [hit for rank, hit in enumerate(hits) if rank not in asked]
        hits = hits[: self._settings.hits]
        if any(not 0 <= hit.answer < len(self.answers) or hit.kind not in (0, 1) for hit in hits):
            raise not_weights(self._folder, "a document speaks of an answer that is not in the list")
        return Found(hits, itself)

    def _is_itself(self, rank: int, hit: Hit, asked: Sequence[str], begins: int) -> bool:
        """Is this document the question that is asked? It may not speak for its own answer.

        Its id does not tell: other files have other ids, and somebody may have changed a word. The same
        question begins alike.
        """
        if hit.kind:
            return False
        suspect = rank < SUSPECTS or len(asked) <= FIRST or hit.key == begins
        return suspect and _begin_alike(asked, words(self._index.text(hit)[0]))

    def _totals(self, hits: Sequence[Hit]) -> dict[int, float]:
        totals: defaultdict[int, float] = defaultdict(float)
        for hit in hits:
            if (score := self._score(hit)) > 0:
                totals[hit.answer] += score
        return totals

    def _score(self, hit: Hit) -> float:
        weight = (self._settings.questions, self._settings.encyclopedia)[hit.kind]
        return float(weight * min(hit.score, 1e6) ** self._settings.power)

    def explain(self, items: Sequence[Item]) -> list[Evidence]:
        """The documents that speak for the best guess, and the words of the item that they have."""
        return [
            self.evidence(item, str(each.answer))
            for item, each in zip(items, self.predict(items), strict=True)
        ]

    def evidence(self, item: Item, answer: str) -> Evidence:
        """The documents that speak for an answer, whether it is the best guess or not."""
        hits = [hit for hit in self._found(item).hits if self.answers[hit.answer] == answer]
        asked = {word: self._rarity(word) for word in telling(words(item.fields["text"]))}
        sources = [self._source(hit, asked) for hit in hits[:SHOWN]]
        agreed: defaultdict[str, float] = defaultdict(float)
        for source in sources:
            for word in {source.text[start:end] for start, end in source.matches}:
                for each in words(word):
                    agreed[each] += asked.get(each, 0.0) / len(sources)
        found = [(place, agreed[word]) for word, place in word_places(item.fields["text"]) if agreed[word]]
        spans = weigh([("text", *place) for place, _ in found], [weight for _, weight in found])
        return Evidence(item.id, answer, "matches", spans, tuple(sources))

    def texts_about(self, answer: str) -> list[tuple[str, str]]:
        """The questions and articles that speak of an answer, each with where it is from."""
        if (place := bisect_left(self.answers, answer)) == len(self.answers) or self.answers[place] != answer:
            return []
        return [self._index.text(hit) for hit in self._index.about(place, MOST_TEXTS)]

    def _rarity(self, word: str) -> float:
        return log((self._index.documents + 1) / (self._index.frequency(word) + 0.5))

    def _source(self, hit: Hit, asked: dict[str, float]) -> Source:
        text, origin = self._index.text(hit)
        snippet = _snippet(text, asked)
        matches = tuple(place for word, place in word_places(snippet) if word in asked)
        return Source(snippet, origin, round(hit.score, 4), matches)

    def save(self, folder: Path) -> None:
        """Copy the index, and write the answers beside it."""
        folder.mkdir(parents=True, exist_ok=True)
        for path in list_folder(self._folder):
            shutil.copyfile(path, folder / path.name)
        write_answers(folder, self.answers)
        write_arrays(folder / WEIGHTS, {_COUNTS: self._counts})

    @classmethod
    def load(cls, folder: Path, card: Card) -> Ir:
        """Open a saved index."""
        answers = read_answers(folder)
        counts = read_arrays(folder / WEIGHTS, {_COUNTS: (np.int32, 1)})[_COUNTS]
        if len(counts) != len(answers) or counts.min() < 0 or counts.sum() <= 0:
            raise not_weights(folder / WEIGHTS, "they do not fit its answers")
        return cls(card.spec, answers, counts, folder)


def _each(lesson: Lesson, numbers: Sequence[int]) -> Iterator[Document]:
    """A document for every item."""
    for done, (item, number) in enumerate(zip(lesson.train, numbers, strict=True), 1):
        text, kind = item.fields["text"], _kind(item)
        read = _read(item, text)
        yield Document(text, read, number, kind, _begins(read), _origin(item))
        lesson.progress("index", done, len(numbers))


def _by_answer(lesson: Lesson, numbers: Sequence[int]) -> Iterator[Document]:
    """A document for all items of one kind that an answer has."""
    places = sorted(range(len(numbers)), key=lambda place: (numbers[place], _kind(lesson.train[place])))
    done = 0
    for (number, kind), group in groupby(places, lambda at: (numbers[at], _kind(lesson.train[at]))):
        items = [lesson.train[place] for place in group]
        text = "\n".join(item.fields["text"] for item in items)
        origin = _origin(items[0]) + (f" and {len(items) - 1:,} more" if items[1:] else "")
        yield Document(text, _read(items[0], text), number, kind, 0, origin)
        done += len(items)
        lesson.progress("index", done, len(numbers))


def _origin(item: Item) -> str:
    """Where a text is from, for whoever reads the evidence: the question, or the title of the article."""
    return f"encyclopedia: {item.accepted[0]}" if _kind(item) else f"question {item.id}"


def _address(hit: Hit) -> Address:
    return hit.address.segment_ord, hit.address.doc


def _begins(found: Sequence[str]) -> int:
    """A number for the first words."""
    return key64(" ".join(found[:FIRST])) >> 1  # the index has whole numbers with a sign


def _begin_alike(asked: Sequence[str], known: Sequence[str]) -> bool:
    """Is what was asked the beginning of a known question, but for some words? The last may be cut off."""
    *whole, last = asked
    if len(whole) < FEW:
        there = known[len(whole)] if len(known) > len(whole) else ""
        return whole == known[: len(whole)] and there.startswith(last)
    same = LCSseq.similarity(whole, known[: len(whole) + SHIFTED])
    return same >= ALIKE * len(whole)


def _kind(item: Item) -> int:
    return int(LINE not in item.metadata)


def _read(item: Item, text: str) -> list[str]:
    """The words of a document; an article is also about its title."""
    return words(f"{item.accepted[0]}. {text}" if _kind(item) else text)


def _snippet(text: str, asked: dict[str, float]) -> str:
    """The sentence that has most of what was asked, rare words first, and the next ones if it is short."""
    parts = sentences(text)
    gains = [sum(asked.get(word, 0.0) for word in set(words(part))) for part in parts]
    best = max(range(len(parts)), key=lambda place: gains[place], default=0)
    chosen = parts[best : best + 1]
    for part in parts[best + 1 :]:
        if sum(map(len, chosen)) + len(part) > SNIPPET:
            break
        chosen.append(part)
    return " ".join(chosen)
