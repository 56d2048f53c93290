"""Matches as QBJ: what the schema asks for, and the points that were scored."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from match_moves import RULES, Move, lines, marked_setting, moves, played
from match_night import PLAYERS, TEAMS, Table, new_match
from qbj_facts import refuse_no_qbj
from zellig.games.match.playing import Match, protest, rule, skip
from zellig.games.match.qbj import qbj_json
from zellig.games.match.rules import Bonus, Rules

OWN = Rules("own", tossups=4, power=15)


def _points(match: dict[str, Any]) -> dict[str, int]:
    """The points of every team, from what players and bonuses brought."""
    found = {}
    for team, each in zip(TEAMS, match["match_teams"], strict=True):
        answers = [count for player in each["match_players"] for count in player["answer_counts"]]
        tossups = sum(count["number"] * count["answer_type"]["value"] for count in answers)
        found[team.id] = tossups + each["bonus_points"] + each.get("bonus_bounceback_points", 0)
    return found


def _points_by_question(match: dict[str, Any]) -> Counter[str]:
    """The same, from what happened question by question."""
    found: Counter[str] = Counter()
    for each in match["match_questions"]:
        for buzz in each["buzzes"]:
            found[buzz["team"]["$ref"]] += buzz["result"]["value"]
        if "bonus" in each:
            right = each["buzzes"][-1]["team"]["$ref"]
            other = "team-2" if right == "team-1" else "team-1"
            found[right] += sum(part["controlled_points"] for part in each["bonus"]["parts"])
            found[other] += sum(part.get("bounceback_points", 0) for part in each["bonus"]["parts"])
    return found


@settings(max_examples=100, deadline=None)
@given(moves, lines, st.sampled_from(RULES))
def test_any_match_is_what_the_schema_asks_for_and_has_its_points(
    chosen: list[Move], away: dict[str, int], rules: Rules
) -> None:
    table = Table(Match(marked_setting(rules, moderator=False)), away).ask()
    for _ in played(table, chosen):
        pass
    found = refuse_no_qbj(qbj_json(table.match))
    counted = Counter(
        {
            team.id: sum(
                sum(said.points for said in tossup.answers if said.team == team.id)
                + sum(part.points for part in tossup.parts if part.team == team.id)
                for tossup in table.match.score.tossups
                if tossup.counts
            )
            for team in TEAMS
        }
    )
    assert _points(found) == counted
    by_question = _points_by_question(found)
    assert {team.id: by_question[f"team-{n}"] for n, team in enumerate(TEAMS, start=1)} == counted


def _asked(rules: Rules = OWN, **more: Any) -> Table:
    return Table(new_match(rules, **more)).ask()


def test_a_buzz_says_who_and_at_which_word() -> None:
    table = _asked(bonuses=2).wait(1500).buzz("ann").wait(0)
    words = table.match.now.words
    table.say("ann", "kettle").say("ann", "one").say("ann", "?").say("ann", "three")
    found = refuse_no_qbj(qbj_json(table.match))
    (asked,) = found["match_questions"]
    assert asked["tossup_question"]["external_id"] == "kettle"
    assert asked["buzzes"] == [
        {
            "team": {"$ref": "team-1"},
            "player": {"$ref": "player-1"},
            "buzz_position": {"word_index": words - 1},
            "result": {"value": 15},
        }
    ]
    assert [part["controlled_points"] for part in asked["bonus"]["parts"]] == [10, 0, 10]
    assert found["match_teams"][0]["bonus_points"] == 20


def test_parts_that_bounced_back_are_the_other_teams() -> None:
    rules = Rules("own", tossups=4, bonus=Bonus(bounces_back=True))
    table = _asked(rules, bonuses=1).wait(1500).buzz("ann").wait(0).say("ann", "kettle")
    table.say("ann", "none").say("bot", "one").say("ann", "two").say("ann", "?").say("bea", "?")
    found = refuse_no_qbj(qbj_json(table.match))
    assert found["match_questions"][0]["bonus"]["parts"] == [
        {"controlled_points": 0, "bounceback_points": 10},
        {"controlled_points": 10, "bounceback_points": 0},
        {"controlled_points": 0, "bounceback_points": 0},
    ]
    assert [each["bonus_bounceback_points"] for each in found["match_teams"]] == [0, 10]


def test_after_a_ruling_what_came_of_the_old_verdict_is_left_out() -> None:
    table = _asked(bonuses=2).wait(1500).buzz("ann").wait(0).say("ann", "samovar").wait(500)
    table.buzz("bea").wait(0).say("bea", "kettle").say("bea", "one").say("bea", "?").say("bea", "?")
    table.match = table.match.with_events(
        protest(table.match, "p1", "art", 1, "ann", "It boils water, too.", table.now)
    )
    table.match = table.match.with_events(
        rule(table.match, "mod", 1, "ann", "right", "It does.", table.now, "p1")
    )
    found = refuse_no_qbj(qbj_json(table.match))
    (asked,) = found["match_questions"]
    assert [each["result"]["value"] for each in asked["buzzes"]] == [15]
    assert "bonus" not in asked
    assert found["match_teams"][0]["correct_tossups_without_bonuses"] == 1
    assert found["notes"] == (
        "Art protested about Ann's answer to tossup 1: It boils water, too.\n"
        "Ruling on Ann's answer to tossup 1: right. It does."
    )


def test_a_skipped_tossup_was_not_read() -> None:
    table = _asked().wait(1500)
    table.match = table.match.with_events(skip(table.match, table.now, "misread"))
    table.wait(4000).wait(1500).buzz("bea").wait(0).say("bea", "river")
    found = refuse_no_qbj(qbj_json(table.match))
    assert found["tossups_read"] == 1
    assert found["match_questions"][0]["question_number"] == 1
    assert found["match_questions"][0]["tossup_question"]["question_number"] == 2


def test_teams_and_players_have_their_names() -> None:
    tournament = json.loads(qbj_json(new_match(), "Final"))["objects"][0]
    assert tournament["name"] == "Final"
    assert [each["name"] for each in tournament["registrations"]] == [team.name for team in TEAMS]
    players = [each["name"] for side in tournament["registrations"] for each in side["teams"][0]["players"]]
    assert players == [each.name for each in PLAYERS]
    assert [each["value"] for each in tournament["scoring_rules"]["answer_types"]] == [15, 10, 0, -5]


def _damaged(found: dict[str, Any], how: str) -> None:
    tournament, match = found["objects"]
    match how:
        case "version":
            found["version"] = "1.3"
        case "two tournaments":
            found["objects"].append(tournament)
        case "no name":
            del tournament["registrations"][0]["teams"][0]["name"]
        case "an id twice":
            match["id"] = "tournament"
        case "nobody":
            match["match_teams"][0]["team"]["$ref"] = "team-9"
        case "a player for a team":
            match["match_teams"][0]["team"]["$ref"] = "player-1"
        case "points and bonus points":
            match["match_teams"][0]["points"] = 10
        case "bonus and bonus points":
            match["match_questions"][0]["bonus_points"] = 10
        case "two buzzes":
            match["match_questions"][0]["buzzes"] *= 2
        case "from 0":
            match["match_questions"][0]["question_number"] = 0
        case "unknown":
            match["match_questions"][0]["judge"] = {"name": "Moe"}


HOW = "version|two tournaments|no name|an id twice|nobody|a player for a team|points and bonus points"
MORE = "bonus and bonus points|two buzzes|from 0|unknown"


@pytest.mark.parametrize("how", [*HOW.split("|"), *MORE.split("|")])
def test_the_facts_are_looked_at(how: str) -> None:
    table = _asked(bonuses=2).wait(1500).buzz("ann").wait(0).say("ann", "kettle")
    table.say("ann", "one").say("ann", "?").say("ann", "three")
    found = json.loads(qbj_json(table.match))
    refuse_no_qbj(json.dumps(found).encode())
    _damaged(found, how)
    with pytest.raises((AssertionError, ValueError)):
        refuse_no_qbj(json.dumps(found).encode())
