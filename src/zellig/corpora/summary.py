"""Which corpora there are, and what one of them holds."""

from __future__ import annotations

from collections import Counter

import msgspec

from zellig.corpora.corpus import Corpus, Reader
from zellig.items import Item
from zellig.registry import lookup, names
from zellig.tasks import get_task


class Summary(msgspec.Struct, frozen=True):
    """A corpus in a few numbers; `labels` is empty for tasks with open answers."""

    spec: str
    name: str
    description: str
    task: str
    split: str | None
    licence: str
    citation: str
    items: int
    labels: dict[str, int]
    unanswered: int
    skipped: dict[str, int]
    first: tuple[Item, ...]


def all_readers() -> list[Reader]:
    """Every corpus and reader there is, in order of the alphabet."""
    return [lookup("corpora", name) for name in names("corpora")]


def summarise(corpus: Corpus, first: int = 3) -> Summary:
    """Read the whole corpus once and count."""
    labelled = bool(get_task(corpus.task).labels)
    labels: Counter[str] = Counter()
    shown: list[Item] = []
    count = unanswered = 0
    for item in corpus:
        count += 1
        unanswered += not item.accepted
        if labelled and item.accepted:
            labels[" or ".join(item.accepted)] += 1
        if len(shown) < first:
            shown.append(item)
    return Summary(
        spec=corpus.spec,
        name=corpus.name,
        description=corpus.reader.description,
        task=corpus.task,
        split=corpus.split,
        licence=corpus.licence,
        citation=corpus.citation,
        items=count,
        labels=dict(sorted(labels.items())),
        unanswered=unanswered,
        skipped=dict(corpus.skipped),
        first=tuple(shown),
    )
