"""Runs and other pairs, in hand or at a path, for the jobs that begin with them."""

from __future__ import annotations

from os import PathLike, fspath
from pathlib import Path
from typing import TypeAlias

from zellig.front.breaking import BreakingRun
from zellig.front.made_pairs import MadePairs
from zellig.front.options import path_of
from zellig.games.breaking.gate import pairs_of_run
from zellig.games.breaking.stored import read_stored
from zellig.games.contest import Contest
from zellig.transform.evaluation import ContrastSet

A_RUN = "a run, pairs, or the path of either"

Run: TypeAlias = BreakingRun | MadePairs | Contest | ContrastSet | str | PathLike[str]


def pairs_in(run: Run) -> Contest | ContrastSet | Path:
    """The pairs, or where they lie."""
    if isinstance(run, BreakingRun | MadePairs):
        return run.contest
    return run if isinstance(run, Contest | ContrastSet) else path_of(run, A_RUN)


def files_of(run: Run) -> list[Path]:
    """Where the pairs are kept, if they are."""
    if isinstance(run, str | PathLike):
        return [Path(run)]
    kept = (getattr(run, "folder", None), getattr(run, "file", None))
    return [path for path in kept if path is not None]


def stored(run: Run, task: str | PathLike[str] | None = None) -> Contest:
    """The pairs with their answers, and what speaks against them, where that is known."""
    pairs = pairs_in(run)
    if isinstance(pairs, Path):
        return read_stored(pairs, None if task is None else fspath(task))
    return pairs_of_run(pairs)
