"""Who sees what of a round that is over."""

from __future__ import annotations

import pytest

from zellig.performers import ROLES, Role
from zellig.seats.schedule import Phase, Revealed, Schedule, is_observed, phase_at, shows

PHASES: tuple[Phase, ...] = ("transparent", "opaque", "scored")


def test_the_phases_follow_one_another() -> None:
    assert [phase_at(Schedule(2, 1), n) for n in range(5)] == [
        "transparent",
        "transparent",
        "opaque",
        "scored",
        "scored",
    ]


@pytest.mark.parametrize(
    ("schedule", "role", "seen"),
    [
        (Schedule(), "chooser", ("transparent", "opaque", None)),
        (Schedule(), "breaker", ("opaque", "opaque", None)),
        (Schedule(), "curator", (None, None, None)),
        (Schedule(transparent_to=("curator",)), "curator", ("transparent", None, None)),
        (Schedule(transparent_to=("curator",)), "chooser", ("opaque", "opaque", None)),
        (Schedule(adapt=True), "breaker", ("opaque", "opaque", "opaque")),
        (Schedule(adapt=True), "curator", (None, None, None)),
        (Schedule(scored="transparent"), "curator", (None, None, "transparent")),
        (Schedule(scored="transparent"), "breaker", ("opaque", "opaque", "transparent")),
    ],
)
def test_a_role_sees_what_the_schedule_says(
    schedule: Schedule, role: Role, seen: tuple[Revealed | None, ...]
) -> None:
    assert tuple(shows(schedule, phase, role) for phase in PHASES) == seen


def test_nobody_sees_what_is_not_observed() -> None:
    for schedule in (Schedule(), Schedule(adapt=True), Schedule(scored="transparent")):
        for phase in PHASES:
            seen = [shows(schedule, phase, role) for role in ROLES]
            assert is_observed(schedule, phase) is any(each is not None for each in seen)
