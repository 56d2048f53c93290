"""What the breakers of the arena share: a fake as a pair, and a breaker that is one function."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from zellig.corpora import open_corpus
from zellig.errors import ZelligError
from zellig.items import Item, Pair
from zellig.performers import See, Spec, Victim
from zellig.tasks import get_task
from zellig.tasks.is_fake import FAKE

CORPUS = "rotten-tomatoes:train"  # where a breaker learns from, unless it is told otherwise
FIELD = "text"

Write = Callable[[str, random.Random], str | None]  # a text and chance -> another text, or nothing


class Writer:
    """A breaker that makes a text from a text alone."""

    see: See = "nothing"

    def __init__(self, spec: Spec, write: Write, phenomenon: str) -> None:
        self.spec, self._write, self._phenomenon = spec, write, phenomenon

    def break_items(
        self, items: Sequence[Item], seeds: Sequence[int], oracle: Victim | None
    ) -> list[list[Pair]]:
        """One pair, or none where there is no other text to make."""
        return [
            fakes(self.spec.name, item, self._write(item.fields[FIELD], chance(seed)), self._phenomenon)
            for item, seed in zip(items, seeds, strict=True)
        ]


def fakes(author: str, item: Item, text: str | None, phenomenon: str) -> list[Pair]:
    """The pair of a text and a fake; none if there is no fake, or the two differ in white space alone."""
    if text is None or not text.strip() or text.split() == item.fields[FIELD].split():
        return []
    return [pair(author, item, text, phenomenon)]


def pair(author: str, item: Item, text: str, phenomenon: str) -> Pair:
    """The pair of a text and a fake, whatever the fake."""
    name = f"{item.id}-{author}"
    return Pair(
        id=name,
        original=item,
        modified=Item(name, {FIELD: text}, (FAKE,)),
        promise="flip",
        phenomenon=phenomenon,
        author=author,
        lineage=(author,),
    )


def chance(seed: int) -> random.Random:
    """The generator of one round."""
    return random.Random(seed)  # noqa: S311  (reproducible choice, not a secret)


def texts_of(corpus: str) -> Iterator[str]:
    """The texts of a corpus."""
    source = open_corpus(corpus)
    task = get_task(source.task)
    return (task.text(item) for item in source)


def refuse_below(least: int, name: str, value: int) -> None:
    """Refuse a parameter that is too small."""
    if value < least:
        raise ZelligError(f"{name} = {value} makes no sense", remedy=f"Give {least} or more.")
