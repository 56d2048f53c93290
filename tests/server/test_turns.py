"""Turns: what is due first, the same urgency in its order, nothing for who is gone, nobody for ever last."""

from __future__ import annotations

import asyncio
from threading import Event

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zellig.server.live.turns import Turns
from zellig.server.live.waits import IDLE, LATER, SOON, Waits


async def done_in_order(urgencies: list[float], gone: set[int]) -> list[int]:
    """What is done, when everything has been asked for before the first turn ends."""
    turns, may_begin, done = Turns(), Event(), list[int]()
    first = asyncio.ensure_future(turns.take(SOON, lambda: may_begin.wait(30)))
    asked = []
    for at, urgency in enumerate(urgencies):
        asked.append(asyncio.ensure_future(turns.take(urgency, lambda at=at: done.append(at))))  # type: ignore[misc]
        await asyncio.sleep(0)
    for at in gone:
        asked[at].cancel()
    await asyncio.sleep(0)
    may_begin.set()
    await first
    await asyncio.gather(*(each for at, each in enumerate(asked) if at not in gone))
    turns.close()
    return done


@settings(max_examples=50, deadline=None)
@given(st.lists(st.sampled_from((SOON, LATER, IDLE)), min_size=1, max_size=12), st.data())
def test_the_urgent_comes_first_and_what_nobody_waits_for_is_not_begun(
    urgencies: list[float], data: st.DataObject
) -> None:
    gone = data.draw(st.sets(st.integers(0, len(urgencies) - 1)))
    done = asyncio.run(done_in_order(urgencies, gone))
    wanted = [at for at in range(len(urgencies)) if at not in gone]
    assert done == sorted(wanted, key=lambda at: (urgencies[at], at))


def test_what_fails_is_raised_where_it_was_asked_for_and_the_next_has_its_turn() -> None:
    async def play() -> str:
        turns = Turns()
        with pytest.raises(ZeroDivisionError):
            await turns.take(SOON, lambda: 1 // 0)
        found = await turns.take(IDLE, lambda: "next")
        turns.close()
        return found

    assert asyncio.run(play()) == "next"


def test_what_was_waited_for_too_long_is_as_urgent_as_anything() -> None:
    waits = Waits()
    waits.wrote(100.0)
    assert [waits.due(urgency, 100.0) for urgency in (SOON, LATER, IDLE)] == [100.0, 100.25, 100.6]
    waits.shown(SOON, 100.01, newest=True)
    waits.wrote(100.2)
    assert waits.due(SOON, 100.2) == 100.2
    assert waits.due(IDLE, 100.2) == 100.6, "it was waited for since the first stroke"
    assert not waits.is_late(IDLE, 100.5)
    assert waits.is_late(IDLE, 101.0)
    assert waits.due(IDLE, 101.0) == 101.0, "not before what others have waited for"
    waits.shown(IDLE, 100.9, newest=False)
    assert waits.due(IDLE, 101.0) == 101.5, "something is newer, and has waited since then"
    waits.shown(IDLE, 101.2, newest=True)
    assert not waits.is_late(IDLE, 200.0), "nobody waits"
