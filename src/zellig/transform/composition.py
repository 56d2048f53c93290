"""Compositions: several single steps on one clause, in an order that is always the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from zellig.language.clause import Clause, RefusedError
from zellig.language.verb_reading import has_known_forms
from zellig.transform.catalogue import TRANSFORMATIONS, rank
from zellig.transform.change import Change, Meaning

JOIN = "+"


def names_up_to(phenomena: Sequence[str], depth: int) -> Iterator[str]:
    """Single steps and their legal sequences: at most one of each kind, kinds in their order."""
    ordered = sorted(phenomena, key=lambda name: (rank(name), name))
    for size in range(1, depth + 1):
        for steps in combinations(ordered, size):
            ranks = [rank(step) for step in steps]
            if len(set(ranks)) == size:
                yield JOIN.join(steps)


def apply(clause: Clause, name: str) -> Change:
    """The result of one step, or of a composition in the order of kinds; refuses where any step does."""
    meaning: Meaning = "equivalent"
    for step in sorted(name.split(JOIN), key=rank):
        change = TRANSFORMATIONS[step](clause)
        if change.clause == clause:
            raise RefusedError("already so")
        clause, meaning = change.clause, joined(meaning, change.meaning)
    if not has_known_forms(clause.verb):
        raise RefusedError("unknown verb")
    return Change(clause, meaning)


def joined(before: Meaning, after: Meaning) -> Meaning:
    """The meaning of the last clause beside the first, if two steps tell it."""
    if before == "equivalent":
        return after
    return before if after == "equivalent" else "none"
