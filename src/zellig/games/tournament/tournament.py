"""A tournament as far as it has been played: rounds one after the other, each from what came before."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from zellig.errors import ZelligError
from zellig.games.match.playing import Match
from zellig.games.match.rules import Rules
from zellig.games.match.setting import Player, Setting, Team
from zellig.games.tournament.plan import Entrant, Plan
from zellig.games.tournament.questions import (
    Pool,
    Replaced,
    blind,
    blind_id,
    known_before,
    packet_for,
    text_of,
)
from zellig.games.tournament.results import Place, Result, Side, result_of
from zellig.games.tournament.rounds import Paired, paired, placed
from zellig.items import Item
from zellig.performers import derive_seed

Key = tuple[int, int]  # round and game


class Forfeit(msgspec.Struct, frozen=True):
    """A team does not play a game."""

    round: int
    team: str
    reason: str


class Beginning(msgspec.Struct, frozen=True):
    """All that is known before the first round."""

    plan: Plan
    rules: Rules
    pool: Pool


class Game(msgspec.Struct, frozen=True):
    """A game of a round: what is to be played, and what of its packet is another question, and why."""

    round: int
    number: int  # in its round
    setting: Setting
    replaced: tuple[Replaced, ...] = ()

    @property
    def teams(self) -> tuple[str, ...]:
        return tuple(team.name for team in self.setting.teams)

    @property
    def of_programs(self) -> bool:
        """Can it be played without anybody?"""
        return all(each.kind == "program" for each in self.setting.players)


class Tournament(NamedTuple):
    """A tournament as far as it goes."""

    beginning: Beginning
    rounds: Sequence[Paired]
    games: Sequence[Game]
    matches: Mapping[Key, Match]
    results: Sequence[Result]
    forfeits: Sequence[Forfeit]

    @property
    def waiting(self) -> list[Game]:
        """Games that somebody has to play before it goes on."""
        over = {(each.round, each.game) for each in self.results}
        return [each for each in self.games if (each.round, each.number) not in over]

    @property
    def over(self) -> bool:
        return len(self.rounds) == self.beginning.plan.rounds and not self.waiting

    @property
    def places(self) -> list[Place]:
        return placed(self.beginning.plan, self.rounds, self.results)

    @property
    def names(self) -> dict[str, str]:
        """What questions are called by organisers, by what they are called in packets."""
        return {blind_id(self.beginning.plan, each.id): each.id for each in self.beginning.pool.tossups()}


def advanced(
    beginning: Beginning,
    forfeits: Sequence[Forfeit],
    play: Callable[[Game], Match | None],
    made: Sequence[Paired] | None = None,
) -> Tournament:
    """As far as it goes: round after round, until one is not over. `play` gives the match of a game, or None
    where somebody has yet to play it; games that are forfeited are not played.

    Where somebody says when the next round is made, `made` are those that were: it goes no further, and who
    met whom stays, whatever is ruled afterwards.
    """
    plan = beginning.plan
    known = known_before(plan, beginning.pool.tossups())
    rounds: list[Paired] = []
    games: list[Game] = []
    matches: dict[Key, Match] = {}
    results: list[Result] = []
    most = plan.rounds if made is None else len(made)
    while len(rounds) < most and (made is not None or len(results) == len(games)):
        round_ = paired(plan, rounds, results) if made is None else made[len(rounds)]
        rounds.append(round_)
        for number, teams in enumerate(round_.games, start=1):
            gone = tuple(each.team for each in forfeits if each.round == round_.number and each.team in teams)
            tossups, replaced = packet_for(
                beginning.pool.packets[round_.number - 1],
                beginning.pool.reserve,
                beginning.pool.sides,
                known,
                teams,
            )
            game = Game(
                round_.number,
                number,
                _setting(beginning, round_.number, teams, [blind(plan, each) for each in tossups]),
                replaced,
            )
            games.append(game)
            # Also of one that is forfeited: it may have been read before somebody said so.
            known |= {(team, text_of(item)): "played" for team in teams for item in game.setting.tossups}
            if gone:
                sides = (Side(teams[0]), Side(teams[1]))
                results.append(Result(round_.number, number, sides, forfeited=gone))
                continue
            if (match := play(game)) is not None:
                matches[round_.number, number] = match
                results.append(result_of(match, round_.number, number))
    return Tournament(beginning, rounds, games, matches, results, tuple(forfeits))


def forfeit_of(found: Tournament, team: str, reason: str) -> Forfeit:
    """That a team does not play the game that waits for it; refuses without a reason, and if none does."""
    if not reason.strip():
        raise ZelligError("a game is forfeited for a reason", field="reason", remedy="Say why.")
    for game in found.waiting:
        if team in game.teams:
            return Forfeit(game.round, team, reason.strip())
    raise ZelligError(f"no game waits for {team!r}", remedy="Look at which games are to be played.")


def refuse_another(game: Game, match: Match) -> None:
    """Refuse a match that is not the one of this game: other teams, players, questions or points, or one that
    is not over."""
    expected, found = game.setting, match.setting
    names = [{team.name for team in each.teams} for each in (expected, found)]
    roster = {(each.name, each.team) for each in expected.players}
    called = {team.id: team.name for team in found.teams}
    points = [(r.right, r.power, r.neg, r.tossups, r.bonus.value) for r in (expected.rules, found.rules)]
    what = (
        f"it is of {' and '.join(sorted(names[1]))}"
        if names[0] != names[1]
        else "its questions are others"
        if _read_of(expected) != _read_of(found)
        else "its rules give other points"
        if points[0] != points[1]
        else "somebody plays who is not of these teams"
        if any((each.name, called[each.team]) not in roster for each in found.players)
        else "it is not over"
        if match.now.stage != "over"
        else ""
    )
    if what:
        raise ZelligError(
            f"this is not game {game.number} of round {game.round}, {' against '.join(game.teams)}: {what}",
            remedy="Play the match.json that lies in the folder of the game.",
        )


def _read_of(setting: Setting) -> list[tuple[str, str]]:
    """What is read in a match, as far as players hear it: who reads a packet of ours may note more of it."""
    parts = (part for bonus in setting.bonuses for part in bonus.parts)
    return [
        *((item.id, item.fields["text"]) for item in setting.tossups),
        *(("", part.fields["text"]) for part in parts),
    ]


def _setting(beginning: Beginning, round_: int, teams: Sequence[str], tossups: Sequence[Item]) -> Setting:
    plan, packet = beginning.plan, beginning.pool.packets[round_ - 1]
    playing: list[Entrant] = [next(each for each in plan.teams if each.name == name) for name in teams]
    return Setting(
        beginning.rules,
        tuple(Team(each.name, each.name) for each in playing),
        tuple(
            Player(one.name, one.name, each.name, "program" if one.program else "person")
            for each in playing
            for one in each.players
        ),
        tuple(tossups),
        packet.bonuses,
        seed=derive_seed(plan.seed, " ".join(teams), f"round {round_}"),
    )
