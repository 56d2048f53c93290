"""The score of a match: rows and sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zellig.games.match.counting import in_overtime, is_power, played
from zellig.games.match.playing import Match

HEADS = ("team", "points", "tossups", "powers", "right", "negs", "wrong", "bonus")


class TeamRow(NamedTuple):
    """What a team did."""

    team: str
    points: int
    tossups: int  # points of them
    powers: int
    right: int  # without powers
    negs: int
    wrong: int  # without those that cost points
    bonus: int  # points


def team_rows(match: Match) -> list[TeamRow]:
    """One row a team, the best first."""
    rows = [_row(match, team.id, team.name) for team in match.setting.teams]
    return sorted(rows, key=lambda row: -row.points)


def match_in_words(match: Match) -> Iterator[str]:
    """Who won, and how much was played."""
    rows = team_rows(match)
    best = [row.team for row in rows if row.points == rows[0].points]
    yield f"{best[0]} won." if len(best) == 1 else f"A tie between {' and '.join(best)}."
    tossups, rules, regulation = played(match.score), match.setting.rules, match.now.regulation
    more = "" if regulation is None else f", {in_overtime(tossups, regulation)} of them in overtime"
    read = len(tossups)
    yield f"{read} tossup{'s' if read != 1 else ''} by the rules of {rules.name}{more}."


def _row(match: Match, team: str, name: str) -> TeamRow:
    tossups = played(match.score)
    answers = [each for tossup in tossups for each in tossup.answers if each.team == team]
    right = [each for each in answers if each.outcome == "right"]
    powers = [each for each in right if is_power(match.setting.rules, each)]
    negs = [each for each in answers if each.points < 0]
    return TeamRow(
        name,
        match.score.teams[team],
        sum(each.points for each in answers),
        len(powers),
        len(right) - len(powers),
        len(negs),
        len(answers) - len(right) - len(negs),
        sum(part.points for tossup in tossups for part in tossup.parts if part.team == team),
    )
