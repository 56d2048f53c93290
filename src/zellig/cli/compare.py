"""`zellig compare`: two runs, or two systems of one, side by side."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zellig.cli.options import HowToPrint, Report
from zellig.cli.output import Format, print_json, say, show_table
from zellig.cli.paths import Names

HEADS = ("", "pairs", "passed before", "passed now", "no longer passed", "newly passed", "p")


def compare(
    run: Annotated[
        list[Path], typer.Argument(help="The folder of a run, or of two: the earlier one first."), Names.path
    ],
    systems: Annotated[
        list[str] | None,
        typer.Option(
            "--system", help="A system, or two: the first run's first. Needed if a run has several."
        ),
    ] = None,
    report: Report = None,
    format: HowToPrint = Format.table,
) -> None:
    """Show which pairs one version newly passes beside another, and no longer passes."""
    from zellig.errors import ZelligError
    from zellig.front import comparison
    from zellig.report.comparison import change_cells, comparison_in_words
    from zellig.report.p_values import how_tested

    if len(run) > 2:
        raise ZelligError(f"{len(run)} runs are named", remedy="Name two runs, or one run and two systems.")
    found = comparison.compare(*run, systems=systems or ())
    compared = found.compared
    if report is not None:
        found.report(report)
    if format is Format.json:
        print_json(
            {
                "versions": compared.names,
                "doubts": compared.contest.doubts,
                "all": compared.every,
                "phenomena": compared.phenomena,
            }
        )
        return
    rows = map(change_cells, compared.phenomena)
    show_table(HEADS, rows, [change_cells(compared.every)], boxed=False, numbers=True)
    for sentence in comparison_in_words(compared):
        say(f"• {sentence}")
    say(how_tested(len(compared.phenomena)))
    if report is not None:
        say(f"Every pair is in {report}.")
