"""What others call a team until a round is published: another name in each round, so that the names of one
that is published tell nothing about the next."""

from __future__ import annotations

from itertools import count

from zellig.games.contest.standing import Standing
from zellig.performers import derive_seed

FIRST, NUMBERS = 100, 900  # of later rounds: three digits, so that none looks like one of the first round


def aliases(standing: Standing, number: int) -> dict[str, str]:
    """The aliases of all teams in a round, by id. Those of the first round were given when they were founded;
    later ones follow from a number that was drawn then, and do not change when further teams are founded."""
    found: dict[str, str] = {}
    for team in standing.teams.values():
        found[team.id] = team.alias if number == 1 or team.drawn is None else ""
        if not found[team.id]:
            found[team.id] = _drawn(team.drawn or 0, number, set(found.values()))
    return found


def _drawn(drawn: int, number: int, taken: set[str]) -> str:
    for attempt in count():
        # With very many teams all numbers may be taken: then there are more.
        span = NUMBERS * (1 + attempt // NUMBERS)
        alias = f"Team {FIRST + derive_seed(drawn, f'round {number}', str(attempt)) % span}"
        if alias not in taken:
            return alias
    raise AssertionError  # `count` does not end
