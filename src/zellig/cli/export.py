"""`zellig export`: the pairs of a run for others: to be answered, to learn from, or as a table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from zellig.cli.options import Mapping, Seed
from zellig.cli.output import say
from zellig.cli.paths import Names
from zellig.errors import ZelligError
from zellig.front.options import HELD_OUT

if TYPE_CHECKING:
    from zellig.games.breaking.training_folder import Written


def export(
    run: Annotated[
        Path, typer.Argument(help="A run's folder, any with pairs/*.jsonl, or a file of pairs."), Names.path
    ],
    to: Annotated[
        Literal["blind", "training", "jsonl", "csv", "parquet"],
        typer.Option(help="Items without answers, items to learn from, or a table with a row a pair."),
    ],
    out: Annotated[
        Path,
        typer.Option(help="A new folder for blind and training, a file for a table."),
        Names.place,
    ],
    *,
    task: Annotated[str | None, typer.Option(help="The task, where the files do not say it.")] = None,
    corpus: Annotated[
        str | None, typer.Option(help="For training: what the system learns from anyway."), Names.corpus
    ] = None,
    mapping: Mapping = None,
    held_out: Annotated[
        float,
        typer.Option(
            min=HELD_OUT.least,
            max=HELD_OUT.most,
            help="For training: the share of originals kept for testing.",
        ),
    ] = 0.2,
    sides: Annotated[
        Literal["modified", "both"], typer.Option(help="For training: which items of a pair.")
    ] = "modified",
    balance: Annotated[
        bool, typer.Option(help="For training: as many items of each answer, from all phenomena alike.")
    ] = True,
    seed: Seed = 2017,
) -> None:
    """Write the pairs of a run so that others can answer them, learn from them, or count them."""
    from zellig.games.breaking.stored import read_stored

    if corpus is not None and to != "training":
        raise ZelligError(f"--corpus has no use for --to {to}", remedy="Leave it out, or say --to training.")
    contest = read_stored(run, task)
    if to == "blind":
        from zellig.games.breaking.blind import write_blind

        number = write_blind(out, contest.pairs, contest.task)
        say(f"{number:,} items without answers are in {out}; its README.md says how to answer them.")
        say("The answers take part as a system: file:answers.jsonl.")
    elif to == "training":
        from zellig.games.breaking.training_folder import export_training

        written = export_training(
            contest,
            out,
            corpus=corpus,
            mapping=mapping,
            sides=sides,
            balance=balance,
            held_out=held_out,
            seed=seed,
        )
        _say_written(written, out)
    else:
        from zellig.games.breaking.table_file import write_table

        write_table(out, contest, to)
        say(f"{len(contest.pairs):,} pairs are in {out}.")


def _say_written(written: Written, out: Path) -> None:
    new = written.items - written.from_corpus
    kinds = ", ".join(f"{number:,} {label}" for label, number in written.labels.items())
    say(f"{new:,} training items of {len(written.phenomena):,} phenomena{f' ({kinds})' if kinds else ''}.")
    if written.from_corpus:
        say(f"{written.from_corpus:,} items of the corpus come before them.")
    for reason, number in written.left_out.items():
        say(f"{number:,} left out: {reason}.")
    say(f"To train: --corpus items:{out / 'items.jsonl'}.")
    if written.held_out_pairs:
        say(
            f"Held out: {written.held_out_pairs:,} pairs of {written.held_out_originals:,} originals; "
            f"compare on them with zellig check {out} --system NEW --baseline OLD."
        )
