"""What became of every round that was planned, whose fault it was, and who is not asked any more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal, get_args

import msgspec

from zellig.games.arena.rounds import Round
from zellig.games.arena.season.records import Planned, Season
from zellig.performers import ROLES

Outcome = Literal["played", "late", "garbled", "dead", "void", "withdrawn", "open"]
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)

# Why an answer is missing (`Missed`, and the guard of lengths), worst first.
_WHY: dict[str, Outcome] = {
    "gone": "dead",
    "crashed": "dead",
    "cut off": "dead",
    "refused": "dead",
    "garbled": "garbled",
    "flooded": "garbled",
    "too large": "garbled",
    "length": "garbled",
    "late": "late",
}


class Reckoning(msgspec.Struct, frozen=True):
    """The rounds of a game by what became of them: they add up to what was planned."""

    planned: int
    outcomes: dict[Outcome, int]
    faults: dict[str, dict[Outcome, int]]  # by entrant: rounds without an answer of it that counts

    def __post_init__(self) -> None:
        if sum(self.outcomes.values()) != self.planned:
            raise ValueError(f"{self.planned} rounds were planned, and {self.outcomes} are accounted for")


def outcome_of(played: Round) -> Outcome:
    """What became of a round: the worst that happened in it; void if it is nobody's point."""
    missing = [_WHY.get(why, "dead") for why in played.missing.values()]
    for each in ("dead", "garbled", "late"):
        if each in missing:
            return each
    return "void" if played.point is None else "played"


def reckoning(season: Season, game: Planned, rounds: Iterable[Round], rest: Outcome = "open") -> Reckoning:
    """The reckoning of a game of which some rounds, or none, were played.

    The `rest` is what became of the others: still `open`, `void` (somebody is in quarantine) or `withdrawn`.
    """
    outcomes: Counter[Outcome] = Counter()
    faults: dict[str, Counter[Outcome]] = {}
    for played in rounds:
        outcomes[outcome_of(played)] += 1
        for role, why in played.missing.items():
            faults.setdefault(game.by(role), Counter())[_WHY.get(why, "dead")] += 1
    if left := season.total - outcomes.total():
        outcomes[rest] += left
    by = {who: {each: kinds[each] for each in OUTCOMES if kinds[each]} for who, kinds in faults.items()}
    return Reckoning(season.total, {each: outcomes[each] for each in OUTCOMES if outcomes[each]}, by)


def reckonings(
    season: Season,
    games: Sequence[Planned],
    rounds: Mapping[Planned, Iterable[Round]],
    withdrawn: Collection[str] = (),
    quarantined: Collection[str] = (),
) -> dict[Planned, Reckoning]:
    """What became of every round of every game that was planned."""
    found = {}
    for game in games:
        rest: Outcome = "open"
        if any(each in quarantined for each in game):
            rest = "void"
        if any(each in withdrawn for each in game):
            rest = "withdrawn"
        found[game] = reckoning(season, game, rounds.get(game, ()), rest)
    return found


def total(reckonings: Iterable[Reckoning]) -> Reckoning:
    """The reckoning of several games as one."""
    planned, outcomes = 0, Counter[Outcome]()
    faults: dict[str, Counter[Outcome]] = {}
    for each in reckonings:
        planned += each.planned
        outcomes.update(each.outcomes)
        for who, kinds in each.faults.items():
            faults.setdefault(who, Counter()).update(kinds)
    return Reckoning(
        planned,
        {each: outcomes[each] for each in OUTCOMES if outcomes[each]},
        {
            who: {each: kinds[each] for each in OUTCOMES if kinds[each]}
            for who, kinds in sorted(faults.items())
        },
    )


def quarantined(season: Season, so_far: Iterable[Reckoning]) -> set[str]:
    """Who is not asked any more: in so many rounds they gave no answer that counts.

    A decision from what was played alone: whoever replays the season comes to the same one.
    """
    faults = total(so_far).faults
    return {who for who, kinds in faults.items() if sum(kinds.values()) >= season.quarantine}


def may_play(game: Planned, withdrawn: Collection[str], in_quarantine: Collection[str]) -> bool:
    """Is everybody of a game there to be asked?"""
    return not any(game.by(role) in (*withdrawn, *in_quarantine) for role in ROLES)
