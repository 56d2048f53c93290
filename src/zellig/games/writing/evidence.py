"""Why a system gives an answer: its evidence for any answer, if it has that, else for the one it gives."""

from __future__ import annotations

from zellig.items import Item
from zellig.performers import Evidence, System, without_answers
from zellig.systems.explanation import explain


def evidence_for(system: System, item: Item, answer: str) -> Evidence:
    """What speaks for an answer to an item."""
    own = getattr(system, "evidence", None)
    if callable(own):
        found: Evidence = own(without_answers(item), answer)
        return found
    return explain(system, [without_answers(item)])[0]
