"""Matches from their events: what was played is played again, and nothing else is."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from match_moves import RULES, Move, lines, marked_setting, moves, played
from match_night import Table, new_match
from zellig.errors import ZelligError
from zellig.games.match.events import (
    Buzzed,
    Ended,
    Event,
    Finished,
    Given,
    HalfOver,
    Overtime,
    PartAsked,
    PartGiven,
    Paused,
    Protested,
    RaceWon,
    ReadOn,
    TossupAsked,
)
from zellig.games.match.playing import Match
from zellig.games.match.replaying import replayed
from zellig.games.match.rules import Rules


@settings(max_examples=60, deadline=None)
@given(moves, lines, st.sampled_from(RULES))
def test_whatever_was_played_can_be_replayed(chosen: list[Move], away: dict[str, int], rules: Rules) -> None:
    table = Table(Match(marked_setting(rules, moderator=False)), away).ask()
    for _ in played(table, chosen):
        pass
    again = replayed(table.match.setting, table.match.events)
    assert again == table.match
    assert again.score == table.match.score


ASKED = TossupAsked(0, 1)
BUZZED: list[Event] = [ASKED, Buzzed(2000, "ann")]
WON: list[Event] = [*BUZZED, RaceWon(2000, "ann", 7)]
RIGHT: list[Event] = [*WON, Given(3000, "ann", "kettle", "right", "")]
WRONG: list[Event] = [*WON, Given(3000, "ann", "spoon", "wrong", "")]


@pytest.mark.parametrize(
    "events",
    [
        [TossupAsked(0, 2)],
        [ASKED, TossupAsked(1, 2)],
        [Finished(0)],
        [ReadOn(0)],
        [Buzzed(0, "ann")],
        [ASKED, Buzzed(1, "eve")],
        [ASKED, RaceWon(1, "ann", 1)],
        [*BUZZED, RaceWon(2000, "bea", 1)],
        [*BUZZED, RaceWon(2000, "ann", 999)],
        [*BUZZED, RaceWon(1999, "ann", 1)],
        [*BUZZED, Given(2000, "ann", "kettle", "right", "")],
        [*WON, Given(2000, "bea", "kettle", "right", "")],
        [*BUZZED, Buzzed(2000, "ann")],
        [*BUZZED, Buzzed(2400, "bea"), RaceWon(2400, "bea", 7)],
        [ASKED, Ended(1)],  # not before the tossups are
        [ASKED, Finished(1)],  # nobody has heard it
        [*WON, Paused(2500), Given(3000, "ann", "kettle", "right", "")],
        [*RIGHT, Finished(3000)],  # there is a bonus
        [*RIGHT, PartAsked(3000, "a", 1), Ended(3000)],
        [*WRONG, Ended(3000)],
        [*WRONG, ReadOn(3000), Overtime(3000)],
        [*RIGHT, PartAsked(3000, "a", 2)],
        [*RIGHT, PartAsked(3000, "c", 1)],
        [*RIGHT, PartGiven(3000, "a", 1, "one", "right", "")],
        [*RIGHT, PartAsked(3000, "a", 1), PartGiven(3000, "b", 1, "one", "right", "")],
        [*RIGHT, PartAsked(3000, "a", 1), PartAsked(3000, "a", 3)],
        [*RIGHT, Protested(3000, "p", "ann", 1, "eve", "")],
    ],
    ids=lambda events: msgspec.json.encode(events[-1]).decode(),
)
def test_what_cannot_have_happened_is_refused(events: list[Event]) -> None:
    with pytest.raises(ZelligError, match=f"event {len(events)} cannot follow"):
        replayed(new_match(bonuses=2).setting, events)


@pytest.mark.parametrize(
    ("text", "outcome", "right"), [("kettle", "wrong", "right"), ("spoon", "right", "wrong")]
)
def test_a_verdict_that_the_answer_line_does_not_give_is_refused(text: str, outcome: Any, right: str) -> None:
    with pytest.raises(ZelligError, match=f"event 4 says that '{text}' is {outcome}, .* it is {right}"):
        replayed(new_match(bonuses=2).setting, [*WON, Given(3000, "ann", text, outcome, "")])


@settings(max_examples=40, deadline=None)
@given(moves, lines, st.sampled_from(RULES), st.data())
def test_no_event_can_be_left_out_or_turned_round(
    chosen: list[Move], away: dict[str, int], rules: Rules, data: st.DataObject
) -> None:
    table = Table(Match(marked_setting(rules, moderator=False)), away).ask()
    for _ in played(table, chosen):
        pass
    events = [*table.match.events]
    turned = {"right": "wrong", "wrong": "right", "prompt": "wrong"}
    judged = [at for at, each in enumerate(events) if isinstance(each, Given | PartGiven)]
    if judged:
        at = data.draw(st.sampled_from(judged))
        changed = msgspec.structs.replace(events[at], outcome=turned[events[at].outcome])  # type: ignore[union-attr]
        with pytest.raises(ZelligError, match=f"event {at + 1} "):
            replayed(table.match.setting, [*events[:at], changed, *events[at + 1 :]])
    derived = (ReadOn, PartAsked, HalfOver, Overtime, Ended)
    follow = [at for at, each in enumerate(events) if isinstance(each, derived)]
    if follow:
        at = data.draw(st.sampled_from(follow))
        with pytest.raises(ZelligError, match="event "):
            replayed(table.match.setting, [*events[:at], *events[at + 1 :]])


def test_whatever_comes_after_the_end_is_refused_but_protests() -> None:
    table = Table(new_match()).ask().wait(1_000_000)
    ended = [*table.match.events]
    assert isinstance(ended[-1], Ended)
    at = ended[-1].at
    for event in (Ended(at), Finished(at), TossupAsked(at, 2), Buzzed(at, "ann")):
        with pytest.raises(ZelligError, match=f"event {len(ended) + 1} cannot follow"):
            replayed(table.match.setting, [*ended, event])
