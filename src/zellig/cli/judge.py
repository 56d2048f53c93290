"""`zellig judge`: put any texts to people, blind, and see what their verdicts come to."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from zellig.cli.options import BudgetCalls, BudgetTokens, HowToPrint, Seed
from zellig.cli.output import Format, print_json, say, show_table
from zellig.cli.paths import Names
from zellig.front.options import PER_PHENOMENON

TEXTS = "texts"


class _Judge(TyperGroup):
    """Whatever is no command of the group is what `texts` is given: `zellig judge FILE`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] != "--help":
            args = [TEXTS, *args]
        return super().parse_args(ctx, args)


app = typer.Typer(no_args_is_help=True, cls=_Judge)

Source = Annotated[
    str,
    typer.Argument(metavar="FILE", help="Pairs or items (.jsonl, .tsv, .csv), or the folder of a run."),
    Names.pairs,
]
TaskName = Annotated[
    str | None, typer.Option("--task", help="The task (sentiment, nli, ...), where the file does not say it.")
]
By = Annotated[
    str, typer.Option("--by", help="The name of the judge; or a language model: openai:MODEL@BASE_URL.")
]
Originals = Annotated[
    bool, typer.Option("--originals", help="The originals are judged, too, mixed with the changed texts.")
]
Sample = Annotated[
    int | None,
    typer.Option(
        "--sample",
        min=PER_PHENOMENON.least,
        max=PER_PHENOMENON.most,
        help="So many texts of every phenomenon.",
    ),
]
Out = Annotated[Path, typer.Option("--out", help="Verdicts are added to this file (JSONL)."), Names.known]


@app.command(TEXTS)
def texts(
    file: Source,
    by: By,
    out: Out = Path("verdicts.jsonl"),
    task: TaskName = None,
    originals: Originals = False,
    sample: Sample = None,
    seed: Seed = 2017,
    budget_calls: BudgetCalls = None,
    budget_tokens: BudgetTokens = None,
) -> None:
    """Judge texts at this terminal: blind, in an order of chance, each verdict kept at once."""
    from zellig.front.judging import judge_by_model, judge_texts, material_of
    from zellig.judges.person import ask
    from zellig.report.judging import told_in_words
    from zellig.report.model_words import cost_in_words
    from zellig.systems.model import names_model

    if names_model(by):
        told, cost = judge_by_model(
            file,
            by=by,
            out=out,
            task=task,
            originals=originals,
            sample=sample,
            seed=seed,
            budget_calls=budget_calls,
            budget_tokens=budget_tokens,
        )
        say(f"{told_in_words(*told)}; they are in {out}.")
        say(f"It took {cost_in_words(cost)}.")
        return
    about = material_of(file, task).task
    far = judge_texts(
        file,
        by=by,
        out=out,
        ask=lambda item, far: ask(item, about, far.done, far.of),
        task=task,
        originals=originals,
        sample=sample,
        seed=seed,
    )
    judged = f"{far.done - far.skipped:,} of {far.of:,} texts are judged by {by}"
    skipped = f", {far.skipped:,} skipped" if far.skipped else ""
    on = "the same command goes on from there" if far.done < far.of else f"the verdicts are in {out}"
    say(f"{judged}{skipped}; {on}.")


@app.command()
def report(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="What was judged, or the keys of it (.jsonl)."), Names.pairs
    ],
    verdicts: Annotated[list[Path], typer.Argument(help="Files of verdicts (JSONL)."), Names.path],
    task: TaskName = None,
    format: HowToPrint = Format.table,
) -> None:
    """Say how far judges agree, and how true the promises are, by phenomenon."""
    from msgspec import to_builtins

    from zellig.front.judging import judging_report
    from zellig.report.judging import HEADS, truth_cells, verdicts_in_words

    judged = judging_report(file, verdicts, task=task)
    figures, programs = judged.figures, judged.programs
    if format is Format.json:
        print_json({**({} if figures is None else to_builtins(figures)), "programs": programs})
        return
    show_table(HEADS, [truth_cells(*group) for group in judged.groups()], boxed=False, numbers=True)
    for sentence in verdicts_in_words(figures, programs):
        say(f"• {sentence}")


@app.command()
def key(
    file: Source,
    out: Annotated[Path, typer.Option("--out", help="Write the keys here (JSONL)."), Names.file],
    task: TaskName = None,
    originals: Originals = False,
    sample: Sample = None,
    seed: Seed = 2017,
) -> None:
    """Write down which texts judges are asked about and what is promised of them, without the texts."""
    from zellig.front.judging import judging_key

    number = judging_key(file, out=out, task=task, originals=originals, sample=sample, seed=seed)
    say(f"The keys of {number:,} texts are in {out}.")


@app.command()
def sheet(
    file: Source,
    by: By,
    *,
    write: Annotated[
        Path | None, typer.Option("--write", help="Write a blind sheet (CSV) here."), Names.file
    ] = None,
    read: Annotated[
        Path | None, typer.Option("--read", help="Read this sheet, which was filled in."), Names.path
    ] = None,
    out: Out = Path("verdicts.jsonl"),
    take_back: Annotated[
        bool, typer.Option("--take-back", help="With --read: empty rows take back what was said before.")
    ] = False,
    task: TaskName = None,
    originals: Originals = False,
    sample: Sample = None,
    seed: Seed = 2017,
) -> None:
    """Write a sheet for somebody elsewhere, or read it back as verdicts."""
    from zellig.errors import ZelligError
    from zellig.front.judging import judging_sheet, read_judged_sheet
    from zellig.report.judging import entered_in_words

    if take_back and read is None:
        raise ZelligError("--take-back has no use without --read", remedy="Say --read SHEET.csv, too.")
    if write is not None and read is None:
        number = judging_sheet(
            file, by=by, out=write, task=task, originals=originals, sample=sample, seed=seed
        )
        say(f"{number:,} texts for {by} are in {write}.")
    elif read is not None and write is None:
        entered = read_judged_sheet(file, sheet=read, by=by, out=out, task=task, take_back=take_back)
        for sentence in entered_in_words(entered, by, str(out)):
            say(sentence)
    elif read is not None:
        raise ZelligError(
            "--write and --read were both given", remedy="Say one of them: a sheet goes out, or comes back."
        )
    else:
        raise ZelligError("nothing says what to do", remedy="Say --write SHEET.csv or --read SHEET.csv.")
