"""`zellig tournament`: play one, take matches of people, see where it stands, hand it on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zellig.cli.options import HowToPrint, Report
from zellig.cli.output import Format, print_json, progress_of, say, show_table
from zellig.cli.paths import Names

if TYPE_CHECKING:
    from zellig.front.tournament import PlayedTournament

app = typer.Typer(no_args_is_help=True)

Folder = Annotated[Path, typer.Argument(help="The folder of a tournament."), Names.path]
Changed = Annotated[Path, typer.Argument(help="The folder of a tournament."), Names.folder]


@app.command()
def play(
    plan: Annotated[
        Path, typer.Argument(help="The plan (TOML); see docs/reference/tournaments.md."), Names.tournament
    ],
    out: Annotated[Path, typer.Option(help="The folder of the tournament; the same goes on."), Names.folder],
    format: HowToPrint = Format.table,
) -> None:
    """Play a tournament as far as programs can alone; games with people wait for their transcripts."""
    from zellig.front.tournament import play_tournament

    with progress_of() as told:
        found = play_tournament(plan, out=out, progress=told)
    _print(found, format)


@app.command()
def show(folder: Folder, report: Report = None, format: HowToPrint = Format.table) -> None:
    """Say where a tournament stands, from its transcripts; --report has all figures and every question."""
    from zellig.front.tournament import read_tournament

    found = read_tournament(folder)
    _print(found, format)
    if report is not None:
        found.report(report)
        if format is Format.table:
            say(f"The report is in {report}.")


@app.command()
def take(
    folder: Changed,
    match: Annotated[
        Path, typer.Argument(help="The folder of a match that was played, or a zip of it."), Names.path
    ],
    format: HowToPrint = Format.table,
) -> None:
    """Take a match that was played elsewhere; refuses one that no game waits for."""
    from zellig.front.tournament import read_tournament

    _print(read_tournament(folder).take(match), format)


@app.command()
def forfeit(
    folder: Changed,
    team: Annotated[str, typer.Option(help="The team that does not play.")],
    reason: Annotated[str, typer.Option(help="Why.")],
    format: HowToPrint = Format.table,
) -> None:
    """Write down that a team does not play the game that waits for it."""
    from zellig.front.tournament import read_tournament

    _print(read_tournament(folder).forfeit(team, reason), format)


@app.command()
def export(
    folder: Folder,
    out: Annotated[Path, typer.Option(help="A folder for the files."), Names.folder],
) -> None:
    """Write tournament.qbj, buzzes.csv and a folder for Hugging Face `datasets`."""
    from zellig.front.tournament import read_tournament

    read_tournament(folder).export(out)
    say(f"The files are in {out}.")


@app.command()
def buzzes(
    file: Annotated[Path, typer.Argument(help="Buzzes of others: CSV, or QBJ (.qbj, .json)."), Names.path],
    questions: Annotated[
        str, typer.Option(help="The questions that were read: tossups:FILE, packets:FILE, ..."), Names.corpus
    ],
    challenge: Annotated[
        str | None,
        typer.Option(help="Challenge questions, among these or beside them; the others are control."),
        Names.corpus,
    ] = None,
    report: Report = None,
    format: HowToPrint = Format.table,
) -> None:
    """The same statistics of buzzes that others wrote down."""
    from zellig.front.tournament_buzzes import buzz_statistics
    from zellig.report.tournament import buzzes_in_words, line_table

    found = buzz_statistics(file, questions=questions, challenge=challenge)
    if report is not None:
        found.report(report)
    if format is Format.json:
        print_json(found.figures)
        return
    table = line_table("", "team", found.figures.teams) if found.figures.teams else None
    for shown in filter(None, (table, line_table("", "category", found.figures.categories))):
        show_table(shown.heads, shown.rows, numbers=True)
    for sentence in buzzes_in_words(found.figures):
        say(sentence)
    if report is not None:
        say(f"The report is in {report}.")


def _print(found: PlayedTournament, format: Format) -> None:
    from zellig.report.tournament import HEADS, standing_cells, standing_rows, tournament_in_words

    if format is Format.json:
        print_json({"results": found.tournament.results, "figures": found.figures})
        return
    rows = standing_rows(found.tournament, found.figures)
    show_table(HEADS, [standing_cells(row) for row in rows], numbers=True)
    for sentence in tournament_in_words(found.tournament, found.figures):
        say(sentence)
