"""Is the run over whose pairs are to decide? One that was killed may have a part of its pairs only."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import msgspec

from zellig.decoding import decode_toml
from zellig.errors import ZelligError
from zellig.files import read_whole
from zellig.games.breaking.breaking import SCORES
from zellig.store.run import PLAN
from zellig.transform.contrast_run import SUMMARY


class _Plan(msgspec.Struct, frozen=True):
    """What is read of `run.toml`."""

    game: str = ""


class _Game(NamedTuple):
    last: str  # the file that a run writes when it has made all its pairs
    command: str


_GAMES = {"breaking": _Game(SCORES, "zellig break"), "contrast": _Game(SUMMARY, "zellig contrast make")}


def refuse_unfinished(folder: Path) -> None:
    """Refuse the folder of a run that has not come to its end; one without a plan is no run."""
    plan = folder / PLAN
    if not plan.is_file():
        return
    remedy = "Remove it, if the pairs beside it are not those of a run."
    found = decode_toml(read_whole(plan), _Plan, path=plan, what="the plan of a run", remedy=remedy)
    game = _GAMES.get(found.game)
    if game is not None and not (folder / game.last).is_file():
        raise ZelligError(
            f"this run is not finished ({game.last} is missing), so some of its pairs may be missing, too",
            path=folder,
            remedy=f"Run `{game.command}` to its end: the same command takes it up where it stopped.",
        )
