"""What a corpus is made of: how often each class of sentence occurs, field by field.

Every sentence counts, those too that the clause reader refuses; a text that a field repeats counts once,
since the intervals take sentences for independent of each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import islice

import msgspec

from zellig.engine import IN_PROCESS, Engine
from zellig.items import Item
from zellig.language.parse import parse
from zellig.language.sentence_classes import CLASSES, classes_of
from zellig.language.tokens import sentence_of
from zellig.measures.intervals import wilson
from zellig.tasks import get_task

CHUNK = 64  # items analysed together
LONGEST_PIECE = 20_000  # characters: the parser's memory grows with the text, so longer ones are cut
DIGITS = 6  # of a share


class ClassShare(msgspec.Struct, frozen=True):
    """How many sentences are of a class; without sentences there is no share."""

    count: int
    share: float | None
    interval: tuple[float, float] | None  # 95%, Wilson's


class FieldAnalysis(msgspec.Struct, frozen=True):
    """The sentences of one field."""

    texts: int
    repeated_texts: int  # seen before in the same field, and not counted again
    sentences: int
    mean_words: float | None
    classes: dict[str, ClassShare]


class Analysis(msgspec.Struct, frozen=True):
    """What a corpus is made of."""

    items: int
    fields: dict[str, FieldAnalysis]


@dataclass
class _Tally:
    """The counts of one field."""

    texts: int = 0
    repeated: int = 0
    sentences: int = 0
    words: int = 0
    classes: Counter[str] = field(default_factory=Counter)

    def add(self, other: _Tally) -> None:
        for name in ("texts", "repeated", "sentences", "words"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.classes += other.classes


@dataclass(frozen=True)
class _Chunk:
    """The texts of some items by their field, each text only where the field has it for the first time."""

    items: int
    texts: dict[str, list[str]]
    repeated: dict[str, int]


def analyse(
    items: Iterable[Item],
    task: str,
    *,
    engine: Engine = IN_PROCESS,
    told: Callable[[int], None] = lambda n: None,
) -> Analysis:
    """Classify the sentences of every field that may be edited; `told` hears how many items are done."""
    names = get_task(task).editable
    total, tallies = 0, {name: _Tally() for name in names}
    for done, counted in engine.in_order(_work, _chunks(items, names)):
        total += done
        told(done)
        for name, tally in counted.items():
            tallies[name].add(tally)
    return Analysis(total, {name: _shares(tally) for name, tally in tallies.items()})


def _chunks(items: Iterable[Item], names: Iterable[str]) -> Iterator[_Chunk]:
    seen: dict[str, set[bytes]] = {name: set() for name in names}
    source = iter(items)
    while chunk := list(islice(source, CHUNK)):
        texts: dict[str, list[str]] = {name: [] for name in seen}
        repeated = dict.fromkeys(seen, 0)
        for name, known in seen.items():
            for item in chunk:
                text = item.fields.get(name, "")
                mark = blake2b(text.encode(errors="surrogatepass"), digest_size=16).digest()
                if mark in known:
                    repeated[name] += 1
                else:
                    known.add(mark)
                    texts[name].append(text)
        yield _Chunk(len(chunk), texts, repeated)


def _work(chunk: _Chunk) -> tuple[int, dict[str, _Tally]]:
    tallies = {}
    for name, texts in chunk.texts.items():
        tally = tallies[name] = _Tally(len(texts), chunk.repeated[name])
        for text, classes in classified(texts):
            tally.sentences += 1
            tally.words += sum(_has_letters(word) for word in text.split())
            tally.classes.update(classes)
    return chunk.items, tallies


def classified(texts: Iterable[str]) -> Iterator[tuple[str, set[str]]]:
    """Every sentence of these texts, as the parser divides them, with its classes."""
    for doc in parse(piece for text in texts for piece in _pieces(text)):
        for span in doc.sents:
            if _has_letters(span.text):  # a lone mark or picture is no sentence
                yield span.text, classes_of(sentence_of(span))


def _pieces(text: str) -> Iterator[str]:
    """The text, cut between words where it is too long for the parser."""
    while len(text) > LONGEST_PIECE:
        cut = text.rfind(" ", 0, LONGEST_PIECE) + 1 or LONGEST_PIECE
        yield text[:cut]
        text = text[cut:]
    yield text


def _has_letters(text: str) -> bool:
    return any(map(str.isalnum, text))


def _shares(tally: _Tally) -> FieldAnalysis:
    n = tally.sentences
    return FieldAnalysis(
        tally.texts,
        tally.repeated,
        n,
        round(tally.words / n, 2) if n else None,
        {name: _share(tally.classes[name], n) for name in CLASSES},
    )


def _share(count: int, n: int) -> ClassShare:
    if not n:
        return ClassShare(count, None, None)
    low, high = (round(float(end), DIGITS) for end in wilson(count / n, n))
    return ClassShare(count, round(count / n, DIGITS), (low, high))
