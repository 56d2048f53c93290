"""Any constraint violated: of those that a sentence allows, chance takes one."""

from __future__ import annotations

from zellig.breakers.fakes import agreement, argument_structure, binding, case, word_order
from zellig.breakers.fakes.violator import Violator
from zellig.breakers.promises import refuse_other_tasks
from zellig.tasks import Task
from zellig.tasks.is_fake import IS_FAKE

CONSTRAINTS = (agreement, case, binding, argument_structure, word_order)


def make(task: Task) -> Violator:
    """The breaker with all the constraints."""
    refuse_other_tasks("violate", task, IS_FAKE)
    return Violator("violate", {each.PHENOMENON: each.violations for each in CONSTRAINTS})
