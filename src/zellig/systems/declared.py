"""What a system says of itself: its task and its labels; and whether it can be asked about items of a task.

Answers of a system of another task must not be counted: a word such as *neutral* may be an answer in both.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from zellig.errors import ZelligError
from zellig.own_objects import called
from zellig.performers import System
from zellig.systems.card import CARD, Card, read_card
from zellig.tasks import Task, get_task
from zellig.tasks.finding import by_name_only
from zellig.texts import shown


def declared_task(name: str | None, system: System) -> str | None:
    """The task a system says it is for, if it says one."""
    if (card := _card(name, system)) is not None:
        return card.task
    task = getattr(system, "task", None)
    return task if isinstance(task, str) else getattr(task, "name", None)


def declared_labels(name: str | None, system: System) -> tuple[str, ...]:
    """The labels a system says it gives, if it says them."""
    if (card := _card(name, system)) is not None:
        return card.labels
    return tuple(getattr(system, "labels", None) or ())


def refuse_other_task(name: str | None, system: System, task: Task) -> None:
    """Refuse a system that is for another task than the items it would be asked about.

    One that does not say its task is let through, and so is one whose task has no other fields and whose
    labels are answers here, too: `qasrl` and `qasrl-f1`, or a task of one's own.
    """
    declared = declared_task(name, system)
    if declared in (None, task.name) or _can_answer(str(declared), declared_labels(name, system), task):
        return
    known_as = called(name) if name else system.spec.name
    in_its_name = f", or say ?task={task.name} in its name" if "?task=" in known_as else ""
    raise ZelligError(
        f"the system {shown(known_as)} is for the task {declared}, and the items are of the task {task.name}",
        remedy=f"Choose a system for {task.name}{in_its_name}, or data of the system's task.",
    )


def _can_answer(declared: str, labels: tuple[str, ...], task: Task) -> bool:
    """Can a system of the declared task read items of this one, and are its answers answers of it?"""
    try:
        with by_name_only():  # who declares it may be far away
            own = get_task(declared)
    except ZelligError:  # nobody knows it here
        return False
    answers = labels or own.labels
    if not set(own.fields) <= set(task.fields) or bool(answers) != bool(task.labels):
        return False
    with suppress(ZelligError):
        return all(task.given(each) for each in answers)
    return False


def training_folder(system: System, name: str | None) -> Path | None:
    """Where a system lies that may have been trained, also if it was loaded and is known as an object."""
    found: Path | None = getattr(system, "trained_in", None)
    return found or (None if name is None else Path(name))


def is_trained(name: str | Path) -> bool:
    """Is this the folder of a trained system?"""
    return os.path.isfile(Path(name) / CARD)  # Path.is_file fails on a command that is too long to be a name


def _card(name: str | None, system: System) -> Card | None:
    folder = training_folder(system, name)
    return None if folder is None or not is_trained(folder) else read_card(folder)
