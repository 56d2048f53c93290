"""Every event can be told, and nobody is called by an id."""

from __future__ import annotations

from typing import get_args

import pytest

from contest_night import START
from zellig.games.contest import events
from zellig.games.contest.planning import suggest
from zellig.games.contest.telling import tell

NAMES = {"a1": "Ana", "t1": "Ladles"}
TOLD: list[tuple[events.Event, str]] = [
    (events.Created("Soup"), "began the contest “Soup”"),
    (events.RulesGiven(suggest(START)), "wrote the rules: 7 phases of sentiment"),
    (events.Opened(), "opened the contest"),
    (
        events.Extended("break", 2, START, "Snow."),
        "extended break of round 2 until 2026-03-01 00:00 UTC: Snow.",
    ),
    (events.TeamFounded("t1", "Ladles", "Team 1"), "founded the team Ladles, for others Team 1"),
    (events.RoleGiven("a1", "builder", "t1"), "joined as builder for Ladles"),
    (events.RoleGiven("gone", "judge"), "made somebody who has left judge"),
    (events.RoleTaken("a1", "judge"), "made Ana judge no more"),
    (events.PasswordLinked("a1"), "made a link by which Ana chooses a new password"),
    (
        events.EndpointRegistered("t1", "e1", "https://example.org"),
        "said for Ladles that its system answers at https://example.org",
    ),
    (events.EndpointRemoved("t1", "e1"), "took back where the system of Ladles answers"),
    (events.EndpointAsked("t1", "e1", 1, "k1"), "had the system of Ladles asked about round 1"),
    (
        events.AskingEnded("t1", "k1", 1, "brought", 4, "It has answered."),
        "asked the system of Ladles: It has answered.",
    ),
    (events.QuestionsDrawn(1, 7), "drew what is judged in round 1, by the number 7"),
    (events.Consented("CC BY 4.0"), "agreed to CC BY 4.0"),
    (events.Refused("put-pairs", "late", "pairs: too late"), "was refused: pairs: too late"),
    (
        events.Appealed("x", "t1", "s1/p1", "modified", "No."),
        "appealed for Ladles against the modified side of p1: No.",
    ),
    (
        events.Ruled("s1/p1", "modified", (), "Void."),
        "ruled about the modified side of p1 that it does not count: Void.",
    ),
    (events.Reviewed("s1/p1", True, ""), "looked at p1, which counts"),
    (events.Reviewed("s1/p1", False, "Too much."), "looked at p1, which does not count: Too much."),
    (events.Scored(1, "r1"), "computed the scores of round 1"),
    (events.Published(1, False), "published round 1 with the aliases of the teams"),
    (
        events.Published(1, True, "The hall closes."),
        "published round 1 with the names of the teams, before all appeals were ruled on: The hall closes.",
    ),
]


@pytest.mark.parametrize(("event", "words"), TOLD, ids=lambda each: type(each).__name__)
def test_an_event_is_a_sentence(event: events.Event, words: str) -> None:
    assert tell(events.Happened(1, START, "a1", event), NAMES) == words


def test_no_event_is_left_out() -> None:
    assert {type(event) for event, _ in TOLD} == set(get_args(events.Event))
