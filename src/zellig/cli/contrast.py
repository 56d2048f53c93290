"""`zellig contrast`: make contrast sets, and show what the grammar does to a sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zellig.cli.output import Format, console, print_json, progress

app = typer.Typer(no_args_is_help=True)

Phenomena = Annotated[
    str, typer.Option(help="Transformations, with commas, or all: see `zellig contrast show`.")
]


@app.command()
def make(
    task: Annotated[str, typer.Option(help="The task: nli, sentiment, ...")],
    corpus: Annotated[str, typer.Option(help="The items to transform.")],
    out: Annotated[Path, typer.Option(help="File for the pairs (JSONL).")],
    *,
    phenomena: Phenomena = "all",
    compose: Annotated[int, typer.Option(min=1, max=4, help="How many steps at most.")] = 1,
    rules: Annotated[str, typer.Option(help="Label rules: zellig, lit-paper, lit-code.")] = "zellig",
    filter: Annotated[bool, typer.Option("--filter/--no-filter", help="Parse the results again.")] = True,
    hypotheses: Annotated[
        bool, typer.Option("--hypotheses", help="For nli: also hypotheses made from the premise alone.")
    ] = False,
    limit: Annotated[int | None, typer.Option(min=1, help="How many items at most.")] = None,
    workers: Annotated[int, typer.Option(min=1, help="Worker processes.")] = 1,
    format: Annotated[Format, typer.Option(help="How to print the counts.")] = Format.table,
) -> None:
    """Transform the sentences of a corpus and write the pairs whose new label is sure."""
    from itertools import islice

    from rich.table import Table

    from zellig.corpora import open_corpus
    from zellig.transform.catalogue import TRANSFORMATIONS
    from zellig.transform.contrast import Plan, write_contrasts

    names = tuple(TRANSFORMATIONS) if phenomena == "all" else tuple(phenomena.split(","))
    plan = Plan(task, names, compose, rules, filter, hypotheses)
    with progress() as bars:
        bar = bars.add_task("contrast sets", total=limit)
        items = islice(open_corpus(corpus), limit)
        made = write_contrasts(items, plan, out, workers=workers, told=lambda n: bars.advance(bar, n))
    if format is Format.json:
        print_json(made.summary())
        return
    table = Table("phenomenon", "sentences", title=f"{made.sentences:,} sentences of {made.items:,} items")
    for name, count in sorted(made.phenomena.items(), key=lambda entry: -entry[1]):
        table.add_row(name, f"{count:,}")
    console().print(table)
    share = 100 / max(1, made.items)
    console().print(
        f"{made.items_covered:,} items ({share * made.items_covered:.1f}%) are covered, and "
        f"{made.items_labelled:,} ({share * made.items_labelled:.1f}%) have labelled pairs, in {out}."
    )


@app.command()
def show(
    sentence: Annotated[str, typer.Argument(help="One sentence.")],
    phenomena: Phenomena = "all",
    format: Annotated[Format, typer.Option(help="How to print them.")] = Format.table,
) -> None:
    """Show every transformation of a sentence, or why there is none."""
    from zellig.pairs.diff import visible
    from zellig.transform.catalogue import TRANSFORMATIONS
    from zellig.transform.contrast import outcomes

    names = tuple(TRANSFORMATIONS) if phenomena == "all" else tuple(phenomena.split(","))
    found = outcomes(sentence, names)
    if format is Format.json:
        print_json(found)
        return
    for row in found:
        shown = visible(row["text"]) if "text" in row else f"- ({row['refused']})"
        console().print(f"{row['phenomenon']:<20} {shown}", markup=False)
