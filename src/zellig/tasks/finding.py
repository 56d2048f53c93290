"""Tasks by name or by file, and how the files of a task of one's own find it again."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from itertools import islice
from pathlib import Path

from zellig.doors import option
from zellig.errors import ZelligError
from zellig.files import write_text
from zellig.notices import note
from zellig.registry import bring, brought, lookup, targets
from zellig.tasks.own import hash_of, read_task, text_of
from zellig.tasks.task import Task

TASK = "task.toml"  # what the description is called in a run, in a system's folder, beside one's data
ENDING = ".toml"
ABOVE = 3  # folders above a file in which its task may lie: run/predictions/system/breaker.jsonl
_READS_FILES: ContextVar[bool] = ContextVar("tasks_of_files", default=True)


@contextmanager
def by_name_only() -> Iterator[None]:
    """In this block no task is read from a file: a name that comes from afar is that of a known task."""
    token = _READS_FILES.set(False)
    try:
        yield
    finally:
        _READS_FILES.reset(token)


def get_task(name: str | Path) -> Task:
    """The task of this name, or the one that a TOML file describes, which from then on has its name.

    Refuses a second task of one name; a file that was written anew counts as it is now.
    """
    if not is_file(name) or not _READS_FILES.get():
        return _named(str(name))
    task = read_task(Path(name))
    known: Task | None = brought("tasks").get(task.name)
    if known is not None and known != task and known.file != task.file:
        raise ZelligError(
            f"this is another task {task.name!r} than the one in {known.file}",
            path=name,
            remedy="Give one of them another name, or use the file that these data were made with.",
        )
    if known is None or known != task:
        bring("tasks", task.name, task)
    elif known.spellings != task.spellings:  # what was read last counts; its file stays where it is
        bring("tasks", task.name, replace(task, file=known.file))
    return task


def is_file(name: str | Path) -> bool:
    """Does this name the file of a task, and not a task?"""
    return isinstance(name, Path) or name.endswith(ENDING)


def name_of(task: str) -> str:
    """The name of a task, which may be given as its file; it is known by it from now on."""
    return get_task(task).name if is_file(task) else task


def task_of_file(name: str, path: str | Path) -> Task:
    """The task that the file at `path` says it is about.

    One of ours; or a description that it names, as seen from its own folder; or the one of this name in a
    `task.toml` beside it or above it; or one that is known already.
    """
    if name in targets("tasks") or not _READS_FILES.get():
        return get_task(name)
    if is_file(name):
        beside = Path(path).parent / name
        return get_task(beside if os.path.isfile(beside) else Path(name))
    for folder in islice(Path(os.path.abspath(path)).parents, ABOVE):
        if (found := _described(folder / TASK)) is not None and found.name == name:
            return get_task(folder / TASK)
    return get_task(name)


def task_beside(path: str | Path) -> str:
    """The name of the task in the folder of a file that does not say its task; empty if there is none."""
    found = Path(path).parent / TASK
    return "" if _described(found) is None else get_task(found).name


def _described(file: Path) -> Task | None:
    """The task in a file that nobody named; anything else is left aside, and that is said."""
    if not os.path.isfile(file):
        return None
    try:
        return read_task(file)
    except ZelligError as error:
        note(f"{file} is left aside, it does not describe a task ({error.what})")
        return None


def keep_task(task: Task, folder: Path) -> None:
    """Put the description of a task of one's own into a folder, where the files of the folder find it."""
    if task.file:
        write_text(folder / TASK, text_of(task))


def stated(task: Task) -> dict[str, str]:
    """What a plan says about its task: of one's own also what it was."""
    return {"task": task.name} | ({"task_hash": hash_of(task)} if task.file else {})


def _named(name: str) -> Task:
    try:
        task: Task = lookup("tasks", name)
    except ZelligError as error:
        file = option("task", f"FILE{ENDING}")
        own = f"One of your own is named by its file, {file}; data find it beside them as {TASK}."
        remedy = f"{error.remedy} {own}"
        raise ZelligError(error.what, remedy=remedy) from None
    return task
