"""What came of a season, as `ladder.json` has it; docs/reference/arena.md says what everything means."""

from __future__ import annotations

import msgspec

from zellig.games.arena.figures import Interval, Share
from zellig.games.arena.season.reckoning import Reckoning
from zellig.measures.trend import Slope
from zellig.performers import Role


class Strength(msgspec.Struct, frozen=True):
    """Bradley and Terry's: on the scale of log-odds, 0 being the mean of the role; higher is better."""

    value: float
    interval: Interval


class Rung(Share, frozen=True, kw_only=True):
    """An entrant's place among those of its role; those of one tier are not separated by the data."""

    id: str
    name: str
    owner: str
    tier: int  # 0: too few rounds
    games: int
    strength: Strength | None  # None where the games do not connect everybody
    trend: Slope | None  # of S over the rounds of its games, clustered by text
    windows: tuple[Share, ...]  # S in tenths of its games
    faults: int
    state: str  # plays, quarantined, withdrawn


class Separation(msgspec.Struct, frozen=True):
    """How far two entrants of a role are apart in S, on what they have in common."""

    role: Role
    first: str
    second: str
    paired: bool  # on the same texts, with the same opponents; curators have texts of their own
    rounds: int
    difference: float
    interval: Interval | None
    p: float
    adjusted_p: float  # corrected for the comparisons of the role (Holm)


class Against(Share, frozen=True, kw_only=True):
    """What a winner did to one of the others: S in their games, and S of that one with all others."""

    role: Role
    winner: str
    opponent: str
    otherwise: float | None  # S of the opponent's games with the other performers of the winner's role


class Relation(msgspec.Struct, frozen=True):
    """S of a role's entrants beside what they declare; over so few, and not by design: no cause."""

    role: Role
    property: str
    entrants: int
    by: dict[str, float]  # mean S by declared value
    rank_correlation: float | None  # Spearman's, where values are numbers
    p: float | None  # of the correlation, over orders of the entrants


class Suspicion(msgspec.Struct, frozen=True):
    """The test of two entrants for collusion: does one of them win where only an agreement explains it?"""

    roles: tuple[Role, Role]
    first: str
    second: str
    rounds: int  # answers of the two that could be judged
    excess: float  # in S, over what its twins' answers to the very same fakes lead to expect
    honest: float  # excess that the chooser may have by how it differs from its twins with others
    information: float  # bits a round, of outcome and pair, within strata of difficulty
    p: float  # by permutation within strata
    accused: bool
    twins: tuple[str, ...] = ()  # the two choosers that are most like it
    unknown: str = ""  # why it cannot be told


class Person(Share, frozen=True, kw_only=True):
    """S of somebody's own games, beside that of the performers of their role in the very same place."""

    id: str
    role: Role
    name: str
    owner: str
    games: int
    performers: Share  # against the same opponents; with the same texts, but for a curator


class Ladder(msgspec.Struct, frozen=True):
    """Everything that the transcripts of a season come to.

    All but `people` is of the games of performers among themselves.
    """

    season: str
    games: int
    rounds: int  # that count
    reckoning: Reckoning
    rungs: dict[Role, tuple[Rung, ...]]
    separations: tuple[Separation, ...]
    by: dict[str, dict[str, Share]]  # S by metadata
    winners: tuple[Against, ...]
    relations: tuple[Relation, ...]
    collusion: tuple[Suspicion, ...]
    people: tuple[Person, ...] = ()  # in the order in which they came: nobody is ranked
    reckoning_of_people: Reckoning | None = None
