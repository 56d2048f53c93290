"""Schedules: which rounds come before those that are scored, and who is told what came of which."""

from __future__ import annotations

from typing import Literal

import msgspec

from zellig.performers import Role

Phase = Literal["transparent", "opaque", "scored"]
Revealed = Literal["opaque", "transparent"]


class Schedule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rounds before those that are scored, and what is seen of which."""

    transparent: int = 0  # rounds of which it is shown what came of them
    opaque: int = 0  # rounds of which it is not
    transparent_to: tuple[Role, ...] = ("chooser",)
    scored: Revealed = "opaque"  # transparent: everybody sees what came of scored rounds, too
    adapt: bool = False  # performers may go on learning in opaque rounds that are scored
    every: int = 1  # rounds between two observations


def phase_at(schedule: Schedule, n: int) -> Phase:
    """Transparent rounds come first, then opaque ones, then those that are scored."""
    if n < schedule.transparent:
        return "transparent"
    return "opaque" if n < schedule.transparent + schedule.opaque else "scored"


def is_observed(schedule: Schedule, phase: Phase) -> bool:
    """May anybody learn from rounds of this phase?"""
    return phase != "scored" or schedule.adapt or schedule.scored == "transparent"


def shows(schedule: Schedule, phase: Phase, role: Role) -> Revealed | None:
    """How a role sees a round that is over: all of it, its own part of it, or nothing.

    A curator has no part in a round that it is not shown.
    """
    if phase == "scored" and schedule.scored == "transparent":
        return "transparent"
    if phase == "transparent" and role in schedule.transparent_to:
        return "transparent"
    if role == "curator" or not is_observed(schedule, phase):
        return None
    return "opaque"
