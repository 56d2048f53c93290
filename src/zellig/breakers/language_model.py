"""The language-model breaker (Smith 2012, equation 2): the most probable text that is not the original.

It looks for argmax p(x') with 1 <= D(x', x) <= delta, where D counts the words that differ (Hamming). The
exact maximum is out of reach. So one pass over the text says which words are likely in each place after what
stands before; the texts with the best few of them are scored as a whole, and the best one is kept; then the
next word is changed, if that makes the text more probable still.

A probable text is not one that keeps its answer, so what may be changed depends on the promise:

- is-fake: what the model makes of a real text is a fake. Any word may go.
- real-or-fake: the fake is replaced by what the model makes of the real text. Any word may go; the answer
  stays, whatever comes of it.
- sentiment: only a noun without an opinion, for another one; the label stays.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from zellig.breakers.fakes.fake import refuse_below
from zellig.breakers.promises import refuse_other_tasks
from zellig.breakers.random_substitution import common_nouns
from zellig.breakers.search.constraints import a_word, no_function_word
from zellig.breakers.search.passage import Passage, State, Word, cased, passages
from zellig.items import Item, Pair, Relation
from zellig.language.inflection import lemma_of
from zellig.language.lexicon import valence
from zellig.language.ngrams import NgramModel, load_ngrams
from zellig.performers import See, Spec, Victim
from zellig.tasks import Task
from zellig.tasks.is_fake import FAKE, IS_FAKE
from zellig.tasks.real_or_fake import REAL_OR_FAKE
from zellig.tasks.sentiment import SENTIMENT
from zellig.texts import tokens

CORPUS = "rotten-tomatoes:train"
DISTANCE = 2  # delta
FREQUENT_FROM = 20  # times a word must occur to be offered for any place: rarer ones are never the likeliest
SCORED = 64  # texts that are scored as a whole for one change

Floats = NDArray[np.float64]
Choices = Callable[[Word], Sequence[str]]  # a word -> lower-case words that may take its place


class TextModel(Protocol):
    """How probable words and texts are."""

    def log_probabilities_at(self, text: str, places: Mapping[int, Sequence[str]]) -> dict[int, Floats]:
        """For each character where a word starts, the log-probability of other words after what is before."""
        ...

    def losses(self, texts: Sequence[str]) -> Floats:
        """Minus the log-probability of whole texts."""
        ...


class Ngrams:
    """A text model of the n-grams of a corpus."""

    def __init__(self, model: NgramModel) -> None:
        self._model = model

    def log_probabilities_at(self, text: str, places: Mapping[int, Sequence[str]]) -> dict[int, Floats]:
        """By the last words before the place."""
        found = {}
        for place, words in places.items():
            before = tokens(text[:place].lower())
            found[place] = np.array(
                [math.log(self._model.probability(word.lower(), before)) for word in words]
            )
        return found

    def losses(self, texts: Sequence[str]) -> Floats:
        """Of the lower-case tokens."""
        return np.array([-self._model.log_probability(tokens(text.lower())) for text in texts])


class LanguageModelBreaker:
    """Makes at most one pair from an item; what a system answers plays no part, nor does chance."""

    see: See = "nothing"
    waives = frozenset({"sense", "similarity"})  # a likely noun without an opinion instead of another one

    def __init__(
        self, name: str, task: Task, model: Callable[[], TextModel], distance: int, corpus: str
    ) -> None:
        refuse_other_tasks(name, task, IS_FAKE, REAL_OR_FAKE, SENTIMENT)
        refuse_below(1, "distance", distance)
        self.spec, self.task = Spec(name, {"distance": distance, "corpus": corpus}), task
        self._model, self._distance = model, distance
        self._choices = _plain_nouns if task == SENTIMENT else _any_word(corpus)

    def break_items(
        self, items: Sequence[Item], seeds: Sequence[int], oracle: Victim | None
    ) -> list[list[Pair]]:
        """One pair, or none where no word may be changed."""
        able = [n for n, item in enumerate(items) if self.task == IS_FAKE or len(item.accepted) == 1]
        asked = [Item(items[place].id, {"text": _text(self.task, items[place])}) for place in able]
        made: list[list[Pair]] = [[] for _ in items]
        for place, passage in zip(able, passages(asked, ("text",)), strict=True):
            state = most_probable(passage, self._model(), self._choices, self._distance)
            if state is not None:
                made[place] = [self._pair(items[place], passage, state)]
        return made

    def _pair(self, item: Item, passage: Passage, state: State) -> Pair:
        name = f"{item.id}-{self.spec.name}"
        changed = (f"'{passage.words[place].text}' -> '{state.words[place]}'" for place in state.changed)
        fields = {**item.fields, _edited(self.task, item): passage.fields(state)[0]}
        promise: Relation = "flip" if self.task == IS_FAKE else "same"
        return Pair(
            id=name,
            original=item,
            modified=Item(name, fields, (FAKE,) if self.task == IS_FAKE else item.accepted),
            promise=promise,
            phenomenon="language model",
            rationale=", ".join(changed),
            author=self.spec.name,
            lineage=(self.spec.name,),
        )


def most_probable(passage: Passage, model: TextModel, choices: Choices, distance: int) -> State | None:
    """The most probable text with at most so many changed words; None if none may be changed."""
    best: State | None = None
    least = math.inf
    for _ in range(distance):
        states = _proposals(passage, best or passage.start, model, choices)
        if not states:
            break
        losses = model.losses([passage.fields(state)[0] for state in states])
        number = int(losses.argmin())
        if losses[number] >= least:
            break
        best, least = states[number], float(losses[number])
    return best


def _proposals(passage: Passage, state: State, model: TextModel, choices: Choices) -> list[State]:
    """The texts with one more changed word that look best from what stands before it."""
    places, starts = {}, {}
    at = 0
    for place, (gap, old) in enumerate(zip(passage.gaps, state.words, strict=True)):
        at += len(gap)
        word = passage.words[place]
        found = [] if place in state.changed else [new for new in choices(word) if new != word.low]
        if found:
            places[place] = [old, *(cased(new, like=word.text) for new in found)]
            starts[place] = at
        at += len(old)
    text = passage.fields(state)[0]
    scores = model.log_probabilities_at(text, {starts[place]: places[place] for place in places})
    gains = [
        (scores[starts[place]][number] - scores[starts[place]][0], place, words[number])
        for place, words in places.items()
        for number in range(1, len(words))
    ]
    likely = sorted(gains, key=lambda gain: (-gain[0], gain[1], gain[2]))[:SCORED]
    return [passage.put(state, place, word) for _, place, word in likely]


def with_ngrams(task: Task, *, distance: int = DISTANCE, corpus: str = CORPUS) -> LanguageModelBreaker:
    """The most probable text that is not the original (Smith 2012), by the trigrams of a corpus."""
    return LanguageModelBreaker("language-model", task, lambda: Ngrams(load_ngrams(corpus)), distance, corpus)


def with_smollm2(task: Task, *, distance: int = DISTANCE, corpus: str = CORPUS) -> LanguageModelBreaker:
    """The most probable text that is not the original (Smith 2012), by SmolLM2 with the words of a corpus."""
    return LanguageModelBreaker("language-model-smollm2", task, _smollm2, distance, corpus)


def _smollm2() -> TextModel:
    from zellig.language.language_model import load_language_model  # it brings torch

    return load_language_model()


def _any_word(corpus: str) -> Choices:
    """For every word all the frequent ones of a corpus."""
    return lambda word: _vocabulary(corpus) if a_word(word) else ()


def _plain_nouns(word: Word) -> Sequence[str]:
    """For a noun without an opinion others of its tag; see random-substitution, whose words these are."""
    plain = a_word(word) and word.text.islower() and len(word.text) > 2 and no_function_word(word)
    if not plain or valence(word.low) or valence(lemma_of(word.low, word.tag)):
        return ()
    return common_nouns().get(word.tag, ())


@cache
def _vocabulary(corpus: str) -> tuple[str, ...]:
    counts = load_ngrams(corpus).words
    return tuple(word for word, count in counts.items() if count >= FREQUENT_FROM and word.isalpha())


def _edited(task: Task, item: Item) -> str:
    """The field that is changed: of real-or-fake the one that holds the fake."""
    return item.accepted[0] if task == REAL_OR_FAKE else task.editable[0]


def _text(task: Task, item: Item) -> str:
    """The text that is varied: of real-or-fake the real one."""
    if task != REAL_OR_FAKE:
        return item.fields[task.editable[0]]
    real = next(name for name in task.fields if name != item.accepted[0])
    return item.fields[real]
