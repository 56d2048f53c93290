"""`zellig quiz`: how people and systems answer questions that they hear piece by piece."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zellig.cli.options import HowToPrint
from zellig.cli.output import Format, print_json, say, show_table
from zellig.cli.paths import Names

app = typer.Typer(no_args_is_help=True)

MOST = 20  # categories that the table shows


@app.callback()
def _group() -> None:
    """A group, although it has one command."""


@app.command()
def people(
    buzzes: Annotated[
        Path, typer.Argument(help="A table with a row for each buzz (CSV, also .gz)."), Names.path
    ],
    questions: Annotated[
        Path, typer.Option(help="The questions that they are on (JSON lines, also .gz)."), Names.path
    ],
    *,
    picture: Annotated[
        Path | None, typer.Option(help="Draw the curve of people here (SVG)."), Names.file
    ] = None,
    format: HowToPrint = Format.table,
) -> None:
    """Say when people buzzed and how often they were right: by ability, category and question."""
    from zellig.front.people import quiz_people
    from zellig.report.people import HEADS, buzzing_cells, people_in_words

    found = quiz_people(buzzes, questions=questions)
    figures = found.figures
    if picture is not None:
        found.picture(picture)
    if format is Format.json:
        print_json(figures)
        return
    categories = [buzzing_cells(*row) for row in figures.categories.items()]
    show_table(
        HEADS,
        [buzzing_cells("all", figures.every)],
        [buzzing_cells(*row) for row in figures.abilities.items()],
        categories[:MOST],
        boxed=False,
        numbers=True,
    )
    if len(categories) > MOST:
        say(f"{len(categories) - MOST} smaller categories, and every question, are in --format json.")
    for sentence in people_in_words(figures):
        say(f"• {sentence}")
    if picture is not None:
        say(f"The picture is in {picture}.")
