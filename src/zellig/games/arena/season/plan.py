"""Which games a season has, and which texts of a held-out corpus may be handed out in it."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from functools import cache
from itertools import combinations, product

from zellig.games.arena.season.records import Entrant, Planned, Season, refuse_season
from zellig.performers import ROLES, derive_seed


def plan(season: Season, entrants: Sequence[Entrant]) -> list[Planned]:
    """All games: every chooser meets every breaker on every curator's texts.

    Entrants are given in the order in which they came. The games of whoever comes late are behind all others,
    so a plan only ever grows at its end, and nothing is played again. Two at one address do not meet unless
    the season lets their roles collude.
    """
    refuse_season(season, tuple(entrants))
    came = {entrant.id: number for number, entrant in enumerate(entrants)}
    by_id = {entrant.id: entrant for entrant in entrants}
    sides = [[entrant.id for entrant in entrants if entrant.role == role] for role in ROLES]
    games = [Planned(*ids) for ids in product(*sides)]
    games = [game for game in games if not _together(season, [by_id[each] for each in game])]
    return sorted(games, key=lambda game: sorted((came[each] for each in game), reverse=True))


def _together(season: Season, players: Sequence[Entrant]) -> bool:
    """Are two of them at one address though their roles may not agree?"""
    return any(
        first.seating.address == second.seating.address != ""
        and not {first.role, second.role} <= set(season.collusion)
        for first, second in combinations(players, 2)
    )


def candidates(season: Season, texts: int, rounds: Sequence[int]) -> list[list[int]]:
    """For each round the places in the corpus of the texts from which a curator may pick.

    They are the same for every curator, and all of them together are a share of the corpus that the season
    caps: whoever collects what is handed out, to all curators in all rounds, never has the rest. Where the
    rounds need more than that, texts come again.
    """
    pool = _pool(season.seed, season.secret, texts, max(1, math.floor(season.held_out * texts)))
    size = min(season.candidates, len(pool))
    found = []
    for n in rounds:
        start = n * size % len(pool)
        found.append([pool[(start + place) % len(pool)] for place in range(size)])
    return found


@cache
def _pool(seed: int, secret: str, texts: int, most: int) -> tuple[int, ...]:
    chance = random.Random(derive_seed(seed, f"held out {secret}", str(texts)))  # noqa: S311  (an order)
    return tuple(chance.sample(range(texts), most))
