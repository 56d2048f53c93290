"""`zellig tasks`: what a system can be asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from zellig.cli.options import HowToPrint
from zellig.cli.output import Format, print_json, show_table

if TYPE_CHECKING:
    from zellig.tasks import Task

app = typer.Typer(no_args_is_help=True)


@app.callback()
def _group() -> None:
    """Tasks: what a system can be asked."""


@app.command("list")
def list_tasks(format: HowToPrint = Format.table) -> None:
    """Show every task: its fields, which of them a pair may edit, its answers, and which of them flip."""
    from zellig.registry import names
    from zellig.tasks import get_task

    tasks = [get_task(name) for name in names("tasks")]
    if format is Format.json:
        print_json(tasks)
        return
    rows = (
        (
            task.name,
            ", ".join(task.fields),
            ", ".join(task.editable),
            ", ".join(task.labels) or "open",
            _flips(task),
            task.question,
        )
        for task in tasks
    )
    show_table(("task", "fields", "editable", "answers", "flips", "question"), rows)


@app.command()
def show(
    task: Annotated[str, typer.Argument(metavar="TASK", help="A name, or the TOML file of your own.")],
    format: HowToPrint = Format.table,
) -> None:
    """Check a task, and say what it is: answers, rules of its own, and the breakers that are for it."""
    from zellig.breakers.catalogue import breakers_for
    from zellig.tasks import get_task
    from zellig.transform.plan import check_rules

    found = get_task(task)
    check_rules(found)
    if format is Format.json:
        print_json(found)
    else:
        show_table(("", ""), [*_rows(found), ("breakers", ", ".join(breakers_for(found)))], boxed=False)


def _rows(task: Task) -> Iterator[tuple[str, str]]:
    yield "name", task.name
    yield "question", task.question
    yield "fields", ", ".join(task.fields)
    yield "editable", ", ".join(task.editable)
    yield "answers", "\n".join(_answer(task, label) for label in task.labels) or "open"
    yield "in order", "yes, the lowest first" if task.ordered else "no"
    yield "flips", _flips(task)
    yield "domain", task.domain or "-"
    for rule in task.rules:
        spoken_of = ", ".join(rule.only_if) or "any answer"
        yield f"rule {rule.phenomenon}", f"{spoken_of}: {rule.promise} {rule.value}".rstrip()


def _answer(task: Task, label: str) -> str:
    said = [task.words[label]] if label in task.words else []
    names = [*said, *task.spellings.get(label, ())]
    return f"{label} ({', '.join(names)})" if names else label


def _flips(task: Task) -> str:
    return ", ".join(f"{one} to {other}" for one, other in task.flips.items()) or "-"
