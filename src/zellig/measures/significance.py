"""Paired tests, correction for many of them, and tiers instead of false ranks."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtr, ndtri, stdtr  # scipy.stats would take half a second to import

Floats = NDArray[np.float64]
Ints = NDArray[np.integer]

_NOTHING = math.log(1e-18)  # what is smaller is lost beside 1


def mcnemar(only_first: int, only_second: int) -> float:
    """Exact two-sided McNemar test: of the pairs that tell two systems apart, is the split fair?"""
    discordant = only_first + only_second
    if discordant == 0:
        return 1.0
    return min(1.0, 2 * float(bdtr(min(only_first, only_second), discordant, 0.5)))


def fisher_one_sided(both: int, only_first: int, only_second: int, neither: int) -> float:
    """Fisher's exact test, one-sided: would two things coincide so rarely, or more rarely, by chance?"""
    first, second, every = both + only_first, both + only_second, both + only_first + only_second + neither
    least = max(0, first + second - every)
    ways = sum(comb(second, n) * comb(every - second, first - n) for n in range(least, both + 1))
    return ways / comb(every, first)


def permutation_test(differences: Ints, clusters: Ints) -> float:
    """Exact two-sided paired permutation test of whole-number differences, swapped original by original.

    Under the null the two systems may be exchanged on all pairs of one original at once, so each
    original's summed difference keeps its size and gets a random sign. The distribution of the total
    is computed, not sampled. With one pair per original this is McNemar's test.
    """
    return permutation_test_of_sums(np.rint(np.bincount(clusters, weights=differences)).astype(int))


def permutation_test_of_sums(sums: Ints) -> float:
    """The same, of each original's summed difference."""
    counts = np.bincount(np.abs(sums))
    sizes = np.flatnonzero(counts[1:]) + 1
    total, observed = int(counts @ np.arange(len(counts))), abs(int(sums.sum()))
    if observed == 0:
        return 1.0
    if len(sizes) == 1:  # as many coins, each of which is worth the same
        coins, lead = int(counts[sizes[0]]), observed // int(sizes[0])
        return mcnemar((coins - lead) // 2, (coins + lead) // 2)
    # The characteristic function of the total is a product of cosines, turned back on a circle that is longer
    # than all totals, or else than those of which a float could hold the probability (Hoeffding: exp(-800)).
    deviation = math.sqrt(float(counts[sizes] @ sizes**2))
    length = 1 << (2 * min(total, max(observed, math.ceil(40 * deviation)))).bit_length()
    kept, values = np.arange(length // 2 + 1), np.ones(length // 2 + 1)
    for size in sizes[np.argsort(-counts[sizes])].tolist():  # the first leaves few that are not nearly 0
        cosines = np.cos(size * (2 * np.pi / length) * kept)
        there = np.abs(cosines) > math.exp(_NOTHING / counts[size])
        kept, values = kept[there], values[there] * cosines[there] ** int(counts[size])
    characteristic = np.zeros(length // 2 + 1)
    characteristic[kept] = values
    distribution = np.fft.irfft(characteristic, length)
    # Rounding must not make it smaller than two of all the possible swaps.
    smallest = 2 * 0.5 ** int(counts[sizes].sum())
    p = float(np.clip(2 * distribution[observed : length // 2 + 1].sum(), smallest, 1.0))
    return float(f"{p:.12g}")  # the digits behind are those of the way it was computed


def sampled_permutation_test(
    differences: Floats, clusters: Ints, seed: int, permutations: int = 9999
) -> float:
    """The same test for differences that are not whole numbers (partial credit), by sampling signs."""
    sums = np.bincount(clusters, weights=differences)
    observed = abs(sums.sum())
    generator = np.random.default_rng(seed)
    extreme = 0
    for _ in range(permutations):
        signs = generator.integers(0, 2, len(sums)) * 2 - 1
        extreme += abs(signs @ sums) >= observed - 1e-12
    return float((extreme + 1) / (permutations + 1))


class ResampledShare(NamedTuple):
    """A share in [0, 1], seen on `units` independent originals, with its bootstrap replicates."""

    value: float
    units: int
    replicates: Floats


def difference_test(first: ResampledShare, second: ResampledShare) -> float:
    """Two-sided t test of two shares seen on different pairs, with the bootstrap's standard error.

    A bootstrap over n originals is too narrow by (n-1)/n. On a handful of originals it may show no spread at
    all: then the error is at least what it would be if both shares were one.
    """
    fewest = min(first.units, second.units)
    if fewest < 2:
        return 1.0
    error = float(np.nanstd(first.replicates - second.replicates)) * math.sqrt(fewest / (fewest - 1))
    if any(np.nanstd(share.replicates) == 0 for share in (first, second)):
        error = max(error, _error_if_one(first, second))
    if error == 0:
        return 1.0
    return float(2 * stdtr(fewest - 1, -abs(first.value - second.value) / error))


def _error_if_one(first: ResampledShare, second: ResampledShare) -> float:
    pooled = (first.value * first.units + second.value * second.units) / (first.units + second.units)
    return math.sqrt(pooled * (1 - pooled) * (1 / first.units + 1 / second.units))


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's step-down correction, in the order given."""
    adjusted = [0.0] * len(p_values)
    highest = 0.0
    for rank, index in enumerate(sorted(range(len(p_values)), key=lambda i: p_values[i])):
        highest = max(highest, min(1.0, p_values[index] * (len(p_values) - rank)))
        adjusted[index] = highest
    return adjusted


def tiers(best_first: Sequence[str], differ: Callable[[str, str], bool]) -> dict[str, int]:
    """Tier 1, 2, ...: a new tier starts at the first name that differs from the best of the tier above."""
    result: dict[str, int] = {}
    best, tier = "", 0
    for name in best_first:
        if tier == 0 or differ(best, name):
            best, tier = name, tier + 1
        result[name] = tier
    return result


def pairs_still_needed(
    only_first: int, only_second: int, pairs: int, level: float = 0.05, power: float = 0.8
) -> int | None:
    """How many more pairs like these would probably separate two systems; None if they seem equal.

    Sample size of McNemar's test (Connor 1987) for the rates seen, minus the pairs there are.
    """
    if pairs == 0 or only_first == only_second:
        return None
    discordant = (only_first + only_second) / pairs
    difference = abs(only_first - only_second) / pairs
    z_level, z_power = float(ndtri(1 - level / 2)), float(ndtri(power))
    root = z_level * math.sqrt(discordant) + z_power * math.sqrt(max(discordant - difference**2, 0.0))
    return max(0, math.ceil((root / difference) ** 2) - pairs)
