"""The whole game in one call: pairs made and answered, scored, and what it comes to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from zellig.files import write_json
from zellig.games.breaking.answering import Progress
from zellig.games.breaking.breaking import Breaking
from zellig.games.breaking.figures import Figures, figures
from zellig.games.breaking.plan import Plan
from zellig.games.contest.contest import Contest
from zellig.games.contest.score import score_contest
from zellig.games.contest.scores import Scores


@dataclass(frozen=True)
class Played:
    """The contest that the run amounts to, and its numbers; no scores if no pair was made."""

    contest: Contest
    scores: Scores | None
    figures: Figures


def play(
    plan: Plan,
    folder: Path,
    cache: Path,
    progress: Progress,
    workers: int = 1,
    warn: Callable[[str], None] = lambda message: None,
) -> Played:
    """Play in a run directory, which may hold a part of this very run already."""
    result = Breaking(plan, folder, cache, progress, workers, warn).play()
    scores = score_contest(result.played, seed=plan.seed) if result.played.entries else None
    if scores is not None:
        write_json(folder / "scores.json", scores)
    return Played(result.played, scores, figures(result, scores))
