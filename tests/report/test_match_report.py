"""The table of a match and its QBJ: one account of what counts."""

from __future__ import annotations

import json
from typing import Any

from match_night import Table, new_match
from zellig.games.match.playing import protest, rule, skip
from zellig.games.match.qbj import qbj_json
from zellig.report.match import match_in_words, team_rows


def _qbj(table: Table) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(qbj_json(table.match))["objects"][1]
    return found


def _answers(team: dict[str, Any]) -> int:
    return sum(count["number"] for player in team["match_players"] for count in player["answer_counts"])


def test_after_a_protest_the_table_and_qbj_have_the_same_answers() -> None:
    table = Table(new_match(bonuses=2)).ask().wait(1500).buzz("ann").wait(0).say("ann", "samovar").wait(500)
    table.buzz("bea").wait(0).say("bea", "kettle").say("bea", "one").say("bea", "?").say("bea", "?")
    table.match = table.match.with_events(
        protest(table.match, "p1", "art", 1, "ann", "It boils water, too.", table.now)
    )
    table.match = table.match.with_events(
        rule(table.match, "mod", 1, "ann", "right", "It does.", table.now, "p1")
    )
    rows = team_rows(table.match)
    assert [(row.team, row.points, row.powers, row.right, row.bonus) for row in rows] == [
        ("Anchors", 15, 1, 0, 0),
        ("Barrels", 0, 0, 0, 0),
    ]
    counted = [row.powers + row.right + row.negs + row.wrong for row in rows]
    assert counted == [_answers(team) for team in _qbj(table)["match_teams"]] == [1, 0]


def test_a_skipped_tossup_was_read_in_neither() -> None:
    table = Table(new_match()).ask().wait(1500)
    table.match = table.match.with_events(skip(table.match, table.now, "misread"))
    table.wait(4000).wait(1500).buzz("bea").wait(0).say("bea", "river")
    assert list(match_in_words(table.match))[-1] == "1 tossup by the rules of own."
    assert _qbj(table)["tossups_read"] == 1
