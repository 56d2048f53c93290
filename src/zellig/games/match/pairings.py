"""Who plays whom in a tournament: everybody against everybody, Swiss, or by seeds."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence, Set
from itertools import count

import msgspec

from zellig.errors import ZelligError

Game = frozenset[str]  # two teams

_MOST_TRIED = 200_000  # games, before it is said that there is no way


class Round(msgspec.Struct, frozen=True):
    """Games that are played at the same time; with an odd number of teams, one rests."""

    games: tuple[tuple[str, str], ...]
    rests: str | None = None


def round_robin(teams: Sequence[str]) -> list[Round]:
    """Every team against every other one, once."""
    _refuse_too_few(teams)
    wheel: list[str | None] = [*teams, *([None] if len(teams) % 2 else [])]
    rounds = []
    for _ in range(len(wheel) - 1):
        half = len(wheel) // 2
        rounds.append(_round(list(zip(wheel[:half], reversed(wheel[half:]), strict=True))))
        wheel = [wheel[0], wheel[-1], *wheel[1:-1]]  # one stays, the others move on by a place
    return rounds


def swiss(
    standings: Mapping[str, float], played: Set[Game], rested: Set[str] = frozenset(), *, seed: int = 0
) -> Round:
    """Teams with nearly as many points against each other, and no two a second time; among equals a lot
    decides. Where that cannot be, neighbours play again. Who has rested does not rest again if others can."""
    _refuse_too_few([*standings])
    chance = random.Random(seed)  # noqa: S311  (a lot, not a secret)
    teams = sorted(standings, key=lambda team: (-standings[team], chance.random()))
    if len(teams) % 2 == 0:
        return Round(_paired(teams, played))
    for team in [*(each for each in reversed(teams) if each not in rested), *reversed(teams)]:
        others = [each for each in teams if each != team]
        if (games := _new_games(others, played)) is not None:
            return Round(games, team)
    return Round(_paired(teams[:-1], played), teams[-1])


def bracket(seeds: Sequence[str]) -> Round:
    """The first round of a knock-out: the first seed against the last, so that the best meet late; where the
    number of teams is no power of two, the first seeds rest, and nobody is named for them."""
    _refuse_too_few(seeds)
    size = 1 << (len(seeds) - 1).bit_length()
    order = [1]
    while len(order) < size:
        order = [place for each in order for place in (each, 2 * len(order) + 1 - each)]
    placed = [seeds[place - 1] if place <= len(seeds) else None for place in order]
    games = zip(placed[::2], placed[1::2], strict=True)
    return Round(
        tuple((first, second) for first, second in games if first is not None and second is not None)
    )


def _round(games: Sequence[tuple[str | None, str | None]]) -> Round:
    whole = tuple((first, second) for first, second in games if first is not None and second is not None)
    rests = next((first or second for first, second in games if first is None or second is None), None)
    return Round(whole, rests)


def _paired(teams: Sequence[str], played: Set[Game]) -> tuple[tuple[str, str], ...]:
    """Without a rematch if that can be; else neighbours."""
    games = _new_games(teams, played)
    return tuple(zip(teams[::2], teams[1::2], strict=True)) if games is None else games


def _new_games(teams: Sequence[str], played: Set[Game]) -> tuple[tuple[str, str], ...] | None:
    """The neighbours, as far as they have not played; None if there is no way. Each team looks for the
    nearest one below it, and takes back what leaves others without an opponent."""
    tried = count()

    def rest(left: tuple[str, ...]) -> tuple[tuple[str, str], ...] | None:
        if not left:
            return ()
        first, *others = left
        for other in others:
            if next(tried) > _MOST_TRIED:
                return None
            if frozenset((first, other)) in played:
                continue
            if (games := rest(tuple(each for each in others if each != other))) is not None:
                return ((first, other), *games)
        return None

    return rest(tuple(teams))


def _refuse_too_few(teams: Sequence[str]) -> None:
    if len(teams) < 2 or len(set(teams)) < len(teams):
        raise ZelligError(
            f"{len(teams)} teams cannot be paired" if len(teams) < 2 else "a team is named twice",
            remedy="Name two or more different teams.",
        )
