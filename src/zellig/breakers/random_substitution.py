"""Random substitution, the fourth team of 2017: a content word is replaced by any word of the same tag.

The team swapped any word and asked people for the label. Here nobody is asked, so only nouns that carry no
opinion are swapped, for nouns that carry none, and the promise is that the label stays. (Adjectives and
verbs carry opinions that no lexicon lists; a rare noun may too, so the vocabulary keeps to common ones.)
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

from zellig.breakers.promises import refuse_other_tasks
from zellig.corpora import open_corpus
from zellig.items import Item, Pair
from zellig.language.lexicon import valence
from zellig.language.parse import parse
from zellig.performers import See, Spec, Victim
from zellig.tasks import Task
from zellig.tasks.sentiment import SENTIMENT

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

TAGS = ("NN", "NNS")
COMMON_FROM = 3  # times a word must occur to be offered
VOWELS = "aeiou"
SOURCE = "rotten-tomatoes:train?labels=binary"
FIRST = 1500
NOUNS = f"{SOURCE}, first {FIRST}"

Vocabulary = Mapping[str, Sequence[str]]


class RandomSubstitution:
    """Makes one pair from each sentence with a word to swap."""

    see: See = "nothing"
    waives = frozenset({"sense", "fluency", "similarity"})  # an edit without a thought behind it

    def __init__(self, vocabulary: Vocabulary | None, source: str) -> None:
        self.spec = Spec("random-substitution", {"vocabulary": source})
        self._given = vocabulary  # None: the common nouns, which are found when they are needed

    @property
    def vocabulary(self) -> Vocabulary:
        """The words it offers."""
        return common_nouns() if self._given is None else self._given

    def break_items(
        self, items: Sequence[Item], seeds: Sequence[int], oracle: Victim | None
    ) -> list[list[Pair]]:
        """One pair, or none where no word without an opinion can be swapped."""
        docs = parse(item.fields["text"] for item in items)
        return [self._pairs(item, doc, seed) for item, doc, seed in zip(items, docs, seeds, strict=True)]

    def _pairs(self, item: Item, doc: Doc, seed: int) -> list[Pair]:
        generator = random.Random(seed)  # noqa: S311  (reproducible choice, not a secret)
        places = [token for token in doc if token.tag_ in TAGS and _plain(token)]
        generator.shuffle(places)
        for token in places:
            choices = [word for word in self.vocabulary.get(token.tag_, ()) if _fits(word, token)]
            if choices:
                return [self._pair(item, doc, token, generator.choice(choices))]
        return []

    def _pair(self, item: Item, doc: Doc, token: Token, word: str) -> Pair:
        text = f"{doc[: token.i].text_with_ws}{word}{token.whitespace_}{doc[token.i + 1 :].text}"
        name = f"{item.id}-{self.spec.name}"
        return Pair(
            id=name,
            original=item,
            modified=Item(name, {"text": text}, item.accepted),
            promise="same",
            phenomenon="random substitution",
            rationale=f"'{token.text}' carries no opinion, nor does '{word}'",
            author=self.spec.name,
            lineage=(self.spec.name,),
        )


def make(task: Task) -> RandomSubstitution:
    """The breaker with the common nouns of review sentences; refuses every task but sentiment."""
    refuse_other_tasks("random-substitution", task, SENTIMENT)
    return RandomSubstitution(None, NOUNS)


@cache
def common_nouns() -> Vocabulary:
    """Common nouns without an opinion, by tag, from the first review sentences for training."""
    return vocabulary_of(item.fields["text"] for item in islice(open_corpus(SOURCE), FIRST))


def vocabulary_of(texts: Iterable[str]) -> dict[str, list[str]]:
    """Common words without an opinion by tag, in the order they first occur."""
    found: dict[str, Counter[str]] = {tag: Counter() for tag in TAGS}
    for doc in parse(texts):
        for token in doc:
            if token.tag_ in found and _plain(token):
                found[token.tag_][token.lower_] += 1
    return {
        tag: [word for word, times in words.items() if times >= COMMON_FROM] for tag, words in found.items()
    }


def _plain(token: Token) -> bool:
    """A lower-case word of letters that carries no opinion and has a meaning of its own."""
    return (
        token.text.isalpha()
        and token.is_lower
        and len(token) > 2
        and not token.is_stop
        and valence(token.lower_) == 0
        and valence(token.lemma_) == 0
    )


def _fits(word: str, token: Token) -> bool:
    """A different word that keeps *a* and *an* right."""
    article = token.i > 0 and token.nbor(-1).lower_ in ("a", "an")
    same_sound = (word[0] in VOWELS) == (token.lower_[0] in VOWELS)
    return word != token.lower_ and (same_sound or not article)
