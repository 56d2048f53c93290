"""`zellig check`: a gate for the system you ship."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zellig.cli.options import AllowOverlap, Report
from zellig.cli.output import (
    in_colour,
    print_json,
    print_line,
    progress_of,
    say,
    say_styled,
    show_table,
    whether_read_or_not,
)
from zellig.cli.paths import Names
from zellig.errors import ZelligError

if TYPE_CHECKING:
    from zellig.games.breaking.gate import Decision


class GateFormat(StrEnum):
    """How a decision is printed."""

    table = "table"
    json = "json"
    github = "github"


def check(
    run: Annotated[
        Path, typer.Argument(help="A run's folder, any with pairs/*.jsonl, or a file of pairs."), Names.path
    ],
    system: Annotated[
        str, typer.Option(help="The system to let through: a trained folder or an adapter."), Names.system
    ],
    *,
    min_passed: Annotated[
        float | None, typer.Option(min=0, max=100, help="Percent of pairs with both sides right, at least.")
    ] = None,
    min_accuracy: Annotated[
        float | None, typer.Option(min=0, max=100, help="Percent of originals answered right, at least.")
    ] = None,
    limits: Annotated[
        Path | None, typer.Option(help="A TOML file: percent passed, by phenomenon."), Names.path
    ] = None,
    baseline: Annotated[
        str | None,
        typer.Option(help="The system before, or its stored result: fails on a regression."),
        Names.baseline,
    ] = None,
    store: Annotated[
        Path | None, typer.Option(help="Store the result here, as a later baseline (JSON)."), Names.known
    ] = None,
    junit: Annotated[
        Path | None, typer.Option(help="Write the decision here for a build server (XML)."), Names.file
    ] = None,
    report: Report = None,
    task: Annotated[str | None, typer.Option(help="The task, where the files do not say it.")] = None,
    allow_overlap: AllowOverlap = False,
    format: Annotated[GateFormat, typer.Option(help="How to print the decision.")] = GateFormat.table,
) -> None:
    """Put the pairs of a run to a system: exit code 0 if it passes, 1 if not, 2 if it cannot be decided."""
    from zellig.files import write_text
    from zellig.front.gate import gate

    title = f"zellig check {run}"
    try:
        with progress_of() as told:
            found = gate(
                run,
                system=system,
                min_passed=min_passed,
                min_accuracy=min_accuracy,
                limits=limits,
                baseline=baseline,
                store=store,
                task=task,
                allow_overlap=allow_overlap,
                progress=told,
            )
    except ZelligError as error:
        if junit is not None:
            from zellig.report.junit import junit_of_trouble

            write_text(junit, junit_of_trouble(error, title))
        raise
    decision = found.decision
    if junit is not None:
        from zellig.report import junit as xml

        write_text(junit, xml.junit(decision, title))
    if report is not None:
        found.report(report)
    with whether_read_or_not():  # the exit code is the decision's, also if nobody reads all of the words
        _print(decision, format)
        if store is not None and decision.passes and format is GateFormat.table:
            say(f"The result is stored in {store}.")
        if report is not None and format is GateFormat.table:
            say(f"The page is {report}.")
    if not decision.passes:
        raise typer.Exit(1)


def _print(decision: Decision, format: GateFormat) -> None:
    if format is GateFormat.json:
        print_json(decision)
    elif format is GateFormat.github:
        from zellig.report.github import github

        for line in github(decision):
            print_line(line)
    else:
        _print_table(decision)


def _print_table(decision: Decision) -> None:
    from zellig.report.gate import conclusion, heads, rows, sentences, show_example, worst

    show_table(heads(decision), *rows(decision), title=decision.system, boxed=False, numbers=True)
    for sentence in sentences(decision):
        say(sentence)
    for example in worst(decision):
        say_styled([])
        for line in show_example(example, decision.task, colour=in_colour()):
            say_styled(line)
    say(conclusion(decision))
