"""`zellig augment`: training data with transformed items."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zellig.cli.contrast import Phenomena, RankerName, RankerOption
from zellig.cli.options import MOST, Limit, Seed, Workers
from zellig.cli.output import Format, counting, print_json, say, show_table
from zellig.cli.paths import Names


def augment(
    task: Annotated[str, typer.Option(help="The task: nli, sentiment, ...")],
    corpus: Annotated[str, typer.Option(help="The items to train on."), Names.corpus],
    out: Annotated[Path, typer.Option(help="File for the items (JSONL); a corpus items:FILE."), Names.file],
    *,
    phenomena: Phenomena = "all",
    without: Annotated[
        list[str] | None,
        typer.Option(help="Leave this transformation or rule (may, m;o) out; may be repeated."),
    ] = None,
    per_phenomenon: Annotated[
        int | None, typer.Option(min=1, max=MOST, help="New items of one phenomenon at most.")
    ] = None,
    share: Annotated[
        float, typer.Option(min=0, max=MOST, help="New items at most, as a multiple of the old.")
    ] = 1.0,
    rules: Annotated[str, typer.Option(help="Label rules: zellig, lit-paper, lit-code.")] = "zellig",
    hypotheses: Annotated[
        bool, typer.Option("--hypotheses", help="For nli: also hypotheses made from the premise alone.")
    ] = False,
    ranker: RankerOption = RankerName.cheap,
    seed: Seed = 2017,
    limit: Limit = None,
    workers: Workers = 1,
    format: Annotated[Format, typer.Option(help="How to print the counts.")] = Format.table,
) -> None:
    """Write the items of a corpus and transformed ones, as many of each phenomenon as possible."""
    from itertools import islice

    from zellig.corpora import open_corpus
    from zellig.pairs.reading import same_task
    from zellig.tasks import get_task
    from zellig.transform.augmentation import Mix
    from zellig.transform.augmentation import augment as write
    from zellig.transform.catalogue import TRANSFORMATIONS
    from zellig.transform.contrast import Plan

    opened = open_corpus(corpus)
    same_task(opened.task, get_task(task), corpus)
    items = opened if limit is None else list(islice(opened, limit))  # they are read twice
    names = tuple(TRANSFORMATIONS) if phenomena == "all" else tuple(phenomena.split(","))
    mix = Mix(per_phenomenon, share, frozenset(without or ()), seed)
    with counting("transformed", limit) as advance:
        told = write(
            items,
            Plan(task, names, rules=rules, hypotheses=hypotheses, ranker=ranker),
            mix,
            out,
            workers=workers,
            told=advance,
        )
    counts = told.summary()
    if format is Format.json:
        print_json(counts)
        return
    rows = []
    for name, row in counts["phenomena"].items():
        labels = ", ".join(f"{number:,} {label}" for label, number in row["labels"].items())
        rows.append((name, f"{row['new']:,}", f"{row['available']:,}", labels))
    title = f"{counts['originals']:,} items, {counts['new']:,} new"
    show_table(("phenomenon", "new", "of", "labels"), rows, title=title)
    for reason, number in counts["left_out"].items():
        say(f"{number:,} left out: {reason}.")
