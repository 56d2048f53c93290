"""`zellig tasks`: what a system can be asked."""

from __future__ import annotations

import typer

from zellig.cli.options import HowToPrint
from zellig.cli.output import Format, print_json, show_table

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
            ", ".join(f"{one} to {other}" for one, other in task.flips.items()) or "-",
            task.question,
        )
        for task in tasks
    )
    show_table(("task", "fields", "editable", "answers", "flips", "question"), rows)
