"""`zellig match`: play a match among programs, and score one again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zellig.cli.options import HowToPrint, Seed
from zellig.cli.output import Format, print_json, progress_of, say, show_table
from zellig.cli.paths import Names

if TYPE_CHECKING:
    from zellig.front.match import PlayedMatch

app = typer.Typer(no_args_is_help=True)


@app.command()
def play(
    packet: Annotated[str, typer.Option(help="The questions: packets:FILE, tossups:FILE, ..."), Names.corpus],
    team: Annotated[
        list[str],
        typer.Option(
            metavar="NAME=SYSTEM[+BUZZER]",
            help="A team and its program; two or more. A name that is repeated is a team of several.",
        ),
        Names.team,
    ],
    *,
    rules: Annotated[
        str, typer.Option(help="acf, naqt, pace, or a file (TOML); see docs/concepts/matches.md."), Names.path
    ] = "acf",
    seed: Seed = 2017,
    out: Annotated[Path | None, typer.Option(help="A new folder for the match."), Names.folder] = None,
    format: HowToPrint = Format.table,
) -> None:
    """Play a whole match among programs, on a clock that runs as fast as they do."""
    from zellig.front.match import play_match

    with progress_of() as told:
        found = play_match(packet, teams=_teams(team), rules=rules, seed=seed, out=out, progress=told)
    _print(found, format)
    if out is not None and format is Format.table:
        say(f"The match is in {out}.")


@app.command()
def replay(
    folder: Annotated[Path, typer.Argument(help="The folder of a match, or a zip of it."), Names.path],
    format: HowToPrint = Format.table,
) -> None:
    """Compute the score of a match again from its transcript; exit code 1 if it is another one."""
    from zellig.front.match import replay_match

    _print(replay_match(folder), format)
    if format is Format.table:
        say("The transcript gives the score that is there.")


def _print(found: PlayedMatch, format: Format) -> None:
    from zellig.report.match import HEADS, match_in_words, team_rows

    if format is Format.json:
        print_json(found.match.score)
        return
    show_table(HEADS, [[str(cell) for cell in row] for row in team_rows(found.match)], numbers=True)
    for sentence in match_in_words(found.match):
        say(sentence)


def _teams(given: list[str]) -> dict[str, list[str]]:
    from zellig.errors import ZelligError

    found: dict[str, list[str]] = {}
    for each in given:
        name, _, program = each.partition("=")
        if not name.strip() or not program:
            raise ZelligError(
                f"{each!r} does not say which program plays for which team",
                remedy="Write --team NAME=SYSTEM or --team NAME=SYSTEM+BUZZER.",
            )
        found.setdefault(name.strip(), []).append(program)
    return found
