"""`zellig contest`: score a build-it/break-it contest from a folder of files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from zellig.cli.options import AllowOverlap, HowToPrint, Replicates, Report, Seed
from zellig.cli.output import Format, print_json, progress_of, say, show_table, warn
from zellig.cli.paths import Names

if TYPE_CHECKING:
    from zellig.games.contest import Scores

app = typer.Typer(no_args_is_help=True)


@app.callback()
def _contest() -> None:
    """Build-it/break-it contests from a folder of files."""


@app.command()
def score(
    folder: Annotated[Path, typer.Argument(help="The contest's folder.", readable=False), Names.path],
    layout: Annotated[
        Literal["zellig", "bibi2017"], typer.Option(help="How the folder is laid out.")
    ] = "zellig",
    task: Annotated[str | None, typer.Option(help="The task, where the files do not say it.")] = None,
    system: Annotated[
        list[str] | None,
        typer.Option(help="Ask this system about all pairs, too (e.g. file:answers.jsonl); may be repeated."),
        Names.system,
    ] = None,
    allow_overlap: AllowOverlap = False,
    exclude: Annotated[list[str] | None, typer.Option(help="Leave this system out; may be repeated.")] = None,
    denominator: Annotated[
        Literal["pairs", "sentences"],
        typer.Option(help="Divide broken pairs by pairs, or by sentences as the 2017 table does."),
    ] = "pairs",
    as_published: Annotated[
        bool, typer.Option("--as-published", help="Breaker scores by the formula behind the 2017 table.")
    ] = False,
    replicates: Replicates = 1000,
    seed: Seed = 2017,
    report: Report = None,
    bundle: Annotated[
        Path | None, typer.Option(help="Write everything into this zip file."), Names.file
    ] = None,
    format: HowToPrint = Format.table,
) -> None:
    """Score every system on every breaker's pairs, with intervals and tests."""
    from zellig.front.contest import read_contest

    with progress_of() as told:
        contest = read_contest(
            folder,
            layout=layout,
            task=task,
            exclude=exclude or (),
            systems=system or (),
            allow_overlap=allow_overlap,
            progress=told,
        )
    found = contest.score(
        denominator=denominator, as_published=as_published, replicates=replicates, seed=seed
    )
    scores = found.scores
    for warning in scores.warnings:
        warn(warning)
    if report is not None:
        found.report(report)
    if bundle is not None:
        found.bundle(bundle)
    if format is Format.json:
        print_json(scores)
    else:
        _print_tables(scores)


def _print_tables(scores: Scores) -> None:
    from zellig.report.words import contest_in_words

    for sentence in contest_in_words(scores):
        say(sentence)
    unit = scores.denominator
    builders = [
        (
            name,
            str(row.tier),
            _with_interval(row.passed_percent, row.passed_interval),
            str(row.broken),
            _with_interval(row.broken_percent, row.broken_interval),
            f"{row.original_wrong} / {row.modified_wrong}",
            "-" if row.f1 is None else f"{row.f1:.3f}",
        )
        for name, row in sorted(scores.systems.items(), key=lambda entry: -entry[1].passed_percent)
    ]
    head = ("system", "tier", "% passed", "broken", f"% of {unit}", "broken by original / modified", "F1")
    show_table(head, builders, title="Builders")
    breakers = [
        (
            name,
            str(row.tier),
            str(row.pairs),
            _with_interval(row.break_rate, row.interval),
            "-" if row.score is None else f"{row.score:.2f}",
        )
        for name, row in sorted(scores.breakers.items(), key=lambda entry: -entry[1].break_rate)
    ]
    show_table(("breaker", "tier", "pairs", f"breaks, % of {unit}", "score"), breakers, title="Breakers")
    say(f"Breaker score: {next(iter(scores.breakers.values())).score_reason}.")


def _with_interval(value: float, interval: tuple[float, float]) -> str:
    return f"{value:.2f} ({interval[0]:.1f}–{interval[1]:.1f})"
