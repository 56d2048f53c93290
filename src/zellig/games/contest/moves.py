"""What a new result changes: who stands otherwise than in the one before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from zellig.games.contest.scores import Scores


class Move(msgspec.Struct, frozen=True):
    """Somebody whose number is another: percent of pairs that a system passes, or that a breaker breaks."""

    name: str
    role: Literal["builder", "breaker"]
    before: float
    after: float
    tier_before: int | None
    tier_after: int | None


def moves(before: Scores, after: Scores) -> list[Move]:
    """Builders and breakers whose number or tier has changed, the largest change first."""
    found = [each for each in _both(before, after) if _changed(each)]
    return sorted(found, key=lambda each: -abs(each.after - each.before))


def _both(before: Scores, after: Scores) -> Iterator[Move]:
    for name, new in after.systems.items():
        if (old := before.systems.get(name)) is not None:
            yield Move(name, "builder", old.passed_percent, new.passed_percent, old.tier, new.tier)
    for name, row in after.breakers.items():
        if (was := before.breakers.get(name)) is not None:
            yield Move(name, "breaker", was.break_rate, row.break_rate, was.tier, row.tier)


def _changed(move: Move) -> bool:
    return (move.before, move.tier_before) != (move.after, move.tier_after)
