"""Any constraint violated: of those that a sentence allows, chance takes one."""

from __future__ import annotations

from zellig.breakers.fakes import agreement, argument_structure, binding, case, word_order
from zellig.breakers.fakes.violator import Violator
from zellig.tasks import Task

CONSTRAINTS = (agreement, case, binding, argument_structure, word_order)


def make(task: Task) -> Violator:
    """The breaker with all the constraints."""
    return Violator("violate", task, {each.PHENOMENON: each.violations for each in CONSTRAINTS})
