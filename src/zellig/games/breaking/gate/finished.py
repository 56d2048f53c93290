"""Is the run over whose pairs are to decide? One that was killed may have a part of its pairs only."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

import msgspec

from zellig.decoding import decode_toml
from zellig.doors import by_door
from zellig.errors import ZelligError
from zellig.files import read_whole
from zellig.games.breaking.breaking import SCORES
from zellig.games.breaking.notes import notes_of
from zellig.games.contest.contest import Entry
from zellig.store.run import PLAN
from zellig.transform.contrast_run import SUMMARY


class _Plan(msgspec.Struct, frozen=True):
    """What is read of `run.toml`."""

    game: str = ""
    systems: dict[str, object] = {}
    breakers: dict[str, object] = {}


class _Game(NamedTuple):
    last: str  # the file that a run writes when it has made all its pairs
    command: str
    function: str


_GAMES = {
    "breaking": _Game(SCORES, "zellig break", "zl.break_systems"),
    "contrast": _Game(SUMMARY, "zellig contrast make", "zl.contrast_set"),
}


def _plan_in(folder: Path) -> _Plan | None:
    plan = folder / PLAN
    if not os.path.isfile(plan):  # the method of Path fails in a folder that may not be searched
        return None
    remedy = "Remove it, if the pairs beside it are not those of a run."
    return decode_toml(read_whole(plan), _Plan, path=plan, what="the plan of a run", remedy=remedy)


def is_breaking(folder: Path) -> bool:
    """Is this the folder of a run of `zellig break`?"""
    found = _plan_in(folder)
    return found is not None and found.game == "breaking"


def refuse_unfinished(folder: Path) -> None:
    """Refuse the folder of a run that has not come to its end; one without a plan is no run."""
    found = _plan_in(folder)
    if found is None:
        return
    game = _GAMES.get(found.game)
    if game is not None and not (folder / game.last).is_file():
        if _came_to_nothing(folder, found):
            raise ZelligError(
                "this run is finished, and it has no pairs",
                path=folder,
                remedy="Its folder made says why; give it other texts or breakers, and another folder.",
            )
        missing = "so some of its pairs may be missing, too"
        if not (folder / "pairs").is_dir():
            missing = "and there are no pairs yet"
        raise ZelligError(
            f"this run is not finished ({game.last} is missing), {missing}",
            path=folder,
            remedy=f"Run `{by_door(game.command, game.function)}` to its end: the same call takes it up "
            "where it stopped.",
        )


def _came_to_nothing(folder: Path, plan: _Plan) -> bool:
    """Has every breaker done its work, once or for each system, and no pair is there?"""

    def done(breaker: str, victim: str | None = None) -> bool:
        return (folder / notes_of(Entry(breaker, (), victim).name)).is_file()

    all_done = all(done(name) or all(done(name, each) for each in plan.systems) for name in plan.breakers)
    return bool(plan.breakers and plan.systems) and all_done and not (folder / "pairs").is_dir()
