"""Turns: the urgent first, the same urgency in its order, and nothing for who is gone."""

from __future__ import annotations

import asyncio
from threading import Event

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zellig.server.live.turns import IDLE, LATER, SOON, Turns


async def done_in_order(urgencies: list[int], gone: set[int]) -> list[int]:
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
    urgencies: list[int], data: st.DataObject
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
