"""`zellig augment`: training data with transformed items and those of strategies."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec.structs import asdict

from zellig.cli.contrast import ALL, Hypotheses, LabelRules, RankerName, RankerOption
from zellig.cli.options import EngineName, HowToPrint, Limit, Mapping, Seed, Task, Workers
from zellig.cli.output import Format, counting, print_json, say, show_table
from zellig.cli.paths import Names
from zellig.front.options import PER_PHENOMENON, SHARE

if TYPE_CHECKING:
    from zellig.front.augmentation_trial import Trial
    from zellig.transform.augmentation import Augmented


def augment(
    corpus: Annotated[str, typer.Option(help="The items to train on."), Names.corpus],
    out: Annotated[Path, typer.Option(help="File for the items (JSONL); a corpus items:FILE."), Names.file],
    *,
    task: Task = None,
    mapping: Mapping = None,
    phenomena: Annotated[
        str,
        typer.Option(
            help="Transformations and strategies, with commas; `all` transformations, all `strategies`."
        ),
    ] = ALL,
    without: Annotated[
        list[str] | None,
        typer.Option(help="Leave this transformation, strategy or label rule out; may be repeated."),
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
    builder: Annotated[
        str | None,
        typer.Option(help="Train this system with less and more new items, and add as many as do it good."),
    ] = None,
    label_rules: LabelRules = "zellig",
    hypotheses: Hypotheses = False,
    ranker: RankerOption = RankerName.cheap,
    seed: Seed = 2017,
    limit: Limit = None,
    workers: Workers = 1,
    engine: EngineName = "local",
    format: HowToPrint = Format.table,
) -> None:
    """Write the items of a corpus and new ones, as many of each label and phenomenon as possible."""
    from zellig.front import augmentation

    with counting("transformed", limit) as advance:
        found = augmentation.augment(
            corpus,
            task=task,
            mapping=mapping,
            phenomena=phenomena.split(","),
            without=without or (),
            per_phenomenon=per_phenomenon,
            share=share,
            builder=builder,
            label_rules=label_rules,
            hypotheses=hypotheses,
            ranker=ranker.value,
            seed=seed,
            limit=limit,
            workers=workers,
            engine=engine,
            out=out,
            progress=advance,
        )
    if format is Format.json:
        print_json(found.counts if found.trial is None else {"trial": found.trial, **asdict(found.counts)})
        return
    if found.trial is not None:
        _print_trial(found.trial)
    _print_counts(found.counts)


def _print_trial(trial: Trial) -> None:
    rows = (
        (f"{each.share:g}", f"{each.new:,}", f"{100 * each.originals:.1f}", f"{100 * each.unseen:.1f}")
        for each in trial.tries
    )
    unseen = f"{trial.unseen:,} new items of {len(trial.phenomena):,} phenomena that it has not seen"
    heads = ("share", "new", f"% right of {trial.items:,} items", f"% right of {trial.unseen:,} new items")
    show_table(heads, rows, title=f"{trial.builder} on {trial.items:,} kept items, and on {unseen}")
    say("Of the new items every phenomenon counts alike, however many it has.")
    say(f"The share is {trial.share:g}. Phenomena that were not seen: {', '.join(trial.phenomena)}.")


def _print_counts(found: Augmented) -> None:
    from zellig.transform.label_rules import in_words

    rows = []
    for name, row in found.phenomena.items():
        labels = ", ".join(f"{number:,} {label}" for label, number in row.labels.items())
        words = in_words(name)
        rows.append((name, "" if words == name else words, f"{row.new:,}", f"{row.available:,}", labels))
    show_table(
        ("phenomenon", "what is done", "new", "of", "labels"),
        rows,
        title=f"{found.originals:,} items, {found.new:,} new",
    )
    for reason, number in found.left_out.items():
        say(f"{number:,} left out: {reason}.")
    if told := found.giveaways:
        where = f" in the {told.side}" if told.sides else ""  # of one text there is no other side
        ways = [
            f"{100 * told.most_frequent:.1f}% by the most frequent one",
            *(f"{100 * right:.1f}% by the {side} alone" for side, right in told.sides.items()),
            f"{100 * told.by_word:.1f}% by one word (*{told.word}*{where})",
        ]
        say(f"Guessed right of the new labels: {', '.join(ways)}.")
