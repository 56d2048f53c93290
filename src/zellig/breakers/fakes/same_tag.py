"""Same tag: a word, or a few, gives way to another of its part of speech, the more frequent the likelier."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import islice

from zellig.breakers.fakes.fake import CORPUS, FIELD, chance, fakes, refuse_below, texts_of
from zellig.breakers.promises import refuse_other_tasks
from zellig.breakers.search.constraints import a_word
from zellig.breakers.search.passage import Passage, Word, cased, passages
from zellig.items import Item, Pair
from zellig.performers import See, Spec, Victim
from zellig.tasks import Task
from zellig.tasks.is_fake import IS_FAKE

FIRST = 2000  # texts of the corpus whose words are counted: enough, and soon parsed

Vocabulary = Mapping[str, Mapping[str, int]]  # by tag, how often each lower-case word was seen


class SameTag:
    """Exchanges a number of words for others of their tags."""

    see: See = "nothing"

    def __init__(self, words: int, corpus: str) -> None:
        self.spec = Spec("same-tag", {"words": words, "corpus": corpus})
        self._words, self._corpus = words, corpus

    def break_items(
        self, items: Sequence[Item], seeds: Sequence[int], oracle: Victim | None
    ) -> list[list[Pair]]:
        """One pair, or none where there are too few words for which there is another."""
        vocabulary = vocabulary_of(self._corpus)
        return [
            fakes(
                self.spec.name,
                passage.item,
                exchanged(passage, vocabulary, self._words, chance(seed)),
                "same tag",
            )
            for passage, seed in zip(passages(items, (FIELD,)), seeds, strict=True)
        ]


def make(task: Task, *, words: int = 1, corpus: str = CORPUS) -> SameTag:
    """The breaker with the words of a corpus."""
    refuse_other_tasks("same-tag", task, IS_FAKE)
    refuse_below(1, "words", words)
    return SameTag(words, corpus)


def exchanged(passage: Passage, vocabulary: Vocabulary, words: int, luck: random.Random) -> str | None:
    """The text with this many other words; None if it cannot be."""
    state = passage.start
    places = [place for place, word in enumerate(passage.words) if _open(word)]
    luck.shuffle(places)
    for place in places:
        word = passage.words[place]
        others = {new: n for new, n in vocabulary.get(word.tag, {}).items() if new != word.low}
        if others:
            (new,) = luck.choices([*others], weights=[*others.values()])
            state = passage.put(state, place, cased(new, like=word.text))
        if len(state.changed) == words:
            return passage.fields(state)[0]
    return None


@cache
def vocabulary_of(corpus: str) -> Vocabulary:
    """The words of the first texts of a corpus by tag, in the order in which they first occur."""
    items = [Item("", {FIELD: text}) for text in islice(texts_of(corpus), FIRST)]
    found: dict[str, Counter[str]] = {}
    for passage in passages(items, (FIELD,)):
        for word in filter(_open, passage.words):
            found.setdefault(word.tag, Counter())[word.low] += 1
    return found


def _open(word: Word) -> bool:
    """A word of letters; not *a* and *an*, which go by the next word."""
    return a_word(word) and word.low not in ("a", "an")
