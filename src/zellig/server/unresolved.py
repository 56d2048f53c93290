"""What judging leaves open, and who has to act: verdicts alone change no right answer, and nobody is to
overlook that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from typing import Literal

import msgspec
from sqlalchemy import Connection

from zellig.games.contest.standing import Standing
from zellig.server.gathering import TO_JUDGE, brought_pairs, rules_of
from zellig.server.judged import JudgedPair, judged_sides

Why = Literal["otherwise", "conflict", "split", "too-few"]
Who = Literal["judges", "organiser"]


class Unresolved(msgspec.Struct, frozen=True):
    """A side of a pair without a ruling that needs one, or more verdicts.

    `otherwise`: the judges agree on another answer than promised; `conflict`: they do not agree, and no more
    are asked; `split`: they have said different things, and too few of them; `too-few`: nobody contradicts,
    but the phase is over. What was promised is scored, whatever it is.
    """

    judged: JudgedPair
    why: Why
    acts: Who  # judges: in the phase that is still open
    scored: bool  # not of pairs that the organiser put to judges


def unresolved(
    connection: Connection, now: datetime, contest: str, standing: Standing, number: int
) -> list[Unresolved]:
    """All sides of pairs that wait for judges or for an organiser, the gravest first."""
    rules = rules_of(standing)
    brought = brought_pairs(connection, contest, rules, number)
    scored = {each.key(pair) for each in brought for pair in each.pairs}
    judging = any(
        (window.phase, window.round) == ("judge", number) and (window.closes is None or now < window.closes)
        for window in standing.timeline
    )
    items = {TO_JUDGE, *rules.judging.also}  # no pair's, and so nothing that could be ruled
    found = []
    for _, side in judged_sides(connection, contest, standing, number):
        if side.ruled is not None or side.pair.partition("/")[0] in items:
            continue
        why = _why(side, judging)
        if why is not None:
            acts: Who = "judges" if why == "split" and judging else "organiser"
            found.append(Unresolved(side, why, acts, side.pair in scored))
    order: tuple[Why, ...] = ("otherwise", "conflict", "split", "too-few")
    return sorted(found, key=lambda each: (order.index(each.why), each.judged.pair, each.judged.side))


def _why(side: JudgedPair, judging: bool) -> Why | None:
    if side.state == "agreed":
        return "otherwise" if side.deviates else None
    if side.state == "conflict":
        return "conflict"
    if len(side.said) > 1:
        return "split"
    return None if judging else "too-few"


def unresolved_in_words(found: Iterable[Unresolved]) -> list[str]:
    """The warnings about what is scored as it was promised; none if there is nothing."""
    counted = Counter(each.why for each in found if each.scored)
    few = counted.pop("too-few", 0)
    sentences = []
    if number := counted.total():
        texts = "1 judged text has" if number == 1 else f"{number:,} judged texts have"
        sentences.append(
            f"{texts} another answer than promised, or judges who do not agree, and no ruling: what was "
            "promised is scored."
        )
    if few:
        texts = "1 text has" if few == 1 else f"{few:,} texts have"
        sentences.append(f"{texts} too few verdicts, though nobody contradicts: what was promised is scored.")
    return sentences
