"""A tournament from its events: what it is, and who may do what in it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tournament_night import question
from zellig.games.events import Happened
from zellig.games.match.rules import rule_set
from zellig.games.tournament.events import (
    About,
    Begun,
    Event,
    Forfeited,
    Forgotten,
    Founded,
    FoundedTeam,
    Joined,
    Left,
    Published,
    RoundMade,
    Withdrawn,
    decode,
    encode,
)
from zellig.games.tournament.plan import Member, Phase, Seen, check_plan
from zellig.games.tournament.questions import kept_by_teams, known_before
from zellig.games.tournament.rounds import Paired
from zellig.games.tournament.standing import Standing, rights, stand

TEAMS = (
    FoundedTeam("Ink", "experts", (Member("ink", "index"),)),
    FoundedTeam("Owl"),
    FoundedTeam("Elm", "", (Member("elm", "address"),)),
)


def founded(**more: object) -> Founded:
    given = {"packets": 3, "seen": (Seen("Elm", "played", ("q1",)),), "licence": "x", **more}
    return Founded("Cup", TEAMS, rule_set("acf"), (Phase("round robin"),), 7, **given)  # type: ignore[arg-type]


def after(*events: Event, first: Founded | None = None) -> Standing:
    every = [decode(encode(each)) for each in (first or founded(), *events)]
    at = datetime(2026, 3, 1, tzinfo=UTC)
    return stand([Happened(n, at, "olga", each) for n, each in enumerate(every, start=1)], None)


ANN = Joined("ann", "Owl", "Ann")
BEGUN = (ANN, Begun(), RoundMade(Paired(1, 0, (("Ink", "Owl"),), ("Elm",)), ("room",)))

# Who may do what, by hand. Eve has an account, olga founded it, Otto operates the server.
RIGHTS = [
    # (before the first round), (after it), (when the end is published)
    ("olga", "see organise", "see organise", "see organise download"),
    ("ann", "see leave", "see", "see download"),
    ("eve", "see join", "see", "see download"),
    ("otto", "see join organise", "see organise", "see organise download"),
]
HIDDEN = [
    ("olga", "see organise", "see organise", "see organise download"),
    ("ann", "see leave", "see", "see download"),
    ("eve", "join", "", ""),
    ("otto", "see join organise", "see organise", "see organise download"),
]


@pytest.mark.parametrize(("spectators", "table"), [(True, RIGHTS), (False, HIDDEN)])
def test_who_may_do_what(spectators: bool, table: list[tuple[str, str, str, str]]) -> None:
    first = founded(about=About(spectators=spectators))
    moments = [after(ANN, first=first), after(*BEGUN, first=first), after(*BEGUN, Published(), first=first)]
    for who, *expected in table:
        for standing, may in zip(moments, expected, strict=True):
            found = rights(standing, who, operator=who == "otto")
            assert found == set(may.split()), (who, spectators, standing.begun, standing.published)


def test_what_somebody_has_seen_their_team_knows_also_when_the_account_is_closed() -> None:
    items = [question("control", 1), question("control", 2)]
    first = founded(seen=(Seen("Ann", "played", ("control-1",)), Seen("Elm", "played", ("control-2",))))
    joined = after(ANN, first=first)
    begun = Begun(kept_by_teams(joined.plan, items))
    closed = after(ANN, begun, Forgotten("ann", "closed account (2)"), first=first)
    assert known_before(closed.plan, items) == known_before(joined.plan, items)
    assert {team for team, _ in known_before(closed.plan, items)} == {"Owl", "Elm"}


def test_an_operator_who_plays_organises_nothing() -> None:
    standing = after(Joined("otto", "Owl", "Otto"))
    assert rights(standing, "otto", operator=True) == {"see", "leave"}


def test_the_plan_has_those_who_joined_and_not_those_who_left_or_withdrew() -> None:
    plan = after(ANN, Joined("bob", "Owl", "Bob"), Left("bob")).plan
    check_plan(plan)
    assert [[each.name for each in team.players] for team in plan.teams] == [["ink"], ["Ann"], ["elm"]]
    less = after(ANN, Withdrawn("Elm")).plan
    check_plan(less)
    assert (less.rounds, less.questions.packets, less.seen) == (1, ("packet 1",), ())
    assert after(ANN, Withdrawn("Owl")).people == ()


def test_what_was_known_at_the_beginning_stays_known_by_the_team() -> None:
    standing = after(ANN, Begun((Seen("Owl", "wrote", ("q2",)),)), Forfeited(1, "Ink", "Ill."))
    assert standing.begun
    assert standing.plan.seen == (Seen("Elm", "played", ("q1",)), Seen("Owl", "wrote", ("q2",)))
    assert [each.team for each in standing.forfeits] == ["Ink"]
