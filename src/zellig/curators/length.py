"""The curator `length`: texts of a certain length in words."""

from __future__ import annotations

from collections.abc import Sequence

from zellig.curators.walk import Walk, with_metadata, words_of
from zellig.errors import ZelligError
from zellig.items import Item
from zellig.performers import Spec


def make(corpus: str, *, shortest: int = 5, longest: int = 15, justification: str = "") -> Walk:
    """The curator; the number of words is metadata."""
    if not 1 <= shortest <= longest:
        raise ZelligError(
            f"no text has {shortest} to {longest} words", remedy="Give 1 <= shortest <= longest."
        )

    def fitting(items: Sequence[Item], seed: int) -> list[Item]:
        counted = [(item, len(words_of(item.fields["text"]))) for item in items]
        return [with_metadata(item, "words", n) for item, n in counted if shortest <= n <= longest]

    params = {"corpus": corpus, "shortest": shortest, "longest": longest, "justification": justification}
    why = f"Only texts of {shortest} to {longest} words, so that length plays a small part."
    return Walk(Spec("length", params), why, corpus, narrow=fitting)
