"""Items with an answer: from others nothing can be learnt, and no answer to them is right or wrong."""

from __future__ import annotations

from zellig.corpora.corpus import Corpus
from zellig.items import Item
from zellig.notices import note, warn
from zellig.own_objects import HERE


def answered(corpus: Corpus, limit: int | None = None) -> list[Item]:
    """Those among the first items that have an answer; how many others there are, and what the reader left
    out, is said. Whoever gets none has to refuse."""
    every = list(corpus.first(limit))
    found = [item for item in every if item.accepted]
    named, without = corpus.spec.removeprefix(HERE), len(every) - len(found)
    if found and without:
        warn(f"{without:,} of the {len(every):,} items of {named} have no answer, and are left out")
    if found:
        for reason, number in corpus.skipped.items():
            note(f"{named}: {number:,} left out ({reason})")
    return found
