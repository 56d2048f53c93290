"""Folders of games: contests in both layouts, runs, the arena's rules, grids and games, tournaments."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

from fuzz.mutations import Files
from fuzz.records import Stuck
from fuzz.target import SEEDS, any_of, files_in, place, target
from zellig.items import Item, write_records

SYSTEM = "py:fuzz.records:Stuck"


# -- contests


def _score(layout: str, folder: Path, out: Path) -> None:
    """Everything that can be made of a contest."""
    from zellig.games.breaking.gate import check_run
    from zellig.games.contest import read_contest, score_contest
    from zellig.games.contest.bundle import write_bundle
    from zellig.report.contest import write_report

    def score() -> None:
        contest = read_contest(folder, "bibi2017" if layout == "bibi2017" else "zellig")
        scores = score_contest(contest, replicates=100)
        write_report(out / "report.html", contest, scores, "Soup")
        write_bundle(out / "bundle.zip", contest, scores)

    any_of([score, partial(check_run, folder, Stuck(), min_passed=50.0)])


for _layout in ("zellig", "bibi2017"):
    target(f"contest-{_layout}", loads=("scipy.stats",))(partial(_score, _layout))


# -- the gate


SOUP = SEEDS / "contest-zellig" / "soup"


def _stored(scratch: Path) -> list[Files]:
    from zellig.games.breaking.gate import check_run

    check_run(SOUP, Stuck(), store=scratch / "old.json")
    return [files_in(scratch)]


@target("gate-result", seeds=_stored, loads=("scipy.stats",))
def _beside(folder: Path, out: Path) -> None:
    from zellig.games.breaking.gate import check_run

    check_run(SOUP, Stuck(), baseline=str(place(folder)))


@target("gate-limits", loads=("scipy.stats",))
def _limits(folder: Path, out: Path) -> None:
    from zellig.games.breaking.gate.limits import read_limits

    read_limits(place(folder), ["heat", "not-add"])


# -- runs


def _broken(folder: Path) -> None:
    from zellig.games.breaking import Breaking, Plan, play

    plan = Plan("sentiment", "items:../seeds/items.jsonl", (SYSTEM,), ("deepwordbug",), budget=5)
    play(Breaking(plan, folder, folder.parent / "answers.sqlite", lambda what, done, total: None))


def _run(scratch: Path) -> list[Files]:
    items = [Item(name, {"text": f"The {name} was warm ."}, ("+1",)) for name in ("soup", "bread")]
    write_records(scratch / "items.jsonl", Item, items, "sentiment")
    _broken(scratch / "run")
    return [files_in(scratch / "run")]


@target("run-folder", seeds=_run)
def _resume(folder: Path, out: Path) -> None:
    """A run that is taken up again, at its end or before it."""
    shutil.copytree(folder, out / "run")
    _broken(out / "run")


# -- the arena


@target("arena-rules")
def _rules(folder: Path, out: Path) -> None:
    from zellig.games.arena.rules import read_rules, wants_secret
    from zellig.report.arena_words import rules_in_words

    rules = read_rules(place(folder))
    wants_secret(rules)
    rules_in_words(rules)
    rules.game  # noqa: B018 -- it is computed


@target("arena-grid")
def _grid(folder: Path, out: Path) -> None:
    from zellig.games.arena.grid import read_grid

    read_grid(place(folder))


RULES = """
rounds = 12
corpus = {name = "grammaticality"}
chooser = {name = "random", isolated = false}
breaker = {name = "word-shuffle", isolated = false}
curator = {name = "uniform", isolated = false}
schedule = {transparent = 4}
canary = {share = 0.25}
"""
CHOOSER = '[[chooser]]\nname = "random"\nisolated = false\n'
WITHOUT = "\n".join(line for line in RULES.splitlines() if not line.startswith("chooser"))
GRID = f"{WITHOUT}\n{CHOOSER}{CHOOSER}batch = 4\n"


def _game(scratch: Path) -> list[Files]:
    from zellig.games.arena.play import play
    from zellig.games.arena.rules import read_rules

    (scratch / "arena.toml").write_text(RULES)
    play(read_rules(scratch / "arena.toml"), scratch / "game")
    return [files_in(scratch / "game")]


@target("arena-game", seeds=_game, loads=("lemminflect",))
def _replay(folder: Path, out: Path) -> None:
    """A game that somebody sends: computed again, and shown."""
    from zellig.games.arena.play import replay
    from zellig.report.arena import write_game

    shutil.copytree(folder, out / "game")
    write_game(out / "game", replay(folder))


@target("arena-resume", seeds=_game, loads=("lemminflect",))
def _take_up(folder: Path, out: Path) -> None:
    """A game that was stopped somewhere, and goes on."""
    from zellig.games.arena.play import play
    from zellig.games.arena.rules import read_rules

    (out / "arena.toml").write_text(RULES)
    shutil.copytree(folder, out / "game")
    play(read_rules(out / "arena.toml"), out / "game")


def _games(scratch: Path) -> list[Files]:
    from zellig.games.arena.grid import play_grid, read_grid

    (scratch / "grid.toml").write_text(GRID)
    play_grid(read_grid(scratch / "grid.toml"), scratch / "grid")
    return [files_in(scratch / "grid")]


@target("arena-grid-folder", seeds=_games, loads=("lemminflect",))
def _compare(folder: Path, out: Path) -> None:
    """The folder of a grid: gone on with, compared and shown."""
    from zellig.games.arena.grid import play_grid, read_grid
    from zellig.report.arena import write_grid

    (out / "grid.toml").write_text(GRID)
    shutil.copytree(folder, out / "grid")
    write_grid(out / "grid", play_grid(read_grid(out / "grid.toml"), out / "grid"))


# -- tournaments


CUP_RULES = 'name = "Own"\ntossups = 4\npower = 15\n'


def _cup(scratch: Path) -> list[Files]:
    from tournament_night import plan, questions
    from zellig.files import write_json
    from zellig.front.tournament import play_tournament
    from zellig.games.tournament.folder import ROUNDS
    from zellig.games.tournament.plan import Phase, Questions

    for side in ("control", "challenge"):
        write_records(scratch / f"{side}.jsonl", Item, questions(side, 8), "quiz")
    (scratch / "own.toml").write_text(CUP_RULES)
    sets = Questions(control=f"items:{scratch}/control.jsonl", challenge=f"items:{scratch}/challenge.jsonl")
    given = plan(sets, phases=(Phase("bracket"),), rules=f"{scratch}/own.toml", people={"Fox": "Ann"})
    played = play_tournament(given, out=scratch / "cup").tournament
    alone = files_in(scratch / "cup")
    write_json(scratch / "cup" / ROUNDS, played.rounds)  # as of one whose rounds somebody made
    return [alone, files_in(scratch / "cup")]


@target("tournament-folder", seeds=_cup)
def _cup_again(folder: Path, out: Path) -> None:
    """A tournament that somebody sends: computed again, shown, handed on (not as parquet: polars has threads,
    which a fork must not meet)."""
    from zellig.front.tournament import read_tournament
    from zellig.games.tournament.exports import buzzes_csv
    from zellig.games.tournament.qbj import tournament_qbj

    found = read_tournament(folder)
    found.report(out / "report.html")
    tournament_qbj(found.tournament)
    buzzes_csv(found.tournament)


@target("tournament-plan")
def _plan(folder: Path, out: Path) -> None:
    from zellig.games.tournament.plan import read_plan
    from zellig.games.tournament.rounds import paired

    paired(read_plan(place(folder)), [], [])
