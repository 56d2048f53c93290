"""Small changes for which a few words of a sentence must be understood, whatever else it says."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from zellig.language.clause import Clause
from zellig.language.that_clauses import with_that, without_that
from zellig.language.tokens import Sentence
from zellig.language.twins import twins

VARIANTS: dict[str, Callable[[Sentence], Iterator[Clause]]] = {
    "and-order": twins,
    "add-that": with_that,
    "drop-that": without_that,
}


def variants(sentence: Sentence) -> Iterator[tuple[str, Clause]]:
    """Every one that is found, by its name."""
    for name, find in VARIANTS.items():
        for clause in find(sentence):
            yield name, clause
