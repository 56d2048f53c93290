"""Why a system gives an answer: its own evidence, for any answer if it has that, or else occlusion."""

from __future__ import annotations

from msgspec.structs import replace

from zellig.corpora.questions import published_place
from zellig.items import Item
from zellig.performers import Evidence, Span, System, capabilities, without_answers
from zellig.systems.explanation import explain, occlusion_for


def evidence_for(system: System, item: Item, answer: str) -> Evidence:
    """What speaks for an answer to an item."""
    own = getattr(system, "evidence", None)
    if callable(own):
        found: Evidence = own(without_answers(item), answer)
        return found
    if "explains" in capabilities(system):
        return explain(system, [without_answers(item)])[0]  # for the one it gives: it tells of no other
    return occlusion_for(system, without_answers(item), answer)


def as_written(evidence: Evidence, question: Item) -> Evidence:
    """Evidence for what a guesser heard, with its places in what was written: with guides and marks."""

    def moved(span: Span) -> Span:
        # A guide that follows a word is not part of it.
        last = published_place(question, span.end - 1)
        return replace(span, start=published_place(question, span.start), end=last + 1)

    return replace(evidence, spans=tuple(map(moved, evidence.spans)))
