"""Matches from their events: what was played is played again, and nothing else is."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from match_moves import RULES, Move, lines, marked_setting, moves, played
from match_night import Table, new_match
from zellig.errors import ZelligError
from zellig.games.match.events import (
    Asked,
    Buzzed,
    Ended,
    Event,
    Finished,
    Given,
    PartAsked,
    PartGiven,
    Protested,
    RaceWon,
    ReadOn,
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


ASKED = Asked(0, 1)
BUZZED = [ASKED, Buzzed(2000, "ann")]
WON = [*BUZZED, RaceWon(2000, "ann", 7)]
RIGHT = [*WON, Given(3000, "ann", "kettle", "right", "")]


@pytest.mark.parametrize(
    "events",
    [
        [Asked(0, 2)],
        [ASKED, Asked(1, 2)],
        [Asked(0, 1), Finished(1), Asked(2, 5)],
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
        [ASKED, Ended(1), Finished(2)],
        [ASKED, Ended(1), Ended(2)],
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
