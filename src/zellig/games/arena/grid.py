"""A grid: every chooser meets every breaker with every curator's texts, so that they can be compared.

All games of a curator have the same texts, and a breaker has the same chance in every round, so two
performers of a role are compared round by round; `grid_scores.py` does that.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import NamedTuple

import msgspec

from zellig.decoding import decode_json
from zellig.doors import option
from zellig.engine import IN_PROCESS, Engine
from zellig.errors import ZelligError
from zellig.files import read_whole, write_json
from zellig.games.arena.figures import Figures, Share
from zellig.games.arena.grid_scores import Cell, Standings, compared, marks_of
from zellig.games.arena.play import SCORES, play, replay, run_of, seated
from zellig.games.arena.rules import REMEDY, Rules, Tables, read_tables, rules_of
from zellig.games.arena.sending import play_by
from zellig.games.arena.transcript import FILE, rounds_of
from zellig.measures.trend import Slope
from zellig.outputs import is_begun
from zellig.performers import ROLES, Role
from zellig.seats.schedule import Phase
from zellig.seats.seating import Seating

GRID = "grid.json"
PLAN = "games.json"  # the rules of all games, by their folders: written before the first of them is played
GAMES = "games"

_NOT_PLAIN = re.compile(r"[^a-z0-9]+")

Grid = dict[Cell, Rules]
Progress = Callable[[str, int, int], None]  # what, done, all


def read_grid(path: Path) -> Grid:
    """All games of a file, each with its rules; refuses a file in which any of them cannot be played."""
    written = read_tables(path)
    tables = {role: _tables(written, role, path) for role in ROLES}
    games = [
        rules_of({**written, **{role: table for role, table in zip(ROLES, row, strict=True) if table}}, path)
        for row in product(*tables.values())
    ]
    labels = {role: _labels([rules.seats[role] for rules in games]) for role in ROLES}
    for role, names in labels.items():
        if len(names) < len(tables[role]):
            raise ZelligError(f"two [[{role}]] are the same", path=path, remedy="Take one of them out.")
    return {Cell(*(labels[role][_key(rules.seats[role])] for role in ROLES)): rules for rules in games}


class GameRow(Share, frozen=True, kw_only=True):
    """A game among the others: who played, where it is, and the most important of its figures."""

    curator: str
    breaker: str
    chooser: str
    folder: str
    no_fake: int
    with_fake: Share
    voids: int
    late: dict[Role, int]
    trend: dict[Phase, Slope]
    converged_at: int | None

    @property
    def cell(self) -> Cell:
        """Its cell in the grid."""
        return Cell(self.curator, self.breaker, self.chooser)


class GridFigures(Standings, frozen=True, kw_only=True):
    """What `grid.json` holds."""

    games: tuple[GameRow, ...]


class Played(NamedTuple):
    """A grid whose games were all played."""

    figures: GridFigures
    scores: dict[Cell, Figures]  # all scores of each game


def play_grid(
    grid: Grid,
    folder: Path,
    progress: Progress = lambda what, done, total: None,
    engine: Engine = IN_PROCESS,
) -> Played:
    """Play all games in folders below one, or what is left of them, and compare everybody.

    A grid that is there already may grow; refuses a folder with another grid, or with other things, and games
    that were played with another corpus or other code of performers: they cannot be compared with new ones.
    """
    plan = _plan(grid)
    _refuse_others(folder, plan)
    todo = {
        cell: rules for cell, rules in grid.items() if not run_of(rules, folder / _folder(rules)).has(SCORES)
    }
    if todo:
        _refuse_who_cannot_play(grid)
    write_json(folder / PLAN, plan)
    scores = {}
    games = [(rules, folder / _folder(rules)) for rules in todo.values()]
    played = _one_by_one(games, progress) if engine.in_process else play_by(engine, games)
    progress("games", len(grid) - len(todo), len(grid))
    for number, (cell, figures) in enumerate(zip(todo, played, strict=True), start=len(grid) - len(todo) + 1):
        scores[cell] = figures
        progress("games", number, len(grid))
    for cell, rules in grid.items():
        if cell not in todo:
            scores[cell] = replay(folder / _folder(rules))
    marks = {cell: marks_of(rounds_of(folder / _folder(rules) / FILE)) for cell, rules in grid.items()}
    found = GridFigures(
        games=tuple(_row(cell, rules, scores[cell]) for cell, rules in grid.items()),
        **msgspec.structs.asdict(compared(marks)),
    )
    write_json(folder / GRID, found)
    return Played(found, scores)


# -- reading


def _tables(written: Tables, role: Role, path: Path) -> list[dict[str, object]]:
    """The tables of a role; one alone is a list of one, and none at all is for the rules to fill in."""
    found = written.get(role)
    if found is None and role != "chooser":
        return [{}]
    tables = [found] if isinstance(found, dict) else found
    if tables is None:
        raise ZelligError("there is no [[chooser]]", path=path, remedy=REMEDY)
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise ZelligError(f"{role} must be a table, or tables", path=path, remedy=f"Write [[{role}]].")
    if not tables:
        raise ZelligError(f"the list of {role}s is empty", path=path, remedy=f"Write [[{role}]].")
    return tables


def _key(seating: Seating) -> bytes:
    return msgspec.json.encode(seating, order="deterministic")


def _labels(seatings: Iterable[Seating]) -> dict[bytes, str]:
    """How performers are called: by their names, with that in which those of one name differ."""
    different = {_key(seating): seating for seating in seatings}
    labels = {}
    for key, seating in different.items():
        same_name = [_stated(other) for other in different.values() if other.name == seating.name]
        parts = [
            f"{name}={msgspec.json.encode(value).decode()}"
            for name, value in _stated(seating).items()
            if any(name not in other or other[name] != value for other in same_name)
        ]
        labels[key] = f"{seating.name} ({', '.join(parts)})" if parts else seating.name
    return labels


def _stated(seating: Seating) -> dict[str, object]:
    """All that a file says of a performer but its name."""
    plain = msgspec.to_builtins(seating)
    default = msgspec.to_builtins(Seating(seating.name))
    own = {name: plain[name] for name in ("resources", "batch", "isolated") if plain[name] != default[name]}
    return {**seating.params, **own}


# -- playing


def _folder(rules: Rules) -> Path:
    """Where a game is, by its performers alone: a grid that is made larger keeps the games it has."""
    return Path(GAMES, *(_file_name(rules.seats[role]) for role in ROLES))


def _file_name(seating: Seating) -> str:
    """The name, if it says everything; otherwise with the beginning of a hash of the rest."""
    plain = _NOT_PLAIN.sub("-", seating.name.lower()).strip("-")[:60]
    if plain == seating.name and not _stated(seating):
        return plain
    return f"{plain}.{hashlib.sha256(_key(seating)).hexdigest()[:8]}"


def _one_by_one(games: Iterable[tuple[Rules, Path]], progress: Progress) -> Iterator[Figures]:
    for rules, folder in games:
        yield play(rules, folder, lambda done, total: progress("rounds", done, total))


def _plan(grid: Grid) -> dict[str, Rules]:
    """The rules of all games, by their folders."""
    return {str(_folder(rules)): rules for rules in grid.values()}


def _refuse_others(folder: Path, plan: Mapping[str, Rules]) -> None:
    """Refuse a folder that holds other things, or games that are not among the planned ones."""
    if not is_begun(folder, [PLAN], "a grid"):
        return
    path = folder / PLAN
    remedy = f"Choose another {option('out')}, or delete this folder."
    before = decode_json(
        read_whole(path), dict[str, Rules], path=path, what="the list of a grid's games", remedy=remedy
    )
    if any(plan.get(name) != rules for name, rules in before.items()):
        raise ZelligError(
            "this folder holds another grid",
            path=path,
            remedy="A grid may grow: keep its performers and its rules in the file, or choose another "
            f"{option('out')}.",
        )


def _refuse_who_cannot_play(grid: Grid) -> None:
    """Let everybody sit down once, so that a fault in the last performer is not found after hours."""
    names = [list(dict.fromkeys(column)) for column in zip(*grid, strict=True)]
    for number in range(max(map(len, names))):
        cell = Cell(*(column[number % len(column)] for column in names))
        with seated(grid[cell]):
            pass


def _row(cell: Cell, rules: Rules, figures: Figures) -> GameRow:
    own = {name: getattr(figures, name) for name in GameRow.__struct_fields__ if hasattr(figures, name)}
    return GameRow(**own, **cell._asdict(), folder=str(_folder(rules)))
