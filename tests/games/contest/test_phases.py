"""Extensions: what follows keeps some of its time."""

from __future__ import annotations

from datetime import timedelta

import pytest

from contest_night import DAY, START
from zellig.errors import ZelligError
from zellig.games.contest.phases import extend, refuse_squeezed
from zellig.games.contest.rules import Window

HOUR = timedelta(hours=1)


def _planned(length: timedelta) -> tuple[Window, ...]:
    """A day of build, a break of some length, a gap of a day, predict and publication."""
    end = START + DAY + length
    return (
        Window("build", START, START + DAY),
        Window("break", START + DAY, end),
        Window("predict", end + DAY, end + 2 * DAY),
        Window("publish", end + 2 * DAY),
    )


@pytest.mark.parametrize(
    ("length", "later", "fits"),
    [
        (DAY, 23 * HOUR, True),
        (DAY, DAY - timedelta(seconds=1), False),
        (DAY, DAY - 0.9 * HOUR, False),
        (HOUR, 0.5 * HOUR, True),  # of a short phase half is enough
        (HOUR, 0.6 * HOUR, False),
    ],
)
def test_an_extension_leaves_what_follows_an_hour_or_half_of_it(
    length: timedelta, later: timedelta, fits: bool
) -> None:
    before = _planned(length)
    after = extend(before, before[0], START + DAY + later)
    if fits:
        refuse_squeezed(before, after)
        return
    with pytest.raises(ZelligError, match=r"break would open at 2026-03-0[23]") as refused:
        refuse_squeezed(before, after)
    until = START + DAY + later + length
    assert refused.value.remedy == f"Extend break first, e.g. until {until:%Y-%m-%d %H:%M} UTC."
