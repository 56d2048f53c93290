"""The ladder of a season: who is better than whom, on common samples, from the rounds alone."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations

import numpy as np

from zellig.games.arena.figures import Share
from zellig.games.arena.grid_scores import HIGH_IS_GOOD, LEVEL
from zellig.games.arena.season.columns import Bools, Columns, Ints
from zellig.games.arena.season.figures import Ladder, Rung, Separation, Strength
from zellig.games.arena.season.reckoning import Reckoning
from zellig.games.arena.season.records import Entrant, Season
from zellig.games.arena.season.relations import relations, winners
from zellig.games.arena.season.suspicion import suspicions
from zellig.measures.bradley_terry import bradley_terry
from zellig.measures.differences import clustered_interval, welch, welch_interval
from zellig.measures.intervals import share_interval
from zellig.measures.significance import holm, permutation_test, tiers
from zellig.measures.trend import Slope, clustered_slope
from zellig.performers import ROLES, Role

WINDOWS = 10  # of S over time
FEWEST = 20  # rounds that count; with fewer an entrant has no tier, and holds nobody else in one


def ladder(
    season: Season,
    entrants: Sequence[Entrant],
    found: Columns,
    reckoning: Reckoning,
    quarantined: Collection[str] = (),
) -> Ladder:
    """The ladder of what was played so far; whoever computes it from the same rounds has the same digits."""
    separations = {role: _separations(role, found) for role in ROLES}
    strengths = _strengths(found)
    rungs = {
        role: tuple(
            _rungs(role, season, entrants, found, reckoning, quarantined, separations[role], strengths)
        )
        for role in HIGH_IS_GOOD
    }
    return Ladder(
        season.name,
        _games(found, np.ones(len(found), bool)),
        int(found.counts.sum()),
        reckoning,
        rungs,
        tuple(row for role in HIGH_IS_GOOD for row in separations[role]),
        _by_metadata(found),
        tuple(winners(found, rungs)),
        tuple(relations(entrants, rungs, season.seed)),
        tuple(suspicions(season, found)),
    )


def share(found: Columns, rows: Bools) -> Share:
    """S of some rounds that count, with an interval clustered by text."""
    rows = rows & found.counts
    number = int(rows.sum())
    if not number:
        return Share(0)
    point, texts = found.point[rows], _compact(found.text[rows])
    low, high = share_interval(point, 1.0, texts)
    return Share(number, round(float(point.mean()), 6), (round(low, 6), round(high, 6)))


# -- rungs


def _rungs(
    role: Role,
    season: Season,
    entrants: Sequence[Entrant],
    found: Columns,
    reckoning: Reckoning,
    quarantined: Collection[str],
    separations: Sequence[Separation],
    strengths: dict[str, Strength],
) -> list[Rung]:
    """The entrants of a role, the best first; those with too few rounds come last, without a tier."""
    own = [entrant for entrant in entrants if entrant.role == role]
    shares = {entrant.id: share(found, found.of(role, entrant.id)) for entrant in own}
    known = [entrant.id for entrant in own if shares[entrant.id].rounds >= FEWEST]
    order = sorted(known, key=lambda id: shares[id].S or 0.0, reverse=HIGH_IS_GOOD[role])
    apart = {frozenset((row.first, row.second)) for row in separations if row.adjusted_p < LEVEL}
    tier = tiers(order, lambda best, other: frozenset((best, other)) in apart)
    by_id = {entrant.id: entrant for entrant in own}
    rungs = []
    for id in [*order, *(entrant.id for entrant in own if entrant.id not in tier)]:
        rows = found.of(role, id)
        state = "quarantined" if id in quarantined else "plays"
        whole = shares[id]
        rungs.append(
            Rung(
                whole.rounds,
                whole.S,
                whole.interval,
                id=id,
                name=by_id[id].name,
                owner=by_id[id].owner,
                tier=tier.get(id, 0),
                games=_games(found, rows),
                strength=strengths.get(id),
                trend=_trend(found, rows & found.counts),
                windows=tuple(_windows(season, found, rows)),
                faults=sum(reckoning.faults.get(id, {}).values()),
                state="withdrawn" if by_id[id].withdrawn else state,
            )
        )
    return rungs


def _games(found: Columns, rows: Bools) -> int:
    return len(set(zip(*(found.who[role][rows].tolist() for role in ROLES), strict=True)))


def _trend(found: Columns, rows: Bools) -> Slope | None:
    """Of S over the numbers of rounds: all games of an entrant lie upon one another, on the same texts."""
    return clustered_slope(found.n[rows], found.point[rows], found.text[rows])


def _windows(season: Season, found: Columns, rows: Bools) -> list[Share]:
    window = found.n * WINDOWS // season.total
    return [share(found, rows & (window == each)) for each in range(WINDOWS)]


def _strengths(found: Columns) -> dict[str, Strength]:
    """Bradley and Terry's, of all who have a round that counts; empty where games do not connect them.

    Who is alone in a role is its mean, whatever they do: that is no strength.
    """
    rows = np.flatnonzero(found.counts)
    present = {role: np.unique(found.who[role][rows]) for role in ROLES}
    offsets, players, groups = {}, 0, []
    for role in ROLES:
        offsets[role] = players
        groups.append(players + np.arange(len(present[role])))
        players += len(present[role])
    design = np.zeros((len(rows), players))
    for role in ROLES:
        place = offsets[role] + np.searchsorted(present[role], found.who[role][rows])
        design[np.arange(len(rows)), place] = 1.0 if HIGH_IS_GOOD[role] else -1.0
    fitted = None
    if len(rows):
        fitted = bradley_terry(design, found.point[rows], _compact(found.text[rows]), groups)
    if fitted is None:
        return {}
    names = [found.ids[role][place] for role in ROLES for place in present[role]]
    alone = {found.ids[role][places[0]] for role, places in present.items() if len(places) == 1}
    return {
        name: Strength(round(float(value), 6), (round(float(low), 6), round(float(high), 6)))
        for name, value, low, high in zip(names, fitted.values, fitted.low, fitted.high, strict=True)
        if name not in alone
    }


# -- two entrants of a role


def _separations(role: Role, found: Columns) -> list[Separation]:
    """Every two entrants of a role, on what they have in common."""
    rows = []
    for first, second in combinations(found.ids[role], 2):
        row = _unpaired(found, first, second) if role == "curator" else _paired(role, found, first, second)
        if row is not None:
            rows.append(row)
    adjusted = holm([row[-1] for row in rows])
    return [Separation(role, *row, adjusted_p=p) for row, p in zip(rows, adjusted, strict=True)]


Row = tuple[str, str, bool, int, float, tuple[float, float] | None, float]


def _paired(role: Role, found: Columns, first: str, second: str) -> Row | None:
    """Round by round, where all others are the same and so is the text; texts are the clusters.

    Where a breaker gave one of two choosers no fake, the round tells nothing about the two.
    """
    one, other = _common(role, found, first, second)
    same = found.text[one] == found.text[other]
    if role == "chooser":
        same &= (found.fake[one] < 0) == (found.fake[other] < 0)
    one, other = one[same], other[same]
    if not len(one):
        return None
    differences = found.point[one].astype(int) - found.point[other]
    texts = _compact(found.text[one])
    ends = clustered_interval(differences.astype(float), texts)
    return (
        first,
        second,
        True,
        len(one),
        round(float(differences.mean()), 6),
        None if ends is None else (round(ends[0], 6), round(ends[1], 6)),
        permutation_test(differences, texts),
    )


def _common(role: Role, found: Columns, first: str, second: str) -> tuple[Ints, Ints]:
    """The places of the rounds that two have in common: the same opponents, the same number."""
    others = [each for each in ROLES if each != role]
    key = found.n.copy()
    for each in others:
        key = key * (len(found.ids[each]) + 1) + found.who[each]
    places = [np.flatnonzero(found.of(role, id) & found.counts) for id in (first, second)]
    _, one, other = np.intersect1d(key[places[0]], key[places[1]], return_indices=True)
    return places[0][one], places[1][other]


def _unpaired(found: Columns, first: str, second: str) -> Row | None:
    """Curators have texts of their own: the means of their texts, over the opponents that both have met."""
    rows = [found.of("curator", id) & found.counts for id in (first, second)]
    met = found.who["breaker"] * len(found.ids["chooser"]) + found.who["chooser"]
    common = np.intersect1d(met[rows[0]], met[rows[1]])
    rows = [each & np.isin(met, common) for each in rows]
    if not all(each.any() for each in rows):
        return None
    means = []
    for each in rows:
        texts = _compact(found.text[each])
        means.append(np.bincount(texts, found.point[each]) / np.bincount(texts))
    ends = welch_interval(means[0], means[1])
    return (
        first,
        second,
        False,
        int(rows[0].sum() + rows[1].sum()),
        round(float(means[0].mean() - means[1].mean()), 6),
        None if ends is None else (round(ends[0], 6), round(ends[1], 6)),
        welch(means[0], means[1]),
    )


def _by_metadata(found: Columns) -> dict[str, dict[str, Share]]:
    """S by each value of the metadata, and by what breakers say they did."""
    return {
        name: {
            value: share(found, places == place)
            for place, value in sorted(enumerate(values), key=lambda each: each[1])
        }
        for name, (values, places) in found.groups.items()
    }


def _compact(numbers: Ints) -> Ints:
    """The same numbers without gaps."""
    return np.unique(numbers, return_inverse=True)[1]
