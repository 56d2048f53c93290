"""The words of an item that a search may change, and the texts that come of changing them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from zellig.items import Item
from zellig.language.inflection import with_article
from zellig.language.parse import parse
from zellig.performers import Evidence

BATCH = 32  # items that are parsed at once: more need more memory and are no faster
LONGEST = 4000  # characters of a field that are searched; the rest of a longer text stays as it is
# Metadata about a question: words are replaced one for one, and neither it nor its predicate is changed.
STILL_TRUE = ("predicate_index", "slots")

if TYPE_CHECKING:
    from spacy.tokens import Doc

Fields = tuple[str, ...]  # the texts of the edited fields, in their order


class Word(NamedTuple):
    """A word in its context."""

    text: str
    low: str
    tag: str  # Penn tag


class State(NamedTuple):
    """The words as they are now, and the places that were changed, in order.

    A probe only asks how important a word is: it is no candidate.
    """

    words: tuple[str, ...]
    changed: tuple[int, ...] = ()
    probe: bool = False


@dataclass(frozen=True)
class Passage:
    """The editable fields of an item as one sequence of words."""

    item: Item
    names: tuple[str, ...]  # of the edited fields
    words: tuple[Word, ...]
    gaps: tuple[str, ...]  # what stands before each word
    ends: tuple[int, ...]  # where the words of each field end
    tails: tuple[str, ...]  # what stands after the last word of each field
    articles: frozenset[int]  # places of *a* or *an* before a word

    @property
    def start(self) -> State:
        """Nothing is changed yet."""
        return State(tuple(word.text for word in self.words))

    def with_fixed_articles(self) -> Passage:
        """The same, but an article stays as it is whatever comes after it."""
        return replace(self, articles=frozenset())

    def put(self, state: State, place: int, word: str, *, probe: bool = False) -> State:
        """Another word at a place; an article before it is kept right. An empty word is a deletion."""
        words = [*state.words]
        words[place] = word
        if place - 1 in self.articles and word:
            article = with_article(word).partition(" ")[0]
            words[place - 1] = cased(article, like=state.words[place - 1])
        return State(tuple(words), (*state.changed, place), probe)

    def fields(self, state: State) -> Fields:
        """The texts of the edited fields."""
        if len(self.names) == 1 and "" not in state.words:
            return (
                "".join([gap + word for gap, word in zip(self.gaps, state.words, strict=True)])
                + self.tails[0],
            )
        return tuple(
            self._text(state, *part) for part in zip((0, *self.ends), self.ends, self.tails, strict=False)
        )

    def _text(self, state: State, begin: int, end: int, tail: str) -> str:
        """The text of the words of one field; a word that is gone takes the space before it along."""
        left = [place for place in range(begin, end) if state.words[place]]
        text = "".join(self.gaps[place] + state.words[place] for place in left)
        return (text if left[:1] == [begin] else text.lstrip()) + tail

    def weights(self, evidence: Evidence) -> dict[int, float]:
        """The weight of each word: the sum of the weights of the spans that it has a part in."""
        found = dict.fromkeys(range(len(self.words)), 0.0)
        for name, begin, end in zip(self.names, (0, *self.ends), self.ends, strict=False):
            spans = [span for span in evidence.spans if span.field == name]
            at = 0
            for place in range(begin, end):
                start = at + len(self.gaps[place])
                at = start + len(self.words[place].text)
                found[place] = sum(span.weight for span in spans if span.start < at and start < span.end)
        return found

    def changed_item(self, fields: Fields, name: str, accepted: tuple[str, ...] = ()) -> Item:
        """The item with other texts; most metadata (a tree, say) spoke about the old ones."""
        kept = {name: value for name, value in self.item.metadata.items() if name in STILL_TRUE}
        return Item(name, {**self.item.fields, **dict(zip(self.names, fields, strict=True))}, accepted, kept)


def passages(items: Sequence[Item], editable: Sequence[str]) -> Iterator[Passage]:
    """The passages of items: those of the editable fields that they have."""
    for start in range(0, len(items), BATCH):
        batch = items[start : start + BATCH]
        named = [tuple(name for name in editable if name in item.fields) for item in batch]
        texts = [
            item.fields[name][:LONGEST] for item, names in zip(batch, named, strict=True) for name in names
        ]
        docs = parse(texts, lean=True)
        yield from (_passage(item, names, docs) for item, names in zip(batch, named, strict=True))


def _passage(item: Item, names: tuple[str, ...], docs: Iterator[Doc]) -> Passage:
    words: list[Word] = []
    gaps: list[str] = []
    ends: list[int] = []
    tails: list[str] = []
    articles: set[int] = set()
    for text, doc in zip((item.fields[name] for name in names), docs, strict=False):
        tokens = [token for token in doc if not token.is_space]
        end, first = 0, len(words)
        for token in tokens:
            gaps.append(text[end : token.idx])
            end = token.idx + len(token)
        words += [Word(token.text, token.lower_, token.tag_) for token in tokens]
        articles.update(_articles(words[first:], first))
        ends.append(len(words))
        tails.append(text[end:])
    return Passage(item, names, tuple(words), tuple(gaps), tuple(ends), tuple(tails), frozenset(articles))


def _articles(words: Iterable[Word], first: int) -> Iterator[int]:
    for place, (word, after) in enumerate(pairwise(words), first):
        if word.low in ("a", "an") and after.text[0].isalpha():
            yield place


def cased(word: str, like: str) -> str:
    """A lower-case word with the capitals of another one."""
    if like.isupper() and len(like) > 1:
        return word.upper()
    return word[:1].upper() + word[1:] if like[:1].isupper() else word
