"""`zellig pairs`: check a file of pairs, look at it, or make one of the pairs of others."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from zellig.cli.options import HowToPrint, Mapping, Shown
from zellig.cli.output import Format, in_colour, print_json, say, say_styled, watching
from zellig.cli.paths import Names
from zellig.errors import ZelligError

app = typer.Typer(no_args_is_help=True)

Source = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="Pairs (.jsonl), a table of items (.tsv, .csv) with ids N_a and N_b, or a corpus.",
    ),
    Names.pairs,
]
TaskName = Annotated[
    str | None, typer.Option("--task", help="The task (sentiment, nli, ...), where the file does not say it.")
]


@app.command()
def check(
    file: Source,
    *,
    task: TaskName = None,
    originals: Annotated[
        str | None,
        typer.Option(help="The corpus that the originals must come from.", metavar="CORPUS"),
        Names.pairs,
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(help="A training corpus that no text may be in.", metavar="CORPUS"),
        Names.pairs,
    ] = None,
    mapping: Mapping = None,
    policy: Annotated[
        Path | None, typer.Option(help="A TOML file of limits; see docs/reference/pairs.md."), Names.path
    ] = None,
    validity: Annotated[
        bool, typer.Option("--validity", help="Ask a parser whether pairs keep their promises (slower).")
    ] = False,
    models: Annotated[
        bool, typer.Option("--models", help="Ask a language model and an encoder, too (slow).")
    ] = False,
    domain: Annotated[
        str | None,
        typer.Option(
            help="With --validity, what the texts are about: film, restaurant, ...; else the originals say."
        ),
    ] = None,
    format: HowToPrint = Format.table,
    accepted: Annotated[
        Path | None, typer.Option(help="Write the accepted pairs here (JSONL)."), Names.file
    ] = None,
    rejected: Annotated[
        Path | None, typer.Option(help="Write the rejected rows and why here (JSONL)."), Names.file
    ] = None,
) -> None:
    """Say what is wrong with which pair; exit code 1 if anything is rejected, 2 if that cannot be told."""
    from zellig.checks.check_file import write_accepted, write_rejected
    from zellig.checks.show import show_report
    from zellig.corpora import names_corpus
    from zellig.front.pairs import check_pairs

    with watching() as watch:
        report = check_pairs(
            file,
            task=task,
            originals=originals,
            against=against,
            mapping=mapping,
            policy=policy,
            validity=validity,
            models=models,
            domain=domain,
            watch=watch,
        ).found
    if accepted is not None:
        write_accepted(accepted, report)
    if rejected is not None:
        write_rejected(rejected, report)
    if format is Format.json:
        print_json(report.summary())
    else:
        for line in show_report(report, "item" if names_corpus(file) else "line"):
            say_styled(line)
    if report.rejected:
        raise typer.Exit(1)


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(help="Pairs in a format of others."), Names.path],
    form: Annotated[
        Literal[
            "imdb-contrast",
            "counterfactual",
            "counterfactual-nli",
            "breaking-nli",
            "blimp",
            "checklist",
            "table",
        ],
        typer.Option("--from", help="The format; `table` has a row with an original and a changed text."),
    ],
    out: Annotated[Path, typer.Option(help="Write the accepted pairs here (JSONL)."), Names.file],
    *,
    task: Annotated[str | None, typer.Option("--task", help="The task of a table or checklist.")] = None,
    column: Annotated[
        list[str] | None,
        typer.Option(help="Of a table: what a column holds, e.g. modified=rewritten; may be repeated."),
    ] = None,
    format: HowToPrint = Format.table,
) -> None:
    """Make a file of pairs of what others have published, or of a table of your own."""
    from zellig.front.importing import import_pairs
    from zellig.texts import counted

    columns = dict(map(_named, column or []))
    found = import_pairs(file, form=form, out=out, task=task, columns=columns).counts
    if format is Format.json:
        print_json(found)
        return
    promises = ", ".join(f"{number:,} {promise}" for promise, number in found.promises.items())
    are = "is" if found.pairs == 1 else "are"
    say(f"{counted(found.pairs, 'pair')} of {found.task} {are} in {out} ({promises}).")
    if found.doubtful:
        say(f"A check speaks against {found.doubtful:,} of them: gates and comparisons leave these out.")
    for reason in found.left_out:
        lines = ", ".join(map(str, reason.lines[:5])) + (", ..." if len(reason.lines) > 5 else "")
        say(
            f"{len(reason.lines):,} left out: {reason.code}, {reason.meaning} (line {lines}: {reason.first})."
        )
    if found.review:
        say(f"{found.review:,} should be looked at: zellig pairs check {out} --task {found.task}.")


def _named(column: str) -> tuple[str, str]:
    role, equals, name = column.partition("=")
    if not equals:
        raise ZelligError(f"--column {column} names no column", remedy="Write --column modified=NAME.")
    return role, name


@app.command()
def show(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="Pairs as for `check`, or the folder of a run."),
        Names.pairs,
    ],
    task: TaskName = None,
    limit: Shown = 10,
) -> None:
    """Show pairs with what was changed in them, their answers and phenomenon."""
    from itertools import islice

    from zellig.front.pairs import pairs_at
    from zellig.pairs.show import show_pair

    colour = in_colour()
    about, pairs = pairs_at(file, task)
    for pair in islice(pairs, limit):
        for line in show_pair(pair, about, colour=colour):
            say_styled(line)
        say_styled([])
