"""`zellig break` and `zellig check`: let breakers loose on systems; a gate for the system you ship."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from zellig.cli.options import MOST, AllowOverlap, Limit, Seed, Workers
from zellig.cli.output import Format, print_json, progress_of, say, show_table, warn
from zellig.cli.paths import Names
from zellig.performers import See


def break_systems(
    task: Annotated[str, typer.Option(help="The task: sentiment, nli, qasrl.")],
    corpus: Annotated[str, typer.Option(help="The items to change."), Names.corpus],
    system: Annotated[
        list[str], typer.Option(help="A trained folder or an adapter; may be repeated."), Names.system
    ],
    breaker: Annotated[
        list[str], typer.Option(help="A breaker, or `strategies`; may be repeated."), Names.breaker
    ],
    out: Annotated[
        Path, typer.Option(help="Folder for the run; a killed run is taken up there."), Names.folder
    ],
    *,
    limit: Limit = None,
    budget: Annotated[int, typer.Option(min=1, max=MOST, help="Questions about one item at most.")] = 500,
    see: Annotated[See, typer.Option(help="What breakers may see.")] = "queries",
    strict: Annotated[bool, typer.Option("--strict", help="Keep valid pairs only.")] = False,
    models: Annotated[
        bool, typer.Option("--models", help="Check pairs with a language model and an encoder, too (slow).")
    ] = False,
    allow_overlap: AllowOverlap = False,
    seed: Seed = 2017,
    workers: Workers = 1,
    format: Annotated[Format, typer.Option(help="How to print the figures.")] = Format.table,
) -> None:
    """Make pairs that break systems, check that they keep their promises, and report."""
    from zellig.games.contest.break_figures import figures, score
    from zellig.games.contest.breaking import Breaking, Plan
    from zellig.report.contest import write_report
    from zellig.resources import cache_folder

    players = (tuple(system), tuple(breaker))
    plan = Plan(task, corpus, *players, limit, budget, see, strict, seed, allow_overlap, models)
    with progress_of() as told:
        breaking = Breaking(plan, out, cache_folder() / "answers.sqlite", told, workers, warn)
        made = breaking.play()
        scored = score(breaking)
    found = figures(breaking, made, scored)
    if scored is not None:
        write_report(out / "report.html", *scored, "Breakers against systems", found["success"])
    if format is Format.json:
        print_json(found)
    else:
        _print(found)
        if scored is not None:
            say(f"Every pair is in {out / 'report.html'}.")


def _print(found: dict[str, Any]) -> None:
    systems = list(next(iter(found["success"].values())))
    rows = (
        [name, *(_cell(found["break_rate"][name][system], row[system]) for system in systems)]
        for name, row in found["success"].items()
    )
    title = "pairs that break it / items broken / items broken by valid pairs"
    show_table(("breaker", *systems), rows, title=title)
    say(
        f"{found['pairs']:,} pairs of {found['items']:,} items, {found['valid']:,} valid; "
        f"breakers asked {found['queries']:,} questions; {found['victim_calls']:,} texts were new to them."
    )


def _cell(rate: float | None, success: dict[str, Any]) -> str:
    if rate is None or success["before"] is None:
        return "-"
    return f"{rate:.1f}% / {100 * success['before']:.1f}% / {100 * success['after']:.1f}%"


def check(
    run: Annotated[
        Path, typer.Argument(help="The folder of a run, or any folder with pairs/*.jsonl."), Names.path
    ],
    system: Annotated[
        str, typer.Option(help="The system to let through: a trained folder or an adapter."), Names.system
    ],
    max_broken: Annotated[float, typer.Option(min=0, max=100, help="Percent of pairs that may break it.")],
    format: Annotated[Format, typer.Option(help="How to print the figures.")] = Format.table,
) -> None:
    """Put the pairs of a run to a system; fails if more of them break it than you allow."""
    from zellig.games.contest.gate import gate
    from zellig.systems.loading import load_system

    found = gate(run, load_system(system), max_broken)
    if format is Format.json:
        print_json(found)
    else:
        low, high = found["interval"]
        verdict = "passes" if found["passed"] else "does not pass"
        say(
            f"{found['broken']} of {found['pairs']} pairs break {system}: {found['percent']:.1f}% "
            f"({low:.1f}–{high:.1f}); {max_broken:g}% are allowed: it {verdict}."
        )
    if not found["passed"]:
        raise typer.Exit(1)
