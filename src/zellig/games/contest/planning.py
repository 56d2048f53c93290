"""Planning a contest: rules to begin with, and what is still lacking before it is opened."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime, timedelta

import msgspec

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


class Lack(msgspec.Struct, frozen=True):
    """Something that a contest does not have yet, and what comes of that."""

    what: str
    why: str
    kind: Kind | None = None  # of upload that brings it
    needed: bool = False  # it cannot be opened without


def lacking(standing: Standing, brought: Collection[Kind]) -> Iterator[Lack]:
    """What a contest needs for the phases of its rules, and does not have yet; what is first, first."""
    phases = {window.phase for window in standing.rules.timeline} if standing.rules else set()
    playing = {role for roles in standing.roles.values() for role in roles}
    if not phases:
        yield Lack("rules", "they say the task, and when each phase opens and closes", needed=True)
    if "build" in phases and "training" not in brought:
        yield Lack("training items", "builders have nothing to train on here", "training")
    if "build" in phases and "dev" not in brought:
        yield Lack("development items", "builders have nothing to answer, and judges no training", "dev")
    if "break" in phases and "starter" not in brought:
        yield Lack("starter items", "breakers cannot write pairs here", "starter")
    if phases & {"build", "predict"} and "builder" not in playing:
        yield Lack("builders", "nobody has joined as one")
    if "break" in phases and "breaker" not in playing:
        yield Lack("breakers", "nobody has joined as one")
    if "judge" in phases and not playing & {"judge", "program"}:
        yield Lack("judges", "nobody has joined as one")
