"""Long work makes way for people who write."""

from __future__ import annotations

from itertools import count

import pytest

from zellig.server.live.pace import PAUSE, STEP, Pace


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What was waited; a look at the clock takes half a step."""
    found: list[float] = []
    ticks = count()
    monkeypatch.setattr("zellig.server.live.pace.time.monotonic", lambda: next(ticks) * STEP / 2)
    monkeypatch.setattr("zellig.server.live.pace.time.sleep", found.append)
    return found


def test_while_somebody_is_served_there_are_pauses(pauses: list[float]) -> None:
    assert list(Pace(lambda: True)(range(12))) == list(range(12))
    assert len(pauses) > 3
    assert set(pauses) == {PAUSE}


def test_where_nobody_is_served_there_are_none(pauses: list[float]) -> None:
    assert list(Pace(lambda: False)("abc")) == ["a", "b", "c"]
    assert pauses == []


def test_what_somebody_waits_for_goes_on_without_a_pause(pauses: list[float]) -> None:
    paced = Pace(lambda: True)
    work = paced(range(100))
    with paced.awaited():
        for _ in range(50):
            next(work)
        assert pauses == []
    list(work)
    assert pauses
