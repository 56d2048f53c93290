"""All texts that a new question must not repeat: questions of the past, articles, what others have written.

Whole texts and sentences are looked up by the exact joins of `pairs`, so nothing that is similar enough is
missed. Most texts are there from the start; written questions come one by one.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

import numpy as np

from zellig.checks.questions.policy import Repeats
from zellig.checks.questions.sentences import Place, sentence_places
from zellig.items import Item
from zellig.pairs.near_duplicates import NearIndex, TokenSet
from zellig.pairs.near_in_bulk import BulkIndex
from zellig.systems.question_words import words
from zellig.tasks.quiz.task import LINE
from zellig.texts import comparable

ENOUGH = 1000  # texts that tell how common a word is


class Near(NamedTuple):
    """A text of the pool, or a sentence of one, that is like what was asked about."""

    text: str
    origin: str
    degree: float
    same: bool  # but for case, accents, spaces and punctuation


class Compared(Protocol):
    """Texts that a question is compared with."""

    def texts_like(self, text: str, but: Collection[str] = ()) -> list[Near]: ...

    def sentences_like(self, sentence: str, but: Collection[str] = ()) -> list[Near]: ...

    def share(self, word: str) -> float: ...


class QuestionPool:
    """Texts that can be asked whether they have a text, or a sentence, or nearly."""

    def __init__(self, items: Iterable[Item], policy: Repeats) -> None:
        """Questions and articles; an item without an answer line is taken for an article."""
        self._texts: list[str] = []
        self._origins: list[str] = []
        self._sentences = array("I")  # of each: its text, where it begins and where it ends there
        numbers: defaultdict[str, int] = defaultdict()
        numbers.default_factory = numbers.__len__  # a new word has the next number
        tokens, ends, sentence_ends = array("I"), array("Q"), array("Q")
        for item in items:
            for start, end in self._keep(item, _origin(item)):
                tokens.extend(map(numbers.__getitem__, words(item.fields["text"][start:end])))
                sentence_ends.append(len(tokens))
            ends.append(len(tokens))
        numbers.default_factory = None
        every = np.frombuffer(tokens, np.uint32) if tokens else np.zeros(0, np.uint32)
        counts = np.bincount(every, minlength=len(numbers)).tolist()
        self._counts = Counter(dict(zip(numbers, counts, strict=True)))
        self.first = len(ends)  # texts that were there from the start
        self._by_text = _Growing(BulkIndex(policy.text, numbers, every, ends), policy.text, self._counts)
        self._by_sentence = _Growing(
            BulkIndex(policy.sentence, numbers, every, sentence_ends), policy.sentence, self._counts
        )

    def __len__(self) -> int:
        return len(self._texts)

    def add(self, item: Item) -> None:
        """Take in a question that somebody has written."""
        text = item.fields["text"]
        for start, end in self._keep(item, written(item)):
            self._by_sentence.add(frozenset(words(text[start:end])))
        self._by_text.add(frozenset(words(text)))

    def texts_like(self, text: str, but: Collection[str] = ()) -> list[Near]:
        """The texts that are like this one, the nearest first; all but those of some origins."""
        found = self._by_text.near(frozenset(words(text)))
        return self._sorted(text, ((self._texts[key], key, degree) for key, degree in found), but)

    def sentences_like(self, sentence: str, but: Collection[str] = ()) -> list[Near]:
        """The sentences that are like this one, the nearest first; all but those of some origins."""
        found = self._by_sentence.near(frozenset(words(sentence)))
        return self._sorted(sentence, ((*self._sentence(key), degree) for key, degree in found), but)

    def share(self, word: str) -> float:
        """How often a text has a word, by those that were there from the start; 0 if they are too few."""
        return self.count(word) / self.first if self.first >= ENOUGH else 0.0

    def count(self, word: str) -> int:
        """How many times a word is in the texts that were there from the start."""
        return self._counts[word]

    def _keep(self, item: Item, origin: str) -> list[Place]:
        text = item.fields["text"]
        places = sentence_places(text)
        for start, end in places:
            self._sentences.extend((len(self._texts), start, end))
        self._texts.append(text)
        self._origins.append(origin)
        return places

    def _sentence(self, key: int) -> tuple[str, int]:
        number, start, end = self._sentences[3 * key : 3 * key + 3]
        return self._texts[number][start:end], number

    def _sorted(
        self, asked: str, found: Iterable[tuple[str, int, float]], but: Collection[str]
    ) -> list[Near]:
        key = comparable(asked)
        near = [
            Near(text, self._origins[number], degree, degree == 1 and comparable(text) == key)
            for text, number, degree in found
            if self._origins[number] not in but
        ]
        return _nearest_first(near)


class JoinedPool:
    """Several pools that are asked as one; none of them grows."""

    def __init__(self, pools: Sequence[QuestionPool]) -> None:
        self._pools = pools

    def __len__(self) -> int:
        return sum(map(len, self._pools))

    def texts_like(self, text: str, but: Collection[str] = ()) -> list[Near]:
        """As of one pool."""
        return _nearest_first(near for pool in self._pools for near in pool.texts_like(text, but))

    def sentences_like(self, sentence: str, but: Collection[str] = ()) -> list[Near]:
        """As of one pool."""
        return _nearest_first(near for pool in self._pools for near in pool.sentences_like(sentence, but))

    def share(self, word: str) -> float:
        """How often a text of any of them has a word; 0 if they are too few."""
        first = sum(pool.first for pool in self._pools)
        return sum(pool.count(word) for pool in self._pools) / first if first >= ENOUGH else 0.0


class _Growing:
    """Sets that were there from the start, and sets that came one by one."""

    def __init__(self, bulk: BulkIndex, threshold: float, counts: Counter[str]) -> None:
        self._bulk, self._later = bulk, NearIndex(threshold, counts)

    def add(self, members: TokenSet) -> None:
        self._later.add(members)

    def near(self, members: TokenSet) -> Iterator[tuple[int, float]]:
        yield from self._bulk.near(members)
        for key, degree in self._later.near(members):
            yield key + len(self._bulk), degree


def _nearest_first(found: Iterable[Near]) -> list[Near]:
    return sorted(found, key=lambda each: (-each.same, -each.degree))


def written(item: Item) -> str:
    """The origin of a question that somebody has written; a later version of it has the same."""
    return f"written question {item.id}"


def asked_before(question: str) -> str:
    """The origin of a question of the past, by its id."""
    return f"question {question}"


def _origin(item: Item) -> str:
    article = LINE not in item.metadata and item.accepted
    return f"encyclopedia: {item.accepted[0]}" if article else asked_before(item.id)
