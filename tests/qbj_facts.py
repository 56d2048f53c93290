"""What the schema of QBJ 2.1.1 asks of a file with a match, as far as we know it: nothing of ours is used."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

REQUIRED = {
    "Tournament": {"name"},
    "ScoringRules": {"name", "answer_types"},
    "AnswerType": {"value"},
    "Registration": {"name", "teams"},
    "Team": {"name"},
    "Player": {"name"},
    "Phase": {"name"},
    "Round": {"name"},
    "Match": {"match_teams"},
    "MatchTeam": set(),
    "MatchPlayer": {"player", "tossups_heard", "answer_counts"},
    "AnswerCount": {"number", "answer_type"},
    "Lineup": {"first_question", "players", "reason"},
    "MatchQuestion": {"question_number", "buzzes"},
    "Buzz": {"team", "player", "result"},
    "BuzzPosition": set(),
    "Bonus": {"parts"},
    "BonusPart": {"controlled_points"},
    "Question": {"question_number", "type"},
}
# Of what kind the values of a key are, by the kind of the object that has it; whoever is not listed is plain.
INSIDE = {
    ("Tournament", "scoring_rules"): "ScoringRules",
    ("Tournament", "registrations"): "Registration",
    ("Tournament", "phases"): "Phase",
    ("ScoringRules", "answer_types"): "AnswerType",
    ("Registration", "teams"): "Team",
    ("Team", "players"): "Player",
    ("Phase", "rounds"): "Round",
    ("Round", "matches"): "Match",
    ("Match", "match_teams"): "MatchTeam",
    ("Match", "match_questions"): "MatchQuestion",
    ("MatchTeam", "team"): "Team",
    ("MatchTeam", "match_players"): "MatchPlayer",
    ("MatchTeam", "lineups"): "Lineup",
    ("Lineup", "players"): "Player",
    ("MatchPlayer", "player"): "Player",
    ("MatchPlayer", "answer_counts"): "AnswerCount",
    ("AnswerCount", "answer_type"): "AnswerType",
    ("MatchQuestion", "tossup_question"): "Question",
    ("MatchQuestion", "buzzes"): "Buzz",
    ("MatchQuestion", "bonus"): "Bonus",
    ("Buzz", "team"): "Team",
    ("Buzz", "player"): "Player",
    ("Buzz", "buzz_position"): "BuzzPosition",
    ("Buzz", "result"): "AnswerType",
    ("Bonus", "parts"): "BonusPart",
}
WHOLE = {
    "value",
    "number",
    "tossups_heard",
    "tossups_read",
    "overtime_tossups_read",
    "bonus_points",
    "bonus_bounceback_points",
    "question_number",
    "word_index",
    "controlled_points",
    "bounceback_points",
    "first_question",
}
MAY_BE_NEGATIVE = {"value", "bonus_points", "bonus_bounceback_points"}
REASONS = {"initial", "own_timeout", "other_timeout", "halftime", "segment_break", "before_overtime"}

Found = tuple[str, dict[str, Any]]  # the kind of an object, and the object


def refuse_no_qbj(raw: bytes) -> dict[str, Any]:
    """Fail on whatever the schema does not allow; gives the match, of which there is one."""
    (match,) = refuse_no_tournament(raw)
    return match


def refuse_no_tournament(raw: bytes) -> list[dict[str, Any]]:
    """Fail on whatever the schema does not allow; gives the matches."""
    content = json.loads(raw)
    assert set(content) == {"version", "objects"}
    assert content["version"] == "2.1.1"
    kinds = [each["type"] for each in content["objects"]]
    assert kinds.count("Tournament") == 1
    objects = [found for each in content["objects"] for found in _walk(each["type"], each)]
    _refuse_references(objects)
    for kind, each in objects:
        if "$ref" not in each:
            assert REQUIRED[kind] <= each.keys(), (kind, each)
            _refuse_numbers(each)
    matches = [each for kind, each in objects if kind == "Match" and "$ref" not in each]
    for match in matches:
        _refuse_match(match)
    return matches


def _walk(kind: str, found: dict[str, Any]) -> Iterator[Found]:
    yield kind, found
    for key, value in found.items():
        inner = INSIDE.get((kind, key))
        for each in value if isinstance(value, list) else [value]:
            assert isinstance(each, dict) == (inner is not None), (kind, key)
            if inner is not None:
                yield from _walk(inner, each)


def _refuse_references(objects: list[Found]) -> None:
    named = [(kind, each["id"]) for kind, each in objects if "id" in each]
    names = [name for _, name in named]
    assert len(names) == len(set(names))
    for kind, each in objects:
        if "$ref" in each:
            assert set(each) == {"$ref"}
            assert (kind, each["$ref"]) in named


def _refuse_numbers(found: dict[str, Any]) -> None:
    for key in WHOLE & found.keys():
        assert type(found[key]) is int, key
        assert found[key] >= 0 or key in MAY_BE_NEGATIVE, key


def _refuse_match(match: dict[str, Any]) -> None:
    if "tossups_read" not in match:  # forfeited, or yet to be played: it should be absent, and not 0
        assert "match_questions" not in match
        return
    assert match["overtime_tossups_read"] <= match["tossups_read"]
    teams = {each["team"]["$ref"] for each in match["match_teams"]}
    for each in match["match_teams"]:
        assert not {"points", "bonus_points"} <= each.keys()
        assert all(player["tossups_heard"] <= match["tossups_read"] for player in each["match_players"])
        assert all(lineup["reason"] in REASONS for lineup in each["lineups"])
    numbers = [each["question_number"] for each in match["match_questions"]]
    assert numbers == list(range(1, match["tossups_read"] + 1))
    for each in match["match_questions"]:
        assert not {"bonus", "bonus_points"} <= each.keys()
        buzzed = [buzz["team"]["$ref"] for buzz in each["buzzes"]]
        assert len(buzzed) == len(set(buzzed))  # one of a team
        assert set(buzzed) <= teams
