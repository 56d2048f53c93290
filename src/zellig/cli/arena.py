"""`zellig arena`: play a game, or many of them, and look at one again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zellig.cli.options import BudgetCalls, BudgetTokens, EngineName, HowToPrint, Workers
from zellig.cli.output import Format, print_json, progress_of, say, show_table, warn
from zellig.cli.paths import Names

if TYPE_CHECKING:
    from zellig.games.arena.figures import Figures, Share
    from zellig.games.arena.grid import GameRow, GridFigures
    from zellig.games.arena.season.figures import Ladder

app = typer.Typer(no_args_is_help=True)

Written = Annotated[
    Path, typer.Argument(help="The rules of the game, see docs/reference/arena.md."), Names.game
]
Out = Annotated[
    Path | None,
    typer.Option(help="Folder for the game; one that was killed is taken up there."),
    Names.folder,
]


@app.command()
def run(
    rules: Written,
    out: Out = None,
    budget_calls: BudgetCalls = None,
    budget_tokens: BudgetTokens = None,
    format: HowToPrint = Format.table,
) -> None:
    """Play a game."""
    from zellig.front.arena import Arena
    from zellig.games.arena.rules import read_rules

    read = read_rules(rules)
    folder = out or Path(f"arena-{read.game}")
    with _progress(person=read.has_person) as told:
        played = Arena(read).play(
            out=folder,
            budget_calls=budget_calls,
            budget_tokens=budget_tokens,
            progress=lambda done, total: told("rounds", done, total),
        )
        found = played.figures
    if format is Format.json:
        print_json(found)
    else:
        _print(found)
        say(f"The game is in {folder}; see report.html there.")


@app.command()
def grid(
    file: Annotated[
        Path, typer.Argument(help="The rules of the games, with several performers of a role."), Names.grid
    ],
    out: Annotated[
        Path, typer.Option(help="Folder for the games; what was played there is kept."), Names.folder
    ],
    workers: Workers = 1,
    engine: EngineName = "local",
    format: HowToPrint = Format.table,
) -> None:
    """Play all choosers, breakers and curators of a file against one another, and compare them."""
    from zellig.front.grid import arena_grid

    read = arena_grid(file)
    with _progress(person=read.has_person) as told:
        played = read.play(out=out, workers=workers, engine=engine, progress=told)
    if format is Format.json:
        print_json(played.figures)
    else:
        _print_grid(played.figures)
        say(f"The games are in {out}; see report.html there.")


@app.command()
def season(
    file: Annotated[
        Path, typer.Argument(help="The rules of the season, with all who take part."), Names.season
    ],
    out: Annotated[
        Path, typer.Option(help="Folder for the season; what was played there is kept."), Names.folder
    ],
    format: HowToPrint = Format.table,
) -> None:
    """Play a season: everybody meets everybody on common samples; gives the ladder."""
    from zellig.front.arena import OPEN_ORDER
    from zellig.games.arena.season.play import play_season
    from zellig.games.arena.season.reading import read_season
    from zellig.report.season import write_season

    read, entrants = read_season(file)
    if not read.secret and any(entrant.seating.is_from_outside for entrant in entrants):
        warn(OPEN_ORDER)
    with _progress(person=any(entrant.seating.is_person for entrant in entrants)) as told:
        found = play_season(read, entrants, out, told)
    write_season(out, read, found)
    if format is Format.json:
        print_json(found)
    else:
        _print_ladder(found)
        say(f"The season is in {out}; see report.html there.")


@app.command()
def replay(
    game: Annotated[Path, typer.Argument(help="The folder of a game, or of a season."), Names.path],
    format: HowToPrint = Format.table,
) -> None:
    """Compute every number of a game, or of a season, again from its transcripts, and compare."""
    from zellig.games.arena.play import replay
    from zellig.games.arena.season.play import SEASON, replay_season

    if (game / SEASON).is_file():
        ladder = replay_season(game)
        if format is Format.json:
            print_json(ladder)
        else:
            _print_ladder(ladder)
            say("All transcripts follow the rules, and this is their ladder.")
        return
    found = replay(game)
    if format is Format.json:
        print_json(found)
    else:
        _print(found)
        say("The transcript follows its rules, and these are its scores.")


@app.command()
def export(
    game: Annotated[Path, typer.Argument(help="The folder of a game."), Names.path],
    out: Annotated[Path, typer.Option(help="File for the pairs, .jsonl."), Names.file],
) -> None:
    """Write the pairs of a game, the real text and the fake, as a file of pairs of the task is-fake."""
    from zellig.games.arena.play import export

    count = export(game, out)
    say(f"{count:,} pairs are in {out}.")


@contextmanager
def _progress(*, person: bool) -> Iterator[Callable[[str, int, int], None]]:
    """Bars, but not where somebody is being asked: they would be drawn over the question."""
    if person:
        yield lambda what, done, total: None
    else:
        with progress_of() as told:
            yield told


def _print(found: Figures) -> None:
    from zellig.report.arena_words import notes_in_words, ungrouped_in_words

    rows = [("all", *_cells(found))]
    for name, values in found.by.items():
        rows += [(f"{name}: {value}", *_cells(share)) for value, share in values.items()]
    show_table(("", "rounds", "S", "95% interval"), rows, title="S: how often the chooser names the fake")
    for sentence in [*notes_in_words(found), ungrouped_in_words(found)]:
        if sentence:
            say(sentence)


def _print_grid(found: GridFigures) -> None:
    curators = {game.curator for game in found.games}
    games = (
        (
            f"{game.chooser} against {game.breaker}" + (f", {game.curator}" if len(curators) > 1 else ""),
            *_cells(game),
            *_no_fake(game),
        )
        for game in found.games
    )
    show_table(("", "rounds", "S", "95% interval", "no fake", "S without"), games, title="Games")
    for role, rows in found.tiers.items():
        if len(rows) == 1:
            continue
        show_table(
            (role, "tier", "rounds", "S", "95% interval"),
            ((row.name, str(row.tier), *_cells(row)) for row in rows),
            title=f"{role.capitalize()}s, best first",
        )


def _print_ladder(found: Ladder) -> None:
    from zellig.report.p_values import p_in_words

    for role, rungs in found.rungs.items():
        show_table(
            (role, "tier", "rounds", "S", "95% interval", "strength", "state"),
            (
                (
                    rung.name,
                    str(rung.tier or "too few"),
                    *_cells(rung),
                    f"{rung.strength.value:+.2f}" if rung.strength else "-",
                    rung.state,
                )
                for rung in rungs
            ),
            title=f"{role.capitalize()}s, best first",
        )
    if found.people:
        show_table(
            ("person", "role", "rounds", "S", "95% interval", "rounds", "S", "95% interval"),
            (
                (each.name or each.id, each.role, *_cells(each), *_cells(each.performers))
                for each in found.people
            ),
            title="People, and beside them performers in the same place",
        )
    for words, reckoning in (("", found.reckoning), (" of people", found.reckoning_of_people)):
        if reckoning is not None:
            outcomes = ", ".join(f"{number:,} {outcome}" for outcome, number in reckoning.outcomes.items())
            say(f"Of {reckoning.planned:,} rounds{words}: {outcomes}.")
    for row in found.collusion:
        if row.accused:
            told = f"excess {row.excess:+.3f}, {p_in_words(row.p)}"
            say(f"{row.second} and {row.first} may have agreed: {told}.")


def _no_fake(game: GameRow) -> tuple[str, str]:
    """How many rounds had no fake, and S without them."""
    return f"{game.no_fake:,}", _cells(game.with_fake)[1]


def _cells(share: Share) -> tuple[str, str, str]:
    if share.S is None or share.interval is None:
        return f"{share.rounds:,}", "-", "-"
    low, high = share.interval
    return f"{share.rounds:,}", f"{share.S:.3f}", f"{low:.3f} to {high:.3f}"
