"""Who is reminded that a phase closes, and from when on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from zellig.games.contest.reminders import due, reminded
from zellig.games.contest.rules import Role, Rules, Window
from zellig.games.contest.standing import Standing, Team

START = datetime(2026, 3, 1, tzinfo=UTC)
WEEK = timedelta(days=7)
TIMELINE = (
    Window("break", START, START + WEEK),
    Window("judge", START + WEEK, START + 2 * WEEK),
    Window("publish", START + 2 * WEEK),
)


def _standing(hours: int = 24) -> Standing:
    roles: dict[str, frozenset[Role]] = {
        "ann": frozenset({"breaker"}),
        "ben": frozenset({"breaker", "judge"}),
        "cat": frozenset({"builder"}),
        "dan": frozenset({"judge"}),
    }
    teams = {
        "owls": Team("owls", "Owls", "Team 1", frozenset({"ann", "cat"})),
        "larks": Team("larks", "Larks", "Team 2", frozenset({"ben"})),
    }
    rules = Rules("sentiment", TIMELINE, remind_hours=hours)
    return Standing(rules=rules, timeline=TIMELINE, teams=teams, roles=roles)


@pytest.mark.parametrize(
    ("hours", "now", "kinds"),
    [
        (24, START + WEEK - timedelta(hours=24, microseconds=1), []),
        (24, START + WEEK - timedelta(hours=24), ["pairs"]),
        (24, START + WEEK - timedelta(microseconds=1), ["pairs"]),
        (24, START + WEEK, []),
        (24, START + 2 * WEEK - timedelta(hours=1), []),  # teams bring nothing to be judged then
        (24, START + 9 * WEEK, []),
        (0, START + WEEK - timedelta(hours=1), []),
        (24 * 7, START + WEEK - timedelta(hours=1), []),  # not from the first moment on
    ],
)
def test_when_something_is_due(hours: int, now: datetime, kinds: list[str]) -> None:
    assert [each.kind for each in due(_standing(hours), now)] == kinds


def test_nobody_is_reminded_before_a_contest_is_opened() -> None:
    assert list(due(Standing(), START)) == []


def test_members_whose_team_has_brought_nothing_and_who_could() -> None:
    (each,) = due(_standing(), START + WEEK - timedelta(hours=1))
    assert reminded(_standing(), each, frozenset()) == ["ann", "ben"]
    assert reminded(_standing(), each, frozenset({"larks"})) == ["ann"]
    assert reminded(_standing(), each, frozenset({"larks", "owls"})) == []
