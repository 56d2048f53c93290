"""Calls that are made again: how often, and after how long."""

from __future__ import annotations

import asyncio

import pytest

from zellig.tries import LONGEST_WAIT, PassingError, Tries


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long was waited, without waiting."""
    found: list[float] = []
    monkeypatch.setattr("tenacity.nap.time.sleep", found.append)
    return found


def called(tries: Tries, *faults: Exception) -> int:
    """Fails as often as there are faults; gives how often it was called."""
    left = list(faults)
    for attempt in tries:
        with attempt:
            if left:
                raise left.pop(0)
            return len(faults) + 1
    raise AssertionError("the last try returns or raises")


def test_each_wait_is_twice_the_one_before(waits: list[float]) -> None:
    assert called(Tries(4, 0.25), *[PassingError("busy")] * 3) == 4
    assert waits == [0.25, 0.5, 1.0]


def test_what_the_other_side_says_goes_before_up_to_a_limit(waits: list[float]) -> None:
    called(Tries(4, 0.25), PassingError("busy", 7.0), PassingError("busy"), PassingError("busy", 3600.0))
    assert waits == [7.0, 0.5, LONGEST_WAIT]


def test_the_last_fault_is_raised(waits: list[float]) -> None:
    with pytest.raises(PassingError, match="the third"):
        called(Tries(3, 0.25), *[PassingError(f"the {each}") for each in ("first", "second", "third")])
    assert len(waits) == 2


def test_other_faults_are_raised_at_once(waits: list[float]) -> None:
    with pytest.raises(ValueError, match="no soup"):
        called(Tries(3, 0.25), ValueError("no soup"))
    assert waits == []


def test_no_try_begins_too_late(waits: list[float]) -> None:
    with pytest.raises(PassingError):
        called(Tries(9, 1.0, within=2.5), *[PassingError("busy")] * 9)
    assert waits == [1.0, 2.0]


def test_waits_are_spread(waits: list[float]) -> None:
    factors = iter([0.5, 1.5])
    called(Tries(3, 1.0, spread=lambda: next(factors)), *[PassingError("busy")] * 2)
    assert waits == [0.5, 3.0]


def test_the_same_where_it_is_awaited() -> None:
    async def call() -> int:
        number = 0
        async for attempt in Tries(3, 0.001):
            with attempt:
                number += 1
                if number < 3:
                    raise PassingError("busy")
        return number

    assert asyncio.run(call()) == 3
