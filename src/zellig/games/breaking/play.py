"""The whole game in one call: pairs made and answered, scored, and what it comes to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from zellig.files import write_json
from zellig.games.breaking.breaking import HELD, SCORES, Breaking
from zellig.games.breaking.diagnosis import Diagnosis, diagnose
from zellig.games.breaking.figures import Figures, figures
from zellig.games.breaking.reasons import Reasons, kept_reasons
from zellig.games.breaking.result import Result
from zellig.games.contest.contest import Contest
from zellig.games.contest.score import score_contest
from zellig.games.contest.scores import Scores
from zellig.store.hashes import note_hashes


@dataclass(frozen=True)
class Played:
    """The contest that the run amounts to, its numbers, and the records behind; no scores without a pair."""

    contest: Contest
    scores: Scores | None
    figures: Figures
    result: Result
    reasons: Sequence[Reasons] = ()  # the words that decided some wrong answers

    @cached_property
    def diagnoses(self) -> list[Diagnosis]:
        """What the run tells of each system."""
        return diagnose(self.result)


def play(breaking: Breaking) -> Played:
    """Play a run that could begin, to its end; its directory may hold a part of it already."""
    result = breaking.play()
    scores = score_contest(result.played, seed=result.plan.seed) if result.played.entries else None
    reasons = kept_reasons(breaking.run, result) if result.played.entries else []
    if scores is not None:
        note_hashes(breaking.run.folder, HELD)
        write_json(breaking.run / SCORES, scores)
    return Played(result.played, scores, figures(result, scores), result, reasons)
