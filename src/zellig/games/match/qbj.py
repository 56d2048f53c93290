"""A match as QBJ (quizbowl/schema 2.1.1): a tournament of one match, for programs that keep statistics.

It says what counts after all rulings. The schema has no place for what was answered; protests and rulings
are notes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import gcd
from typing import NamedTuple

import msgspec

from zellig.games.match.counting import Played, in_overtime, played
from zellig.games.match.events import Protested, Ruled
from zellig.games.match.playing import Match
from zellig.games.match.setting import Setting

VERSION = "2.1.1"
MATCH = "match"  # its id

Fields = dict[str, object]


class Ids(NamedTuple):
    """What a file calls a match, its teams and its players, by what the match calls them."""

    match: str
    teams: Mapping[str, str]
    players: Mapping[str, str]


def qbj_json(match: Match, name: str = "Match") -> bytes:
    """The file."""
    setting = match.setting
    ids = Ids(
        MATCH,
        {each.id: f"team-{place}" for place, each in enumerate(setting.teams, start=1)},
        {each.id: f"player-{place}" for place, each in enumerate(setting.players, start=1)},
    )
    return qbj_file([_tournament(setting, name, ids), match_object(match, ids)])


def qbj_file(objects: Sequence[Fields]) -> bytes:
    """A file of these objects."""
    return msgspec.json.format(msgspec.json.encode({"version": VERSION, "objects": objects})) + b"\n"


def registration(place: int, team: str, named: str, players: Mapping[str, str]) -> Fields:
    """A team that plays: its place, id and name, and its players' names by their ids."""
    return {
        "id": f"registration-{place}",
        "name": named,
        "teams": [
            {
                "id": team,
                "name": named,
                "players": [{"id": player, "name": called} for player, called in players.items()],
            }
        ],
    }


def _tournament(setting: Setting, name: str, ids: Ids) -> Fields:
    return {
        "type": "Tournament",
        "id": "tournament",
        "name": name,
        "scoring_rules": rules_object(setting),
        "registrations": [
            registration(
                place,
                ids.teams[team.id],
                team.name,
                {ids.players[each.id]: each.name for each in setting.players if each.team == team.id},
            )
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


def rules_object(setting: Setting) -> Fields:
    """The rules by which a match gives points."""
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


def match_object(match: Match, ids: Ids, questions: Mapping[str, str] | None = None) -> Fields:
    """A match that was played; `questions` are other names for those that were read."""
    setting, tossups, named = match.setting, played(match.score), questions or {}
    notes = "\n".join(_notes(match))
    return {
        "type": "Match",
        "id": ids.match,
        "tossups_read": len(tossups),
        "overtime_tossups_read": in_overtime(tossups, match.now.regulation),
        "match_teams": [_team(setting, team.id, tossups, ids) for team in setting.teams],
        "match_questions": [
            _question(setting, number, each, ids, named) for number, each in enumerate(tossups, start=1)
        ],
        **({"notes": notes} if notes else {}),
    }


def _team(setting: Setting, team: str, tossups: Sequence[Played], ids: Ids) -> Fields:
    own = [part.points for each in tossups for part in each.parts if part.team == team == each.right]
    bounced = [part.points for each in tossups for part in each.parts if part.team == team != each.right]
    players = [each.id for each in setting.players if each.team == team]
    return {
        "team": {"$ref": ids.teams[team]},
        "bonus_points": sum(own),
        **({"bonus_bounceback_points": sum(bounced)} if setting.rules.bonus.bounces_back else {}),
        "correct_tossups_without_bonuses": sum(each.right == team and not each.parts for each in tossups),
        "match_players": [_player(player, tossups, ids) for player in players],
        "lineups": [
            {
                "first_question": 1,
                "players": [{"$ref": ids.players[player]} for player in players],
                "reason": "initial",
            }
        ],
    }


def _player(player: str, tossups: Sequence[Played], ids: Ids) -> Fields:
    points = Counter(said.points for each in tossups for said in each.answers if said.player == player)
    return {
        "player": {"$ref": ids.players[player]},
        "tossups_heard": len(tossups),
        "answer_counts": [
            {"number": number, "answer_type": {"value": value}}
            for value, number in sorted(points.items(), reverse=True)
        ],
    }


def _question(setting: Setting, number: int, tossup: Played, ids: Ids, named: Mapping[str, str]) -> Fields:
    known = named.get(tossup.question, tossup.question)
    asked = {"question_number": tossup.number, "type": "tossup", "parts": 1, "external_id": known}
    return {
        "question_number": number,
        "tossup_question": asked,
        "buzzes": [
            {
                "team": {"$ref": ids.teams[each.team]},
                "player": {"$ref": ids.players[each.player]},
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
