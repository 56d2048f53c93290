"""Who plays whom in a round, from the plan and what came of the rounds before it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from zellig.games.match.pairings import Game, bracket, round_robin, swiss
from zellig.games.tournament.plan import Plan, entrants, rounds_of
from zellig.games.tournament.results import Place, Reached, Result, standings


class Paired(msgspec.Struct, frozen=True):
    """A round: its games, and who rests."""

    number: int  # from 1, through all phases
    phase: int  # from 0
    games: tuple[tuple[str, str], ...]
    rests: tuple[str, ...] = ()

    @property
    def teams(self) -> tuple[str, ...]:
        return (*(team for game in self.games for team in game), *self.rests)


def paired(plan: Plan, before: Sequence[Paired], results: Sequence[Result]) -> Paired:
    """The round after those before it, all of whose games are over."""
    number = len(before) + 1
    phase, first = _phase(plan, number)
    own = [each for each in before if each.phase == phase]
    here = [each for each in results if each.round >= first]
    teams = _entrants(plan, phase, [each for each in before if each.phase < phase], results, first)
    match plan.phases[phase].pairing:
        case "round robin":
            found = round_robin(teams)[number - first]
            return Paired(number, phase, found.games, (found.rests,) if found.rests else ())
        case "swiss":
            return _swiss(plan, number, phase, teams, own, here)
    left = [team for team in teams if not _is_out(team, teams, here)]
    games = bracket(left).games if len(left) > 1 else ()
    playing = {team for game in games for team in game}
    return Paired(number, phase, games, tuple(team for team in left if team not in playing))


def placed(plan: Plan, rounds: Sequence[Paired], results: Sequence[Result]) -> list[Place]:
    """The standings after some rounds."""
    reached: dict[str, Reached] = {}
    for phase in sorted({each.phase for each in rounds}):
        reached |= _reached(plan, phase, rounds, results)
    rests = [team for each in rounds for team in each.rests]
    return standings([team.name for team in plan.teams], results, rests, reached)


def _reached(
    plan: Plan, phase: int, rounds: Sequence[Paired], results: Sequence[Result]
) -> dict[str, Reached]:
    """How far the teams of a phase came; who is not out of a bracket has come a round farther than it was
    played, so that who wins the final is first."""
    own = [each for each in rounds if each.phase == phase]
    teams = {team for each in own for team in each.teams}
    if plan.phases[phase].pairing != "bracket":
        return dict.fromkeys(teams, Reached(phase))
    first = own[0].number
    seeds = _entrants(plan, phase, [each for each in rounds if each.phase < phase], results, first)
    here = [each for each in results if first <= each.round <= own[-1].number]
    return {
        team: Reached(phase, sum(team in each.teams for each in own) + (not _is_out(team, seeds, here)))
        for team in teams
    }


def _phase(plan: Plan, number: int) -> tuple[int, int]:
    """In which phase a round is, and with which round that begins."""
    first = 1
    for place, phase in enumerate(plan.phases):
        rounds = rounds_of(phase, entrants(plan, place))
        if number < first + rounds:
            return place, first
        first += rounds
    raise ValueError(f"there is no round {number}")


def _entrants(
    plan: Plan, phase: int, before: Sequence[Paired], results: Sequence[Result], first: int
) -> list[str]:
    """The teams of a phase, the best first: those of the plan, or by what they did before."""
    if phase == 0:
        return [team.name for team in plan.teams]
    earlier = [each for each in results if each.round < first]
    return [each.team for each in placed(plan, before, earlier)][: entrants(plan, phase)]


def _swiss(
    plan: Plan,
    number: int,
    phase: int,
    teams: Sequence[str],
    own: Sequence[Paired],
    results: Sequence[Result],
) -> Paired:
    """Who rested has a win, as far as it is paired by that."""
    rested = [team for each in own for team in each.rests]
    won = {
        team: sum(each.won(team) for each in results if team in each.teams) + rested.count(team)
        for team in teams
    }
    met: set[Game] = {frozenset(game) for each in own for game in each.games}
    found = swiss(won, met, set(rested), seed=plan.seed + number)
    return Paired(number, phase, found.games, (found.rests,) if found.rests else ())


def _is_out(team: str, seeds: Sequence[str], results: Sequence[Result]) -> bool:
    """Has it lost in this bracket? A tie is for the better seed, and who forfeits is out."""
    for each in results:
        if team in each.teams:
            (other,) = each.teams - {team}
            won = each.won(team)
            if won == 0 or (won == 0.5 and seeds.index(other) < seeds.index(team)):
                return True
    return False
