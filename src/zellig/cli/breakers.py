"""`zellig breakers`: what breakers there are, and what one of them is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from zellig.cli.options import HowToPrint
from zellig.cli.output import Format, print_json, show_table
from zellig.cli.paths import Names

if TYPE_CHECKING:
    from zellig.breakers.catalogue import Described

app = typer.Typer(no_args_is_help=True)


@app.command("list")
def list_breakers(format: HowToPrint = Format.table) -> None:
    """Show every breaker: its tasks, what it sees of a system, the extra it needs; then the strategies."""
    from zellig.breakers.catalogue import all_breakers

    found = all_breakers()
    if format is Format.json:
        print_json(found)
        return
    registered = [_row(each) for each in found if each.strategy is None]
    strategies = [_row(each) for each in found if each.strategy is not None]
    show_table(("breaker", "tasks", "sees", "extra", "what it does"), registered, strategies)


def _row(breaker: Described) -> tuple[str, ...]:
    off = " (off)" if breaker.strategy and breaker.strategy.off else ""
    about = breaker.about.splitlines()[0]
    return (
        breaker.name + off,
        ", ".join(breaker.tasks) or "-",
        breaker.see or "-",
        breaker.extra or "-",
        about,
    )


@app.command()
def show(
    breaker: Annotated[
        str,
        typer.Argument(metavar="BREAKER", help="A name, a strategy, a trained folder or py:..."),
        Names.breaker,
    ],
    format: HowToPrint = Format.table,
) -> None:
    """Say what a breaker is: paper, conditions, parameters, what it needs; and what a strategy promises."""
    from zellig.breakers.catalogue import describe

    found = describe(breaker)
    if format is Format.json:
        print_json(found)
    else:
        show_table(("", ""), _rows(found), boxed=False)


def _rows(breaker: Described) -> Iterator[tuple[str, str]]:
    yield "name", breaker.name
    yield "about", breaker.about or "-"
    yield "tasks", ", ".join(breaker.tasks) or "-"
    yield "sees", breaker.see or "-"
    yield "needs of the system", ", ".join(breaker.needs) or "-"
    yield "extra", breaker.extra or "-"
    if breaker.spec is not None:
        yield "version", breaker.spec.version
        params = (f"{name}: {value}" for name, value in breaker.spec.params.items())
        yield "parameters", "\n".join(params) or "-"
    if (row := breaker.strategy) is not None:
        yield "class", row.class_
        yield "template", row.template
        yield "conditions", row.conditions
        for task, promised in row.promise.items():
            said = (f"{label}: {' or '.join(each)}" for label, each in promised.items())
            yield f"promise in {task}", "\n".join(said)
        yield "among `strategies`", "no: only by its name" if row.off else "yes"
        yield "for example", f"{row.examples[0].original}\n{row.examples[0].modified}"
