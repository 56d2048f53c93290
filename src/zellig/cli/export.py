"""`zellig export`: the pairs of a run for others: to be answered, to learn from, or as a table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from zellig.cli.options import Mapping
from zellig.cli.output import say
from zellig.cli.paths import Names
from zellig.front.options import HELD_OUT, SEED

if TYPE_CHECKING:
    from zellig.games.breaking.training_folder import Written


# What somebody does with what was written.
_NEXT = {
    "blind": "Its README.md says how to answer them. The answers take part as a system: file:answers.jsonl.",
    "datasets": 'Its README.md is the card. In Python: datasets.load_dataset("{out}").',
    "lm-eval": "To run it: lm_eval --include_path {out} --tasks {name}, with a model.",
    "inspect": "To run it: inspect eval {out}/pairs.py, with a model.",
}


def export(
    run: Annotated[
        Path, typer.Argument(help="A run's folder, any with pairs/*.jsonl, or a file of pairs."), Names.path
    ],
    to: Annotated[
        Literal[
            "blind", "training", "datasets", "lm-eval", "inspect", "checklist", "jsonl", "csv", "parquet"
        ],
        typer.Option(
            help="Items without answers, items to learn from, a data set for Hugging Face `datasets`, a task "
            "for lm-evaluation-harness or Inspect, tests as CheckList has them, or a table with a row a pair."
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(help="A new folder; a file for a checklist and a table."),
        Names.place,
    ],
    *,
    task: Annotated[str | None, typer.Option(help="The task, where the files do not say it.")] = None,
    corpus: Annotated[
        str | None, typer.Option(help="For training: what the system learns from anyway."), Names.corpus
    ] = None,
    mapping: Mapping = None,
    held_out: Annotated[
        float | None,
        typer.Option(
            min=HELD_OUT.least,
            max=HELD_OUT.most,
            help="For training: the share of originals that are kept for testing; else 0.2.",
        ),
    ] = None,
    sides: Annotated[
        Literal["modified", "both"] | None,
        typer.Option(help="For training: which items of a pair; else modified."),
    ] = None,
    balance: Annotated[
        bool | None,
        typer.Option(
            help="For training: as many items of each answer, from all phenomena alike, or all items; else "
            "--balance."
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            min=SEED.least, max=SEED.most, help="For training: seed of everything random; else 2017."
        ),
    ] = None,
    labels: Annotated[
        str | None, typer.Option(help="For lm-eval and inspect: the labels to choose among, e.g. -1,+1.")
    ] = None,
    title: Annotated[str | None, typer.Option(help="For datasets: the title of the card.")] = None,
    licence: Annotated[str | None, typer.Option(help="For datasets: the licence, e.g. 'CC BY 4.0'.")] = None,
    verdicts: Annotated[
        list[Path] | None,
        typer.Option(help="For datasets: what judges said (JSONL); may be repeated."),
        Names.path,
    ] = None,
) -> None:
    """Write the pairs of a run so that others can answer, learn from, count, publish or run them."""
    from zellig.front import exporting
    from zellig.games.exchange.lm_eval import name_in

    given: dict[str, Any] = {
        "mapping": mapping,
        "sides": sides,
        "balance": balance,
        "held_out": held_out,
        "seed": seed,
    }
    exporting.refuse_useless(to, corpus=corpus, **given)
    if to == "training":
        from zellig.front.retraining import retrain_with

        exporting.refuse_useless(to, labels=labels, title=title, licence=licence, verdicts=verdicts or None)
        chosen = {name: value for name, value in given.items() if value is not None}
        training = retrain_with(run, known=corpus, task=task, **chosen)
        _say_written(training.write(out), out)
        return

    exported = exporting.export(
        run,
        to=to,
        out=out,
        task=task,
        labels=None if labels is None else labels.split(","),
        title=title,
        licence=licence,
        verdicts=verdicts or None,
    )
    say(f"{exported}.")
    if to in _NEXT:
        say(_NEXT[to].format(out=out, name=name_in(out)))


def _say_written(written: Written, out: Path) -> None:
    new = written.items - written.from_corpus
    learnt = written.pairs - written.not_valid - written.held_out_pairs
    kinds = ", ".join(f"{number:,} {label}" for label, number in written.labels.items())
    say(
        f"{written.pairs:,} pairs: {written.held_out_pairs:,} held out, {written.not_valid:,} left out "
        f"because a check speaks against them, {learnt:,} to learn from ({written.texts:,} texts)."
    )
    say(f"{new:,} training items of {len(written.phenomena):,} phenomena{f' ({kinds})' if kinds else ''}.")
    for reason, number in written.left_out.items():
        say(f"{number:,} of the {written.texts:,} texts left out: {reason}.")
    if written.from_corpus or written.left_out_of_corpus:
        say(f"{written.from_corpus:,} items of the corpus come before them.")
    for reason, number in written.left_out_of_corpus.items():
        say(f"{number:,} of the corpus left out: {reason}.")
    say(f"To train: --corpus items:{out / 'items.jsonl'}.")
    if written.held_out_pairs:
        say(
            f"Held out: {written.held_out_pairs:,} pairs of {written.held_out_originals:,} originals; "
            f"compare on them with zellig check {out} --system NEW --baseline OLD."
        )
