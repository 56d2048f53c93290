"""`zellig train`, `evaluate`, `predict` and `systems`: make systems, measure them, use them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zellig.cli.options import (
    AllowOverlap,
    EngineName,
    HowToPrint,
    Limit,
    Mapping,
    Report,
    Seed,
    Task,
    Workers,
)
from zellig.cli.output import Format, print_json, progress_of, say, show_table
from zellig.cli.paths import Names
from zellig.errors import ZelligError

LEARNS_TO_BREAK = "q-breaker"


def train(
    name: Annotated[str, typer.Argument(help="Which system (`zellig systems list`), or q-breaker.")],
    corpus: Annotated[
        str, typer.Option(help="What it learns from: NAME[:SPLIT] or READER:PATH[:SPLIT]."), Names.corpus
    ],
    out: Annotated[Path, typer.Option(help="Folder for the trained system."), Names.folder],
    dev: Annotated[
        str | None, typer.Option(help="Items on which its progress is watched while it learns."), Names.corpus
    ] = None,
    task: Task = None,
    mapping: Mapping = None,
    config: Annotated[Path | None, typer.Option(help="TOML file with settings."), Names.path] = None,
    seed: Seed = 2017,
    victim: Annotated[
        str | None, typer.Option(help="For q-breaker: the system it learns to break."), Names.system
    ] = None,
) -> None:
    """Train a system, or the learning breaker, and save it."""
    from zellig.front import training

    if name == LEARNS_TO_BREAK:
        if dev is not None or config is not None:
            unused = "--config" if dev is None else "--dev"
            raise ZelligError(f"{name} has no use for {unused}", remedy="Leave it out.")
        if victim is None:
            raise ZelligError(f"{name} learns to break a system", remedy="Say which one, with --victim.")
        with progress_of() as told:
            breaker = training.train_breaker(
                victim, data=corpus, task=task, mapping=mapping, seed=seed, out=out, progress=told
            )
        say(f"{name} is in {out} (fingerprint {breaker.saved.fingerprint[:12]}).")
        return
    if victim is not None:
        raise ZelligError(
            f"{name} has no use for --victim", remedy=f"Only {LEARNS_TO_BREAK} learns from a victim."
        )
    with progress_of() as told:
        trained = training.train(
            name,
            data=corpus,
            dev=dev,
            task=task,
            mapping=mapping,
            config=config,
            seed=seed,
            out=out,
            progress=told,
        )
    best = trained.best_accuracy
    note = "" if best is None else f" Best accuracy on {dev}: {100 * best:.2f}%."
    say(f"{name} is in {out} (fingerprint {trained.card.fingerprint[:12]}).{note}")


def evaluate(
    system: Annotated[list[str], typer.Argument(help="Systems: trained folders or adapters."), Names.system],
    corpus: Annotated[str, typer.Option(help="What they are asked about."), Names.corpus],
    task: Task = None,
    mapping: Mapping = None,
    limit: Limit = None,
    allow_overlap: AllowOverlap = False,
    workers: Workers = 1,
    engine: EngineName = "local",
    report: Report = None,
    format: HowToPrint = Format.table,
) -> None:
    """Accuracy and F1 of systems on a corpus, with intervals and paired comparisons."""
    from zellig.front import evaluation
    from zellig.report.evaluation import compared_in_words, doubts_in_words, heads, system_rows

    with progress_of() as told:
        evaluated = evaluation.evaluate(
            system,
            data=corpus,
            task=task,
            mapping=mapping,
            limit=limit,
            allow_overlap=allow_overlap,
            workers=workers,
            engine=engine,
            progress=told,
        )
    found = evaluated.figures
    if report is not None:
        evaluated.report(report)
    if format is Format.json:
        print_json(found)
        return
    for sentence in doubts_in_words(found):
        if sentence not in found.warnings:
            say(sentence)
    title = f"{found.items:,} items of {corpus}"
    show_table(heads(found), system_rows(found), title=title, boxed=False, numbers=True)
    for each in found.comparisons:
        say(compared_in_words(each))
    if report is not None:
        say(f"The page is {report}.")


def predict(
    system: Annotated[str, typer.Argument(help="A trained folder or an adapter."), Names.system],
    corpus: Annotated[str, typer.Option(help="What it is asked about."), Names.corpus],
    out: Annotated[Path, typer.Option(help="File for the predictions (JSONL)."), Names.file],
    task: Task = None,
    mapping: Mapping = None,
    workers: Workers = 1,
    engine: EngineName = "local",
) -> None:
    """Write a system's predictions for every item of a corpus."""
    from zellig.front import prediction

    with progress_of() as told:
        found = prediction.predict(
            system,
            data=corpus,
            task=task,
            mapping=mapping,
            workers=workers,
            engine=engine,
            out=out,
            progress=told,
        )
    say(f"{found.number:,} predictions are in {out}.")
