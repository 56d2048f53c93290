"""`zellig contest`: score a build-it/break-it contest from a folder of files, or take part in one online."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from zellig.cli.options import AllowOverlap, HowToPrint, Replicates, Report, Seed
from zellig.cli.output import Format, print_json, progress_of, say, show_table
from zellig.cli.paths import Names
from zellig.front.transfers import Pulled, Pushed

if TYPE_CHECKING:
    from zellig.front.online import OnlineStatus
    from zellig.games.contest import Scores

app = typer.Typer(no_args_is_help=True)


@app.callback()
def _contest() -> None:
    """Build-it/break-it contests from a folder of files, or on a server."""


Server = Annotated[str, typer.Option("--server", help="The address of the server, e.g. https://...")]
Contest = Annotated[str, typer.Option("--contest", help="The name of the contest in its address.")]
Round = Annotated[int, typer.Option("--round", min=1, max=1000, help="The round.")]


@app.command()
def push(
    file: Annotated[Path, typer.Argument(help="What is uploaded: JSONL, TSV, CSV or a zip."), Names.path],
    server: Server,
    contest: Contest,
    kind: Annotated[Pushed, typer.Option(help="What it is; the last four are the organiser's.")],
    number: Round = 1,
    format: HowToPrint = Format.table,
) -> None:
    """Upload a file to a contest, wait until it was checked, and say what was found in its lines.

    The token is read from ZELLIG_TOKEN. The exit code is 1 if the upload does not count.
    """
    from zellig.front.online import online_contest

    found = online_contest(server, contest).push(file, kind=kind, number=number)
    if format is Format.json:
        print_json(found)
    else:
        for each in found.findings:
            say(f"line {each.line}: {each.severity}: {each.message}. {each.remedy}")
        say(f"{found.state}: {found.reason}")
    if not found.accepted:
        raise typer.Exit(1)


@app.command()
def pull(
    what: Annotated[Pulled, typer.Argument(help="Which data.")],
    server: Server,
    contest: Contest,
    out: Annotated[Path, typer.Option(help="The file to write."), Names.file],
    number: Round = 1,
) -> None:
    """Download data of a contest, or all of it in a zip: as a contest folder (bundle), or for `datasets`.

    The token is read from ZELLIG_TOKEN; what is published for everybody needs none.
    """
    from zellig.front.online import online_contest

    say(f"{online_contest(server, contest).pull(what, out, number=number)} written.")


@app.command()
def status(server: Server, contest: Contest, format: HowToPrint = Format.table) -> None:
    """Show what is open, what closes when, and your submissions. The token is read from ZELLIG_TOKEN."""
    from zellig.front.online import online_contest

    found = online_contest(server, contest).status()
    if format is Format.json:
        print_json(found)
    else:
        _show_status(found)


@app.command()
def watch(
    server: Server,
    contest: Contest,
    every: Annotated[float, typer.Option(min=0.1, max=3600, help="Seconds between two looks.")] = 5.0,
) -> None:
    """Wait until something changes: a phase, the timeline, a submission. Ctrl-C ends it."""
    from zellig.front.online import online_contest

    for found, changed in online_contest(server, contest).watch(every):
        if not changed:
            say(f"{found.title}: {found.phase}.")
            continue
        for sentence in changed:
            say(sentence)
        return


def _show_status(found: OnlineStatus) -> None:
    from zellig.front.online import shown_time
    from zellig.games.contest.rules import name_of

    team = f", for {found.team}" if found.team else ""
    say(f"{found.title}: {found.phase}. You take part as {' and '.join(found.roles) or 'nobody'}{team}.")
    windows = [
        (name_of(each), shown_time(each.opens), shown_time(each.closes) if each.closes else "")
        for each in found.timeline
    ]
    show_table(("phase", "opens", "closes"), windows)
    mine = [
        (each.kind, str(each.round), each.filename, shown_time(each.received_at), each.state, each.reason)
        for each in found.submissions
    ]
    if mine:
        show_table(("kind", "round", "file", "received", "state", "reason"), mine)


@app.command()
def score(
    folder: Annotated[Path, typer.Argument(help="The contest's folder.", readable=False), Names.path],
    layout: Annotated[
        Literal["zellig", "bibi2017"], typer.Option(help="How the folder is laid out.")
    ] = "zellig",
    task: Annotated[str | None, typer.Option(help="The task, where the files do not say it.")] = None,
    system: Annotated[
        list[str] | None,
        typer.Option(help="Ask this system about all pairs, too (e.g. file:answers.jsonl); may be repeated."),
        Names.system,
    ] = None,
    allow_overlap: AllowOverlap = False,
    exclude: Annotated[list[str] | None, typer.Option(help="Leave this system out; may be repeated.")] = None,
    denominator: Annotated[
        Literal["pairs", "sentences"],
        typer.Option(help="Divide broken pairs by pairs, or by sentences as the 2017 table does."),
    ] = "pairs",
    as_published: Annotated[
        bool, typer.Option("--as-published", help="Breaker scores by the formula behind the 2017 table.")
    ] = False,
    replicates: Replicates = 1000,
    seed: Seed = 2017,
    report: Report = None,
    bundle: Annotated[
        Path | None, typer.Option(help="Write everything into this zip file."), Names.file
    ] = None,
    format: HowToPrint = Format.table,
) -> None:
    """Score every system on every breaker's pairs, with intervals and tests."""
    from zellig.front.contest import read_contest

    with progress_of() as told:
        contest = read_contest(
            folder,
            layout=layout,
            task=task,
            exclude=exclude or (),
            systems=system or (),
            allow_overlap=allow_overlap,
            progress=told,
        )
    found = contest.score(
        denominator=denominator, as_published=as_published, replicates=replicates, seed=seed
    )
    scores = found.scores
    if report is not None:
        found.report(report)
    if bundle is not None:
        found.bundle(bundle)
    if format is Format.json:
        print_json(scores)
    else:
        _print_tables(scores)


def _print_tables(scores: Scores) -> None:
    from zellig.report.words import contest_in_words, f1_name
    from zellig.tasks import get_task

    for sentence in contest_in_words(scores):
        say(sentence)
    unit = scores.denominator
    builders = [
        (
            name,
            str(row.tier),
            _with_interval(row.passed_percent, row.passed_interval),
            str(row.broken),
            _with_interval(row.broken_percent, row.broken_interval),
            f"{row.original_wrong} / {row.modified_wrong}",
            "-" if row.f1 is None else f"{row.f1:.3f}",
        )
        for name, row in sorted(scores.systems.items(), key=lambda entry: -entry[1].passed_percent)
    ]
    f1 = f1_name(get_task(scores.task))
    head = ("system", "tier", "% passed", "broken", f"% of {unit}", "broken by original / modified", f1)
    show_table(head, builders, title="Builders", boxed=False, numbers=True)
    breakers = [
        (
            name,
            "-" if row.tier is None else str(row.tier),
            str(row.pairs),
            _with_interval(row.break_rate, row.interval),
            "-" if row.score is None else f"{row.score:.2f}",
        )
        for name, row in sorted(scores.breakers.items(), key=lambda entry: -entry[1].break_rate)
    ]
    show_table(
        ("breaker", "tier", "pairs", f"breaks, % of {unit}", "score"),
        breakers,
        title="Breakers",
        boxed=False,
        numbers=True,
    )
    say(f"Breaker score: {next(iter(scores.breakers.values())).score_reason}.")


def _with_interval(value: float, interval: tuple[float, float]) -> str:
    return f"{value:.2f} ({interval[0]:.1f}–{interval[1]:.1f})"
