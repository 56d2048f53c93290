"""`zellig train`, `evaluate`, `predict` and `systems`: make systems, measure them, use them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zellig.cli.output import Format, console, print_json, progress_of


def train(
    name: Annotated[str, typer.Argument(help="Which system; see `zellig systems list`.")],
    corpus: Annotated[str, typer.Option(help="What it learns from: NAME[:SPLIT] or READER:PATH[:SPLIT].")],
    out: Annotated[Path, typer.Option(help="Folder for the trained system.")],
    dev: Annotated[str | None, typer.Option(help="What it is looked at with while it learns.")] = None,
    config: Annotated[Path | None, typer.Option(help="TOML file with settings.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of everything random.")] = 2017,
) -> None:
    """Train a system and save it."""
    from zellig.systems.training import read_config, train_system

    settings = read_config(name, config) if config else None
    with progress_of() as told:
        card = train_system(name, corpus, out, dev=dev, config=settings, seed=seed, progress=told)
    best = max((point.accuracy for point in card.curve), default=None)
    note = "" if best is None else f" Best accuracy on {dev}: {100 * best:.2f}%."
    console().print(f"{name} is in {out} (fingerprint {card.fingerprint[:12]}).{note}")


def evaluate(
    system: Annotated[list[str], typer.Argument(help="Systems: trained folders or adapters.")],
    corpus: Annotated[str, typer.Option(help="What they are asked about.")],
    allow_overlap: Annotated[
        bool, typer.Option("--allow-overlap", help="Go on although a system was trained on some of it.")
    ] = False,
    format: Annotated[Format, typer.Option(help="How to print the figures.")] = Format.table,
) -> None:
    """Accuracy and F1 of systems on a corpus, with intervals and paired comparisons."""
    from rich.table import Table

    from zellig.corpora import open_corpus
    from zellig.pairs.diff import visible
    from zellig.systems.evaluation import evaluate as measure

    with progress_of() as told:
        found = measure(system, open_corpus(corpus), allow_overlap=allow_overlap, progress=told)
    if format is Format.json:
        print_json(found)
        return
    title = f"{found['items']:,} items of {corpus}"
    table = Table("system", "accuracy", "F1", "seen in training", "unparsed", title=title)
    for name, row in found["systems"].items():
        low, high = row["interval"]
        accuracy = f"{100 * row['accuracy']:.2f} ({100 * low:.1f}–{100 * high:.1f})"
        seen = "-" if row["overlap"] is None else str(row["overlap"])
        table.add_row(visible(name), accuracy, f"{row['f1']:.3f}", seen, str(row["unparsed"]))
    console().print(table)
    for row in found["comparisons"]:
        console().print(
            f"{row['first']} – {row['second']}: {100 * row['difference']:+.2f} points, "
            f"p = {row['permutation_p']:.4f} ({row['adjusted_p']:.4f} corrected)"
        )


def predict(
    system: Annotated[str, typer.Argument(help="A trained folder or an adapter.")],
    corpus: Annotated[str, typer.Option(help="What it is asked about.")],
    out: Annotated[Path, typer.Option(help="File for the predictions (JSONL).")],
) -> None:
    """Write a system's predictions for every item of a corpus."""
    from zellig.corpora import open_corpus
    from zellig.systems.prediction import write_predictions

    with progress_of() as told:
        count = write_predictions(system, open_corpus(corpus), out, told)
    console().print(f"{count:,} predictions are in {out}.")
