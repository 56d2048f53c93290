"""`zellig augment`: training data with transformed items."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zellig.cli.contrast import ALL, Hypotheses, LabelRules, Phenomena, RankerName, RankerOption, names_of
from zellig.cli.options import EngineName, HowToPrint, Limit, Mapping, Seed, Task, Workers
from zellig.cli.output import Format, counting, print_json, say, show_table
from zellig.cli.paths import Names
from zellig.front.options import PER_PHENOMENON, SHARE


def augment(
    corpus: Annotated[str, typer.Option(help="The items to train on."), Names.corpus],
    out: Annotated[Path, typer.Option(help="File for the items (JSONL); a corpus items:FILE."), Names.file],
    *,
    task: Task = None,
    mapping: Mapping = None,
    phenomena: Phenomena = ALL,
    without: Annotated[
        list[str] | None,
        typer.Option(help="Leave this transformation or label rule (may, m;o) out; may be repeated."),
    ] = None,
    per_phenomenon: Annotated[
        int | None,
        typer.Option(
            min=PER_PHENOMENON.least, max=PER_PHENOMENON.most, help="New items of one phenomenon at most."
        ),
    ] = None,
    share: Annotated[
        float,
        typer.Option(min=SHARE.least, max=SHARE.most, help="New items at most, as a multiple of the old."),
    ] = 1.0,
    label_rules: LabelRules = "zellig",
    hypotheses: Hypotheses = False,
    ranker: RankerOption = RankerName.cheap,
    seed: Seed = 2017,
    limit: Limit = None,
    workers: Workers = 1,
    engine: EngineName = "local",
    format: HowToPrint = Format.table,
) -> None:
    """Write the items of a corpus and transformed ones, as many of each phenomenon as possible."""
    from zellig.front import augmentation

    with counting("transformed", limit) as advance:
        found = augmentation.augment(
            corpus,
            task=task,
            mapping=mapping,
            phenomena=names_of(phenomena),
            without=without or (),
            per_phenomenon=per_phenomenon,
            share=share,
            label_rules=label_rules,
            hypotheses=hypotheses,
            ranker=ranker.value,
            seed=seed,
            limit=limit,
            workers=workers,
            engine=engine,
            out=out,
            progress=advance,
        ).counts
    if format is Format.json:
        print_json(found)
        return
    from zellig.transform.label_rules import in_words

    rows = []
    for name, row in found.phenomena.items():
        labels = ", ".join(f"{number:,} {label}" for label, number in row.labels.items())
        rows.append((name, in_words(name), f"{row.new:,}", f"{row.available:,}", labels))
    show_table(
        ("phenomenon", "what is done", "new", "of", "labels"),
        rows,
        title=f"{found.originals:,} items, {found.new:,} new",
    )
    for reason, number in found.left_out.items():
        say(f"{number:,} left out: {reason}.")
    if told := found.giveaways:
        sides = ", ".join(f"{100 * right:.1f}% by the {side} alone" for side, right in told.sides.items())
        word = f"{100 * told.by_word:.1f}% by one word (*{told.word}* in the {told.side})"
        say(
            f"Guessed right of the new labels: {100 * told.most_frequent:.1f}% by the most frequent one, "
            f"{sides}, {word}."
        )
