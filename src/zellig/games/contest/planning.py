"""Planning a contest: rules to begin with, and what is still lacking before it is opened."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime, timedelta

from zellig.games.contest.rules import PHASES, Phase, Rules, Window
from zellig.games.contest.standing import Standing
from zellig.games.contest.uploads import Kind

DAYS: dict[Phase, int] = {"build": 14, "break": 7, "predict": 3, "judge": 7, "appeal": 3, "score": 2}


def suggest(now: datetime) -> Rules:
    """Rules to begin with: from tomorrow noon, each phase as long as it usually takes."""
    opens = (now + timedelta(days=1)).replace(hour=12, minute=0, second=0, microsecond=0)
    windows = []
    for phase in PHASES:
        closes = opens + timedelta(days=DAYS[phase]) if phase in DAYS else None
        windows.append(Window(phase, opens, closes))
        opens = closes or opens
    return Rules("sentiment", tuple(windows))


def lacking(standing: Standing, brought: Collection[Kind]) -> Iterator[str]:
    """What a contest needs for the phases that its rules have, and does not have yet."""
    phases = {window.phase for window in standing.rules.timeline} if standing.rules else set()
    playing = {role for roles in standing.roles.values() for role in roles}
    if not phases:
        yield "rules"
    if "build" in phases and "training" not in brought:
        yield "training items: builders have nothing to train on here"
    if "build" in phases and "dev" not in brought:
        yield "development items: builders have nothing to answer, and judges no training"
    if "break" in phases and "starter" not in brought:
        yield "starter items: breakers cannot write pairs here"
    if phases & {"build", "predict"} and "builder" not in playing:
        yield "builders: nobody has joined as one"
    if "break" in phases and "breaker" not in playing:
        yield "breakers: nobody has joined as one"
    if "judge" in phases and not playing & {"judge", "program"}:
        yield "judges: nobody has joined as one"
