"""Compositions: several single steps on one clause, in an order that is always the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from zellig.language.clause import Clause, RefusedError
from zellig.language.verb_reading import has_known_forms
from zellig.transform.catalogue import KINDS, TRANSFORMATIONS, rank
from zellig.transform.change import Change, Meaning

JOIN = "+"
UNREAD = frozenset(
    {*KINDS["form"], *KINDS["variant"]}
)  # what can be done to a sentence that is no clause for us


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
    return Steps(clause).apply(name)


class Steps:
    """What becomes of one clause; a step that begins several compositions is done once."""

    def __init__(self, clause: Clause) -> None:
        self._done: dict[tuple[str, ...], Change | RefusedError] = {(): Change(clause, "equivalent")}

    def apply(self, name: str) -> Change:
        """As `apply` says."""
        found = self._after(tuple(sorted(name.split(JOIN), key=rank)))
        if isinstance(found, RefusedError):
            raise found
        if found.clause.predicates and not has_known_forms(found.clause.verb):
            raise RefusedError("unknown verb")
        return found

    def _after(self, steps: tuple[str, ...]) -> Change | RefusedError:
        if steps not in self._done:
            before = self._after(steps[:-1])
            self._done[steps] = before if isinstance(before, RefusedError) else _next(before, steps[-1])
        return self._done[steps]


def _next(before: Change, step: str) -> Change | RefusedError:
    if before.clause.unread and step not in UNREAD:
        return RefusedError(before.clause.unread)
    try:
        change = TRANSFORMATIONS[step](before.clause)
    except RefusedError as refused:
        return refused
    if change.clause == before.clause:
        return RefusedError("already so")
    # What else the sentence was read as is no longer so.
    return Change(replace(change.clause, asides=(), variants=()), joined(before.meaning, change.meaning))


def joined(before: Meaning, after: Meaning) -> Meaning:
    """The meaning of the last clause beside the first, if two steps tell it."""
    if before == "equivalent":
        return after
    return before if after == "equivalent" else "none"
