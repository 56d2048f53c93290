"""A match as QBJ (quizbowl/schema 2.1.1): a tournament of one match, for programs that keep statistics.

It says what counts after all rulings. The schema has no place for what was answered; protests and rulings
are notes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import gcd

import msgspec

from zellig.games.match.counting import Played, in_overtime, played
from zellig.games.match.events import Protested, Ruled
from zellig.games.match.playing import Match
from zellig.games.match.setting import Setting

VERSION = "2.1.1"
MATCH = "match"  # its id

Fields = dict[str, object]


def qbj_json(match: Match, name: str = "Match") -> bytes:
    """The file."""
    objects = [_tournament(match.setting, name), _match(match, played(match.score))]
    return msgspec.json.format(msgspec.json.encode({"version": VERSION, "objects": objects})) + b"\n"


def _tournament(setting: Setting, name: str) -> Fields:
    return {
        "type": "Tournament",
        "id": "tournament",
        "name": name,
        "scoring_rules": _rules(setting),
        "registrations": [
            {
                "id": f"registration-{place}",
                "name": team.name,
                "teams": [
                    {
                        "id": f"team-{place}",
                        "name": team.name,
                        "players": [
                            {"id": _player_id(setting, player.id), "name": player.name}
                            for player in setting.players
                            if player.team == team.id
                        ],
                    }
                ],
            }
            for place, team in enumerate(setting.teams, start=1)
        ],
        "phases": [
            {
                "id": "phase",
                "name": "All",
                "rounds": [{"id": "round", "name": "1", "matches": [{"$ref": MATCH}]}],
            }
        ],
    }


def _rules(setting: Setting) -> Fields:
    rules = setting.rules
    powers = () if rules.power is None else (rules.power,)
    values = sorted({rules.right, *powers, rules.neg, 0}, reverse=True)
    bonus = _bonus_rules(setting) if setting.bonuses else {}
    return {
        "id": "rules",
        "name": rules.name,
        "teams_per_match": len(setting.teams),
        "maximum_regulation_tossup_count": rules.tossups,
        "minimum_overtime_question_count": max(1, rules.overtime),
        "overtime_includes_bonuses": False,
        "total_divisor": gcd(*values, rules.bonus.value if bonus else 0) or 1,
        **bonus,
        "answer_types": [
            {"id": f"answer-{value}", "value": value, "awards_bonus": value > 0} for value in values
        ],
    }


def _bonus_rules(setting: Setting) -> Fields:
    bonus, parts = setting.rules.bonus, [len(each.parts) for each in setting.bonuses]
    return {
        "maximum_bonus_score": bonus.value * max(parts),
        "bonus_divisor": abs(bonus.value) or 1,
        "minimum_parts_per_bonus": min(parts),
        "maximum_parts_per_bonus": max(parts),
        "points_per_bonus_part": bonus.value,
        "bonuses_bounce_back": bonus.bounces_back,
    }


def _match(match: Match, tossups: Sequence[Played]) -> Fields:
    setting = match.setting
    notes = "\n".join(_notes(match))
    return {
        "type": "Match",
        "id": MATCH,
        "tossups_read": len(tossups),
        "overtime_tossups_read": in_overtime(tossups, match.now.regulation),
        "match_teams": [_team(setting, team.id, tossups) for team in setting.teams],
        "match_questions": [_question(setting, number, each) for number, each in enumerate(tossups, start=1)],
        **({"notes": notes} if notes else {}),
    }


def _team(setting: Setting, team: str, tossups: Sequence[Played]) -> Fields:
    own = [part.points for each in tossups for part in each.parts if part.team == team == each.right]
    bounced = [part.points for each in tossups for part in each.parts if part.team == team != each.right]
    players = [each.id for each in setting.players if each.team == team]
    return {
        "team": {"$ref": _team_id(setting, team)},
        "bonus_points": sum(own),
        **({"bonus_bounceback_points": sum(bounced)} if setting.rules.bonus.bounces_back else {}),
        "correct_tossups_without_bonuses": sum(each.right == team and not each.parts for each in tossups),
        "match_players": [_player(setting, player, tossups) for player in players],
        "lineups": [
            {
                "first_question": 1,
                "players": [{"$ref": _player_id(setting, player)} for player in players],
                "reason": "initial",
            }
        ],
    }


def _player(setting: Setting, player: str, tossups: Sequence[Played]) -> Fields:
    points = Counter(said.points for each in tossups for said in each.answers if said.player == player)
    return {
        "player": {"$ref": _player_id(setting, player)},
        "tossups_heard": len(tossups),
        "answer_counts": [
            {"number": number, "answer_type": {"value": value}}
            for value, number in sorted(points.items(), reverse=True)
        ],
    }


def _question(setting: Setting, number: int, tossup: Played) -> Fields:
    asked = {"question_number": tossup.number, "type": "tossup", "parts": 1, "external_id": tossup.question}
    return {
        "question_number": number,
        "tossup_question": asked,
        "buzzes": [
            {
                "team": {"$ref": _team_id(setting, each.team)},
                "player": {"$ref": _player_id(setting, each.player)},
                "buzz_position": {"word_index": max(0, each.words - 1)},
                "result": {"value": each.points},
            }
            for each in tossup.answers
        ],
        **({"bonus": {"parts": list(_parts(setting, tossup))}} if tossup.parts else {}),
    }


def _parts(setting: Setting, tossup: Played) -> Iterator[Fields]:
    for part in sorted({each.part for each in tossup.parts}):
        given = [each for each in tossup.parts if each.part == part]
        controlled = sum(each.points for each in given if each.team == tossup.right)
        bounced = sum(each.points for each in given if each.team != tossup.right)
        back = {"bounceback_points": bounced} if setting.rules.bonus.bounces_back else {}
        yield {"controlled_points": controlled, **back}


def _notes(match: Match) -> Iterator[str]:
    called = {each.id: each.name for each in match.setting.players}
    for event in match.events:
        match event:
            case Protested():
                whose = f"{called[event.player]}'s answer to tossup {event.number}"
                yield f"{called.get(event.by, event.by)} protested about {whose}: {event.reason}"
            case Ruled():
                whose = f"{called[event.player]}'s answer to tossup {event.number}"
                yield f"Ruling on {whose}: {event.outcome}. {event.reason}"


def _team_id(setting: Setting, team: str) -> str:
    return f"team-{[each.id for each in setting.teams].index(team) + 1}"


def _player_id(setting: Setting, player: str) -> str:
    return f"player-{[each.id for each in setting.players].index(player) + 1}"
