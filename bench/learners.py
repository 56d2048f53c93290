"""How S changes with rounds in the games of a grid, over several seeds: for docs/results/arena-games.md.

    python bench/learners.py bench/games/learners.toml build/arena/learners 2012 2013 2014 2015 2016

Each seed has a folder of its own with its report; what was played is not played again.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import mean, stdev

import msgspec
from scipy.stats import t

from zellig.games.arena.figures import Figures
from zellig.games.arena.grid import play_grid, read_grid
from zellig.games.arena.grid_scores import Cell
from zellig.report.arena import write_grid

QUARTERS = 4


def played(path: Path, out: Path, seed: int) -> dict[Cell, Figures]:
    """The games of a grid with another seed."""
    grid = {cell: msgspec.structs.replace(rules, seed=seed) for cell, rules in read_grid(path).items()}
    found = play_grid(grid, out / str(seed))
    write_grid(out / str(seed), found)
    return found.scores


def line(cell: Cell, games: Sequence[Figures]) -> str:
    """S in the first and last quarter, and the slopes: their mean with its interval, each, how many off 0."""
    slopes = [game.trend["scored"].per_100_rounds for game in games]
    ends = [game.trend["scored"].interval or (0.0, 0.0) for game in games]
    off = sum(low > 0 or high < 0 for low, high in ends)
    half = float(t.ppf(0.975, len(slopes) - 1)) * stdev(slopes) / math.sqrt(len(slopes))
    middle = mean(slopes)
    first, last = (mean(quarter(game, which) for game in games) for which in (0, QUARTERS - 1))
    each = ", ".join(f"{slope:+.3f}" for slope in slopes)
    return (
        f"| {cell.breaker} | {cell.chooser} | {cell.curator} | {first:.3f} | {last:.3f} "
        f"| {middle:+.3f} ({middle - half:+.3f} to {middle + half:+.3f}) | {each} | {off} of {len(slopes)} |"
    )


def quarter(game: Figures, which: int) -> float:
    """S in a quarter of the scored rounds: of the windows that begin in it."""
    scored = game.curve[-1].stop - game.rounds - game.voids
    size = (game.curve[-1].stop - scored) / QUARTERS
    windows = [row for row in game.curve if which * size <= row.start - scored < (which + 1) * size]
    return sum((row.S or 0.0) * row.rounds for row in windows) / sum(row.rounds for row in windows)


def main(grid: str, out: str, *seeds: str) -> None:
    """Play, and print the table."""
    games = [played(Path(grid), Path(out), int(seed)) for seed in seeds]
    print("| breaker | chooser | curator | first quarter | last quarter | slope | each | off 0 |")
    print("|---|---|---|---|---|---|---|---|")
    for cell in games[0]:
        print(line(cell, [each[cell] for each in games]))


if __name__ == "__main__":
    main(*sys.argv[1:])
