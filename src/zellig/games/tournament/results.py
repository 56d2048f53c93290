"""What came of the games of a tournament, and who stands where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

import msgspec

from zellig.games.match.counting import played
from zellig.games.match.playing import Match

ORDER = (
    "the last phase in which a team plays, and in a bracket how far it came",
    "wins, a tie being half of one",
    "games among those who are equal, if all of them have met",
    "points per tossup heard, those of bonuses included",
    "points per bonus",
    "the order of the plan",
)


class Side(msgspec.Struct, frozen=True):
    """What a team did in a game."""

    team: str
    points: int = 0
    bonuses: int = 0  # that it was asked
    bonus_points: int = 0


class Result(msgspec.Struct, frozen=True):
    """A game that is over."""

    round: int
    game: int  # from 1, in its round
    sides: tuple[Side, Side]
    tossups: int = 0  # that were read
    forfeited: tuple[str, ...] = ()  # by these teams: the other one has won, and nothing was read

    @property
    def teams(self) -> frozenset[str]:
        return frozenset(each.team for each in self.sides)

    def won(self, team: str) -> float:
        """1, a half for a tie, or 0. Where both forfeited, nobody has won."""
        if self.forfeited:
            return float(team not in self.forfeited)
        own = next(each.points for each in self.sides if each.team == team)
        other = next(each.points for each in self.sides if each.team != team)
        return 0.5 if own == other else float(own > other)


class Reached(NamedTuple):
    """How far a team came: its last phase, and the rounds of a bracket that it was in, or is to be in."""

    phase: int = 0
    rounds: int = 0  # none where the phase is no bracket


class Place(msgspec.Struct, frozen=True):
    """Where a team stands."""

    team: str
    wins: int
    losses: int
    ties: int
    points: int
    tossups: int  # heard
    bonuses: int
    bonus_points: int
    rests: int

    @property
    def games(self) -> int:
        return self.wins + self.losses + self.ties

    @property
    def won(self) -> float:
        return self.wins + self.ties / 2

    @property
    def points_a_tossup(self) -> float:
        """Points of tossups and bonuses for each tossup heard."""
        return self.points / self.tossups if self.tossups else 0.0

    @property
    def points_a_bonus(self) -> float | None:
        return self.bonus_points / self.bonuses if self.bonuses else None


def result_of(match: Match, round_: int, game: int) -> Result:
    """What came of a match of two teams."""
    tossups = played(match.score)
    sides = []
    for team in match.setting.teams:
        own = [each for each in tossups if each.parts and each.right == team.id]
        points = sum(part.points for each in own for part in each.parts if part.team == team.id)
        sides.append(Side(team.name, match.score.teams[team.id], len(own), points))
    return Result(round_, game, (sides[0], sides[1]), len(tossups))


def standings(
    teams: Sequence[str],
    results: Sequence[Result],
    rests: Iterable[str] = (),
    reached: Mapping[str, Reached] | None = None,
) -> list[Place]:
    """The teams, the best first, by ORDER; `reached` is how far each of them came."""
    resting, far = list(rests), reached or {}
    places = {team: _place(team, results, resting.count(team)) for team in teams}

    def standing(team: str) -> tuple[int, int, float]:
        phase, rounds = far.get(team, Reached())
        return (-phase, -rounds, -places[team].won)

    found: list[Place] = []
    for _, equal in groupby(sorted(teams, key=standing), key=standing):
        group = list(equal)
        among = _among(group, results)
        found += sorted(
            (places[team] for team in group),
            key=lambda each: (
                -among.get(each.team, 0.0),
                -each.points_a_tossup,
                -(each.points_a_bonus or 0.0),
            ),
        )
    return found


def _among(group: Sequence[str], results: Sequence[Result]) -> dict[str, float]:
    """What each of a group has won against the others of it; nothing if two of them have not met."""
    own = [each for each in results if each.teams <= set(group)]
    met = {each.teams for each in own}
    if len(met) < len(group) * (len(group) - 1) // 2:
        return {}
    return {team: sum(each.won(team) for each in own if team in each.teams) for team in group}


def _place(team: str, results: Sequence[Result], rests: int) -> Place:
    own = [(each, each.won(team)) for each in results if team in each.teams]
    sides = [side for each, _ in own for side in each.sides if side.team == team]
    return Place(
        team,
        sum(won == 1 for _, won in own),
        sum(won == 0 for _, won in own),
        sum(won == 0.5 for _, won in own),
        sum(side.points for side in sides),
        sum(each.tossups for each, _ in own),
        sum(side.bonuses for side in sides),
        sum(side.bonus_points for side in sides),
        rests,
    )
