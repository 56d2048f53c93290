"""Did two performers agree beforehand? A test that similar honest performers pass.

The question is asked of a chooser and a breaker who may have agreed on a sign, or of a chooser and a curator;
in general of a *player* and of a *group* of lineups. What is seen of lineups is who was right about which.

**Why difficulty alone will not do.** Choosers that are alike (n-grams of two orders, one model trained twice)
fall for the same fakes and see through the same ones, whatever one conditions on that is cruder than the fake
itself. And honest choosers have honest affinities: a model of trigrams is helpless against a breaker that
maximises trigrams. So neither agreement between choosers nor a chooser that does unusually well against a
breaker is evidence.

**What honest players cannot have** is an advantage with one group that is foreign to them: one that neither
those who are like them show on the very same fakes, nor they themselves with any other group. So

1. *Is there anything?* The difficulty of a fake is a stand-in's: a logistic regression of the player's
   success on the other players' answers to the very same fake, learnt on other groups only, so that whoever
   resembles the player gets the weight. The player's outcomes are permuted within strata of it: is there any
   mutual information of its outcome and the group? Under permutation the counts are hypergeometric, and are
   drawn as such. This alone accuses honest affinities.
2. *Is it foreign?* The player's *twin* is who agrees with it most on the fakes of all other groups. Their
   shares of right answers are compared on the very same fakes, group by group (as angles, whose variance does
   not depend on the share). How the difference varies over the *other* groups says how honest players differ;
   that with the group in question must be beyond Student's prediction interval for one more group. An odd
   player, whom nobody resembles, varies much, and nobody can say that it colludes; one that goes with its
   twin everywhere but with one group has something to explain.
3. *Whose is it?* Where twins part company, either may be the odd one: an honest player has an affinity, and
   its twin colludes it away. So it must be two against one: the same holds, in the same direction, for the
   next of those who are most like the player. What is told is the weaker of the two.

Only all of it together, the first two at .001 each, accuses. **It assumes** that fakes are common (all
choosers saw the very same ones), that the differences of honest twins from group to group are like draws from
one bell curve, and that the twin and most groups are honest. **It cannot tell** a sign from an honest
specialist that nobody resembles; it is silent with fewer than four groups, and with few it takes a large
excess. Performers that are the same program twice are twins, and no more.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import entr, stdtrit

from zellig.measures.logistic import fit_logistic

Floats = NDArray[np.float64]
Ints = NDArray[np.integer]
Bools = NDArray[np.bool_]

LEVEL = 0.001
STRATA = 40  # coarse ones would leave differences within a stratum that are no sign of anything
FEWEST_GROUPS = 4  # the group in question, and three to see how honest ones differ
FEWEST = 50  # lineups of a group
RIDGE = 1.0


class Collusion(NamedTuple):
    """What is found out about a player and a group."""

    rounds: int  # lineups of the group that could be judged
    excess: float  # in the share of right answers, over what the twin's lead to expect
    honest: float  # size up to which one more honest group would have it, with a chance of .999
    information: float  # bits a lineup
    p: float  # by permutation
    twins: tuple[int, ...] = ()  # the two who are most like the player
    unknown: str = ""  # why it cannot be told

    @property
    def accused(self) -> bool:
        """Do all parts of the test speak against them?"""
        return not self.unknown and self.p < LEVEL and abs(self.excess) > self.honest


class _Tables(NamedTuple):
    """Counts by stratum: all lineups, those that the player is right about, those of the group, and both."""

    every: Ints
    right: Ints
    of_group: Ints
    right_of_group: Ints


class _Seen(NamedTuple):
    """Lineups: was the player right, how did the others answer, and whose are they?"""

    own: Ints
    pattern: Ints  # the place of the others' answers among the patterns
    patterns: Floats  # 1, -1 or 0 (not asked) for each of the others, and a constant
    groups: Ints

    def only(self, rows: Bools) -> _Seen:
        """Some of them."""
        return _Seen(self.own[rows], self.pattern[rows], self.patterns, self.groups[rows])


def collusion(
    right: Floats, groups: Ints, player: int, group: int, seed: int, permutations: int = 9_999
) -> Collusion:
    """The test of a player and a group.

    `right[player, lineup]` is 1, 0, or not a number where the player was not asked; `groups[lineup]` says
    whose lineup it is. Lineups must be different ones: the same fake twice is no new evidence.
    """
    asked = ~np.isnan(right[player]) & (~np.isnan(np.delete(right, player, axis=0))).any(axis=0)
    right, groups = right[:, asked], groups[asked]
    present, sizes = np.unique(groups, return_counts=True)
    present = present[sizes >= FEWEST]
    kept = np.isin(groups, present)
    right, groups = right[:, kept], groups[kept]
    if group not in present:
        return _unknown(f"fewer than {FEWEST} fakes that others were shown, too")
    if len(present) < FEWEST_GROUPS:
        return _unknown(f"fewer than {FEWEST_GROUPS} to compare it with, itself included")
    if len(right) < 3:
        return _unknown("fewer than two others to compare it with")
    own, others = right[player].astype(int), np.nan_to_num(2 * np.delete(right, player, axis=0) - 1)
    patterns, pattern = np.unique(others.T, axis=0, return_inverse=True)
    seen = _Seen(own, pattern.reshape(-1), np.column_stack([patterns, np.ones(len(patterns))]), groups)
    twins = _twins(right, player, groups, group)
    if len(twins) < 2:
        return _unknown(f"fewer than two others who were shown at least {FEWEST} of the same fakes of each")
    parted = [_foreign(right[[player, twin]], groups, group) for twin in twins]
    excess, honest = min(parted, key=lambda each: abs(each[0]) - each[1])
    if parted[0][0] * parted[1][0] <= 0:
        excess = 0.0
    tables = _tables(seen, group)
    found, drawn = _information(tables), _drawn(tables, seed, permutations)
    extreme = int((_information(drawn) >= found - 1e-12).sum())
    return Collusion(
        int(tables.of_group.sum()),
        excess,
        honest,
        float(found),
        (extreme + 1) / (permutations + 1),
        twins,
    )


def _unknown(why: str) -> Collusion:
    return Collusion(0, 0.0, 1.0, 0.0, 1.0, unknown=why)


def _tables(seen: _Seen, group: int) -> _Tables:
    """Strata of the difficulty that a stand-in, who knows all groups but this one, gives to the fakes."""
    inside, right = seen.groups == group, seen.own == 1
    difficulty = _stand_in(seen.only(~inside))[seen.pattern]
    edges = np.unique(np.quantile(difficulty, np.linspace(0, 1, STRATA + 1)[1:-1]))
    stratum = np.searchsorted(edges, difficulty, side="right")
    every, rights, of_group, both = (
        np.bincount(stratum[rows], minlength=STRATA)
        for rows in (np.ones(len(right), bool), right, inside, inside & right)
    )
    judged = (of_group > 0) & (every > of_group)
    return _Tables(every[judged], rights[judged], of_group[judged], both[judged])


def _stand_in(learnt: _Seen) -> Floats:
    """For each pattern of the others' answers the log-odds that the player is right; groups weigh alike."""
    weights = 1 / np.bincount(learnt.groups)[learnt.groups]
    weights *= len(weights) / weights.sum()
    number = len(learnt.patterns)
    trials = np.bincount(learnt.pattern, weights, number)
    wins = np.bincount(learnt.pattern, weights * learnt.own, number)
    coefficients = fit_logistic(learnt.patterns, wins.astype(float), trials.astype(float), RIDGE)
    return np.asarray(np.round(learnt.patterns @ coefficients, 9))


