"""For which tasks a breaker has a promise."""

from __future__ import annotations

from zellig.errors import ZelligError
from zellig.tasks import Task


class NoPromiseError(ZelligError):
    """A breaker cannot say what becomes of the answers of a task."""


def refuse_other_tasks(breaker: str, task: Task, *tasks: Task) -> None:
    """Refuse a task that is none of those for which the breaker has a promise."""
    if task not in tasks:
        raise NoPromiseError(
            f"{breaker} has no promise for the task {task.name}",
            remedy=f"It is for {' and '.join(each.name for each in tasks)}.",
        )
