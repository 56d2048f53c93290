"""Who is reminded that a phase closes: members of teams that have brought nothing in it that counts."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

import msgspec

from zellig.games.contest.phases import acts, open_window
from zellig.games.contest.rules import Phase, Window
from zellig.games.contest.standing import Standing
from zellig.games.contest.uploads import ACTS, Kind


class Due(msgspec.Struct, frozen=True):
    """Something that teams bring in a phase which closes soon."""

    window: Window
    kind: Kind
    what: str  # in words
    roles: tuple[str, ...]  # of those who bring it


class Reminder(msgspec.Struct, frozen=True):
    """What somebody is reminded of."""

    contest: str
    phase: Phase
    round: int
    what: str


def due(standing: Standing, now: datetime) -> Iterator[Due]:
    """What has to be brought before the phase closes that is open, once that is near by the rules; a phase
    that is not longer than that is not worth a reminder."""
    window = open_window(standing.timeline, now)
    if window is None or window.closes is None or standing.rules is None or not standing.rules.remind_hours:
        return
    begins = window.closes - timedelta(hours=standing.rules.remind_hours)
    if not window.opens < begins <= now:
        return
    for kind, act in ACTS.items():
        when = acts()[act]
        if window.phase in when.phases:
            yield Due(window, kind, when.what, when.roles)


def reminded(standing: Standing, each: Due, brought: frozenset[str | None]) -> list[str]:
    """The accounts that are reminded of it, given the teams that have brought something that counts."""
    return sorted(
        member
        for team in standing.teams.values()
        if team.id not in brought
        for member in team.members
        if standing.roles_of(member) & set(each.roles)
    )