def _information(tables: _Tables) -> Floats:
    """Mutual information of being right and of being in the group, given the stratum, in bits a lineup."""
    every, right, of_group, both = (np.asarray(each, float) for each in tables)
    cells = (both, right - both, of_group - both, every - right - of_group + both)
    margins = (right, every - right, of_group, every - of_group)
    bits = sum(entr(each / every) for each in margins) - sum(entr(each / every) for each in cells)
    return np.asarray((bits * every).sum(axis=-1) / every.sum() / math.log(2))


def _drawn(tables: _Tables, seed: int, permutations: int) -> _Tables:
    """The same tables with the player's outcomes permuted within strata."""
    every, right, of_group, _ = tables
    chance = np.random.default_rng(seed)
    both = chance.hypergeometric(right, every - right, of_group, size=(permutations, len(every)))
    return _Tables(every, right, of_group, both)


def _twins(right: Floats, player: int, groups: Ints, group: int) -> tuple[int, ...]:
    """The two who agree most with the player on the other groups' fakes, and were shown enough of all."""
    found = []
    names = np.unique(groups)
    for other in range(len(right)):
        both = ~np.isnan(right[player]) & ~np.isnan(right[other])
        shown = np.bincount(groups[both], minlength=int(names[-1]) + 1)[names]
        if other != player and shown.min() >= FEWEST:
            rest = both & (groups != group)
            found.append((_agreement(right[player, rest], right[other, rest]), other))
    return tuple(other for _, other in sorted(found, reverse=True)[:2])


def _agreement(first: Floats, second: Floats) -> float:
    """Correlation of two columns of right and wrong; 0 where one of them is always the same."""
    one, other = first - first.mean(), second - second.mean()
    size = math.sqrt(float(one @ one) * float(other @ other))
    return float(one @ other) / size if size else 0.0


def _foreign(right: Floats, groups: Ints, group: int) -> tuple[float, float]:
    """How far the player is from what its twin leads to expect, and how far an honest one may be."""
    both = ~np.isnan(right).any(axis=0)
    right, groups = right[:, both], groups[both]
    names = np.unique(groups)
    angles = np.array([[_angle(row[groups == name]) for name in names] for row in right])
    differences = angles[0] - angles[1]
    elsewhere = differences[names != group]
    # As few differences may be alike by luck: chance alone makes them differ by so much.
    chance = [_chance(right[:, groups == name]) for name in names[names != group]]
    spread = math.sqrt(max(float(elsewhere.var(ddof=1)), float(np.mean(chance))) * (1 + 1 / len(elsewhere)))
    widest = float(stdtrit(len(elsewhere) - 1, 1 - LEVEL / 2)) * spread
    expected = float(angles[1][names == group][0] + elsewhere.mean())
    found = float(angles[0][names == group][0])
    end = expected + math.copysign(widest, found - expected)
    return _share(found) - _share(expected), abs(
        _share(end) - _share(expected)
    ) if 0 <= end <= math.pi else 1.0


def _chance(right: Floats) -> float:
    """The variance that chance alone gives to the difference of two angles, seen on the same fakes."""
    number = int(right.shape[1])
    share = min(max(float(right.mean()), 0.5 / number), 1 - 0.5 / number)
    return float((right[0] - right[1]).var()) / number / (share * (1 - share))


def _angle(right: Floats) -> float:
    """Of a share: what has about the same variance for every share (Anscombe 1948)."""
    return 2 * math.asin(math.sqrt((float(right.sum()) + 0.375) / (len(right) + 0.75)))


def _share(angle: float) -> float:
    sine = math.sin(min(max(angle, 0.0), math.pi) / 2)
    return sine * sine
