"""Small changes that need no clause: another order of what *and* joins, *that* that comes or goes."""

from __future__ import annotations

from zellig.language.clause import Clause, RefusedError
from zellig.language.variants import VARIANTS
from zellig.transform.change import Change

NAMES = tuple(VARIANTS)


def of(clause: Clause, name: str) -> Change:
    """The sentence with the first change of this name that was found in it."""
    for step, variant in clause.variants:
        if step == name:
            return Change(variant, "equivalent")
    raise RefusedError("nothing to change")
