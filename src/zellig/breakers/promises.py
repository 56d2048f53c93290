"""For which tasks a breaker has a promise, and which breakers can do without a system."""

from __future__ import annotations

from zellig.errors import ZelligError
from zellig.performers import Breaker
from zellig.tasks import Task


class NoPromiseError(ZelligError):
    """A breaker cannot say what becomes of the answers of a task."""


def refuse_other_tasks(breaker: str, task: Task, *tasks: Task) -> None:
    """Refuse a task that is none of those for which the breaker has a promise."""
    if task not in tasks:
        raise NoPromiseError(
            f"{breaker} has no promise for the task {task.name}",
            remedy=f"It is for {', '.join(each.name for each in tasks)}.",
        )


def refuse_fakes(breaker: str, task: Task) -> None:
    """Refuse a task where any changed text is a fake: what says the same does not have the same answer."""
    if not task.about_meaning:
        raise NoPromiseError(
            f"{breaker} has no promise for the task {task.name}",
            remedy="It is for tasks about what a text says; see docs/reference/fakes.md for others.",
        )


def refuse_asking(breaker: Breaker) -> None:
    """Refuse a breaker that has to ask a system, where there is none."""
    if breaker.see != "nothing":
        raise ZelligError(
            f"{breaker.spec.name!r} breaks systems by asking them, and here there is none to be asked",
            remedy="docs/reference/fakes.md has those that ask nobody.",
        )
