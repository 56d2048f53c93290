"""`zellig break`: let breakers loose on systems."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zellig.cli.options import (
    AllowOverlap,
    BudgetCalls,
    BudgetTokens,
    EngineName,
    HowToPrint,
    Limit,
    Mapping,
    Seed,
    Task,
    Workers,
)
from zellig.cli.output import Format, print_json, progress_of, say, show_table
from zellig.cli.paths import Names
from zellig.front.options import BUDGET
from zellig.performers import See

if TYPE_CHECKING:
    from zellig.games.breaking.diagnosis import Diagnosis
    from zellig.games.breaking.figures import Figures
    from zellig.games.breaking.play import Played

HEADS = ("breaker", "pairs", "valid", "both right", "wrong after the change", "%", "95% interval")


def break_systems(
    corpus: Annotated[str, typer.Option(help="The items to change."), Names.corpus],
    system: Annotated[
        list[str], typer.Option(help="A trained folder or an adapter; may be repeated."), Names.system
    ],
    out: Annotated[
        Path, typer.Option(help="Folder for the run; a killed run is taken up there."), Names.folder
    ],
    *,
    breaker: Annotated[
        list[str] | None,
        typer.Option(help="A breaker; may be repeated. Without it, all `strategies`."),
        Names.breaker,
    ] = None,
    task: Task = None,
    mapping: Mapping = None,
    limit: Limit = None,
    dev: Annotated[
        str | None,
        typer.Option(help="Items that no breaker touches: accuracies on them weigh the breakers' scores."),
        Names.corpus,
    ] = None,
    domain: Annotated[
        str | None,
        typer.Option(help="What the texts are about: film, restaurant, ...; without it, a look at them."),
    ] = None,
    budget: Annotated[
        int, typer.Option(min=BUDGET.least, max=BUDGET.most, help="Questions about one item at most.")
    ] = 500,
    budget_calls: BudgetCalls = None,
    budget_tokens: BudgetTokens = None,
    see: Annotated[See, typer.Option(help="What breakers may see.")] = "queries",
    strict: Annotated[bool, typer.Option("--strict", help="Keep valid pairs only.")] = False,
    models: Annotated[
        bool, typer.Option("--models", help="Check pairs with a language model and an encoder, too (slow).")
    ] = False,
    allow_overlap: AllowOverlap = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="Ask again what earlier runs asked.")] = False,
    seed: Seed = 2017,
    workers: Workers = 1,
    engine: EngineName = "local",
    format: HowToPrint = Format.table,
) -> None:
    """Make pairs that break systems, check that they keep their promises, and report."""
    from zellig.front import breaking
    from zellig.front.places import REPORT

    with progress_of() as told:
        run = breaking.break_systems(
            system,
            data=corpus,
            breakers=breaker or ["strategies"],
            task=task,
            mapping=mapping,
            limit=limit,
            dev=dev,
            domain=domain,
            budget=budget,
            budget_calls=budget_calls,
            budget_tokens=budget_tokens,
            see=see,
            strict=strict,
            models=models,
            allow_overlap=allow_overlap,
            fresh=fresh,
            seed=seed,
            workers=workers,
            engine=engine,
            out=out,
            progress=told,
        )
    if format is Format.json:
        print_json(run.figures)
    else:
        _print(run.played)
        if run.scores is not None:
            say(f"Every pair is in {out / REPORT}.")


def _print(played: Played) -> None:
    from zellig.report.diagnosis_words import breaker_rows

    for diagnosis in played.diagnoses:
        say_findings(diagnosis, played)
        if diagnosis.breakers:
            show_table(HEADS, breaker_rows(diagnosis), boxed=False, numbers=True)
    _print_costs(played.figures)


def say_findings(diagnosis: Diagnosis, played: Played) -> None:
    """What is to be known of a system first, then a few things that it fails at."""
    from zellig.report.diagnosis_words import findings_in_words, lead_in_words, subject_of

    subject, task = subject_of(diagnosis, played.diagnoses), played.contest.task
    say(" ".join(lead_in_words(diagnosis, subject, task)))
    for sentence in findings_in_words(diagnosis, subject, task):
        say(f"• {sentence}")


def _print_costs(found: Figures) -> None:
    from zellig.report.model_words import models_in_words

    say(
        f"{found.pairs:,} pairs of {found.items:,} items, {found.valid:,} of them valid. Systems answered "
        f"{found.victim_calls:,} texts ({found.earlier_answers:,} answers came from earlier runs); breakers "
        f"asked them {found.queries:,} questions."
    )
    if found.strict and found.pairs < found.made:
        say(f"{found.made - found.pairs:,} of {found.made:,} pairs were set aside.")
    if found.rejected:
        say(f"{found.rejected:,} more pairs were rejected; the folder checks of the run says why.")
    for sentence in models_in_words(found):
        say(sentence)
