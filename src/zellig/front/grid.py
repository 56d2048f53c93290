"""Everybody against everybody in the arena: `zellig arena grid`."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING

from zellig.engine import open_engine
from zellig.front.arena import OPEN_ORDER
from zellig.front.options import checked, path_of
from zellig.front.places import InFolder, Output
from zellig.front.saying import saying
from zellig.games.arena.grid import Grid, GridFigures, Progress, play_grid, read_grid
from zellig.games.arena.rules import wants_secret
from zellig.notices import warn
from zellig.report.arena import write_grid

if TYPE_CHECKING:
    from zellig.front.frames import Table


@dataclass(frozen=True)
class PlayedGrid(InFolder):
    """A grid whose games were all played; its report and those of the games are in its folder."""

    figures: GridFigures

    def table(self) -> Table:
        """One row a game: who played, how many rounds, and how often the chooser named the fake."""
        from zellig.front.frames import rows_to_table

        return rows_to_table(
            {
                "curator": game.curator,
                "breaker": game.breaker,
                "chooser": game.chooser,
                "rounds": game.rounds,
                "S": game.S,
                "low": None if game.interval is None else game.interval[0],
                "high": None if game.interval is None else game.interval[1],
            }
            for game in self.figures.games
        )

    def __repr__(self) -> str:
        games = (
            f"{game.chooser} against {game.breaker}: S {'-' if game.S is None else f'{game.S:.3f}'}"
            for game in self.figures.games
        )
        return "\n".join(games)


@dataclass(frozen=True)
class ArenaGrid:
    """Games that can be played."""

    games: Grid

    @property
    def has_person(self) -> bool:
        """Does somebody play at this terminal?"""
        return any(rules.has_person for rules in self.games.values())

    @checked()
    def play(
        self,
        *,
        out: str | PathLike[str] | None = None,
        workers: int = 1,
        engine: str = "local",
        progress: Progress = lambda what, done, total: None,
    ) -> PlayedGrid:
        """Play all games, or those that are not in the folder `out` yet; `engine` is who plays them, see
        docs/reference/engines.md."""
        output = Output(out)
        with saying() as said:
            if any(map(wants_secret, self.games.values())):
                warn(OPEN_ORDER)
            with open_engine(engine, workers) as doing:
                played = play_grid(self.games, output.path, progress, doing)
            write_grid(output.path, played)
        return PlayedGrid(tuple(said), output, played.figures)


@checked()
def arena_grid(file: str | PathLike[str]) -> ArenaGrid:
    """All games of a file with several performers of a role; refuses one in which any cannot be played."""
    return ArenaGrid(read_grid(path_of(file, "the path of a file of rules")))
