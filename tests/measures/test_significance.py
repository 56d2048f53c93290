"""Tests against brute force and other people's code."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats import binomtest, fisher_exact

from zellig.measures.significance import (
    ResampledShare,
    difference_test,
    fisher_one_sided,
    holm,
    mcnemar,
    pairs_still_needed,
    permutation_test,
    sampled_permutation_test,
    tiers,
)

counts = st.integers(0, 200)
small = st.lists(st.tuples(st.integers(0, 5), st.integers(-2, 2)), min_size=1, max_size=14)
p_values = st.lists(st.floats(0, 1), max_size=12)


@given(counts, counts)
def test_mcnemar_is_a_binomial_test(only_first: int, only_second: int) -> None:
    assume(only_first + only_second > 0)
    expected = binomtest(only_first, only_first + only_second, 0.5).pvalue
    assert mcnemar(only_first, only_second) == pytest.approx(expected, rel=1e-9)
    assert mcnemar(only_first, only_second) == mcnemar(only_second, only_first)


def test_mcnemar_without_disagreement() -> None:
    assert mcnemar(0, 0) == 1


@given(counts, counts, counts, counts)
def test_fisher_is_the_exact_test_of_others(
    both: int, only_first: int, only_second: int, neither: int
) -> None:
    table = [[both, only_first], [only_second, neither]]
    assert fisher_one_sided(both, only_first, only_second, neither) == pytest.approx(
        fisher_exact(table, alternative="less").pvalue, rel=1e-6
    )


def brute_force(rows: Sequence[tuple[int, float]]) -> float:
    """Swap the two systems on every subset of originals, and count totals as large as the one seen."""
    sums: dict[int, float] = {}
    for original, difference in rows:
        sums[original] = sums.get(original, 0) + difference
    seen = abs(sum(sums.values()))
    signs = list(product((1, -1), repeat=len(sums)))
    extreme = sum(
        abs(sum(s * v for s, v in zip(sign, sums.values(), strict=True))) >= seen - 1e-9 for sign in signs
    )
    return extreme / len(signs)


@given(small)
def test_permutation_test_equals_trying_every_swap(rows: list[tuple[int, int]]) -> None:
    originals, differences = np.array(rows).T
    assert permutation_test(differences, originals) == pytest.approx(brute_force(rows), abs=1e-9)


@given(st.lists(st.integers(-1, 1), min_size=1, max_size=150))
def test_with_one_pair_per_original_it_is_mcnemar(differences: list[int]) -> None:
    array = np.array(differences)
    expected = mcnemar(int((array > 0).sum()), int((array < 0).sum()))
    assert permutation_test(array, np.arange(len(array))) == pytest.approx(expected, rel=1e-6, abs=1e-12)


def test_pairs_of_one_original_are_one_piece_of_evidence() -> None:
    differences = np.ones(12, dtype=int)
    assert permutation_test(differences, np.arange(12)) == pytest.approx(2 / 2**12)
    assert permutation_test(differences, np.zeros(12, dtype=int)) == 1
    assert permutation_test(differences, np.arange(12) % 3) == pytest.approx(2 / 2**3)


@pytest.mark.parametrize("sizes", [[1] * 300, [1] * 300 + [2] * 60, [1, 2, 3] * 80])
def test_an_exact_test_is_never_certain(sizes: list[int]) -> None:
    """All for one system is overwhelming, and still possible by chance: two of 2^n swaps are as extreme."""
    differences = np.ones(sum(sizes), dtype=int)
    p = permutation_test(differences, np.repeat(np.arange(len(sizes)), sizes))
    assert 2 * 0.5 ** len(sizes) <= p < 1e-12


def test_sampled_test_is_near_the_exact_one_and_repeatable() -> None:
    generator = np.random.default_rng(3)
    differences, originals = generator.integers(-1, 3, 60), generator.integers(0, 25, 60)
    exact = permutation_test(differences, originals)
    sampled = sampled_permutation_test(differences.astype(float), originals, seed=1)
    assert 0.01 < exact < 0.9
    assert sampled == pytest.approx(exact, abs=0.02)
    assert sampled == sampled_permutation_test(differences.astype(float), originals, seed=1)


def test_sampled_test_is_never_zero() -> None:
    assert sampled_permutation_test(np.ones(60), np.arange(60), seed=1, permutations=99) == 1 / 100


def share(value: float, units: int, spread: float = 0.0) -> ResampledShare:
    return ResampledShare(value, units, value + spread * np.random.default_rng(units).standard_normal(1000))


def test_difference_test() -> None:
    assert difference_test(share(0.5, 100, 0.05), share(0.5, 80, 0.05)) == 1
    far = difference_test(share(0.9, 100, 0.03), share(0.2, 90, 0.04))
    near = difference_test(share(0.5, 100, 0.05), share(0.45, 90, 0.05))
    assert far < 1e-6 < 0.05 < near
    assert near == pytest.approx(difference_test(share(0.45, 90, 0.05), share(0.5, 100, 0.05)))


def test_no_spread_on_a_handful_is_not_certainty() -> None:
    assert difference_test(share(1.0, 1), share(0.0, 1)) > 0.1
    assert difference_test(share(1.0, 50), share(0.0, 50)) < 1e-6
    assert difference_test(share(1.0, 3), share(1.0, 5)) == 1


def test_holm_by_hand() -> None:
    # Sorted: .01 x 4, .02 x 3, .03 x 2, .04 x 1; each at least the one before.
    assert holm([0.04, 0.01, 0.03, 0.02]) == pytest.approx([0.06, 0.04, 0.06, 0.06])
    assert holm([0.5, 0.9]) == [1.0, 1.0]
    assert holm([]) == []


@given(p_values)
def test_holm_keeps_the_order_and_lies_between_the_raw_and_bonferroni(p: list[float]) -> None:
    adjusted = holm(p)
    assert all(0 <= raw <= new <= 1 for raw, new in zip(p, adjusted, strict=True))
    assert all(new <= len(p) * raw for raw, new in zip(p, adjusted, strict=True))
    assert sorted(adjusted) == [new for _, new in sorted(zip(p, adjusted, strict=True))]
    if p:
        assert min(adjusted) == min(1, min(p) * len(p))


@given(p_values.filter(bool), st.randoms())
def test_holm_does_not_care_about_order(p: list[float], random: object) -> None:
    shuffled = sorted(range(len(p)), key=lambda _: random.random())  # type: ignore[attr-defined]
    assert holm([p[i] for i in shuffled]) == [holm(p)[i] for i in shuffled]


def test_tiers() -> None:
    scores = {"a": 9.0, "b": 8.5, "c": 7.0, "d": 6.9, "e": 6.0}
    found = tiers(list(scores), lambda one, other: scores[one] - scores[other] > 1)
    # d differs from a and so starts no tier of its own: c did; e is within 1 of c.
    assert found == {"a": 1, "b": 1, "c": 2, "d": 2, "e": 2}
    assert tiers(list(scores), lambda one, other: False) == dict.fromkeys(scores, 1)
    assert list(tiers(list(scores), lambda one, other: True).values()) == [1, 2, 3, 4, 5]
    assert tiers([], lambda one, other: True) == {}


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12), st.floats(0, 0.5))
def test_tiers_rise_by_one_and_never_part_what_does_not_differ_from_the_best(
    values: list[float], gap: float
) -> None:
    scores = {str(n): value for n, value in enumerate(sorted(values, reverse=True))}
    found = list(tiers(list(scores), lambda one, other: scores[one] - scores[other] > gap).values())
    assert found[0] == 1
    assert all(0 <= after - before <= 1 for before, after in pairwise(found))
    first = {tier: value for value, tier in reversed(list(zip(scores.values(), found, strict=True)))}
    assert all(first[tier] - value <= gap for value, tier in zip(scores.values(), found, strict=True))


def test_equal_systems_are_never_separated() -> None:
    assert pairs_still_needed(10, 10, 100) is None
    assert pairs_still_needed(0, 0, 100) is None
    assert pairs_still_needed(0, 0, 0) is None


def test_sample_size_of_a_textbook() -> None:
    """Connor's formula by hand: 25% and 15% discordant, so p = .40, d = .10."""
    z_level, z_power = 1.959964, 0.841621
    n = ((z_level * 0.4**0.5 + z_power * (0.4 - 0.01) ** 0.5) / 0.1) ** 2
    assert pairs_still_needed(25, 15, 100) == int(n) + 1 - 100
    assert pairs_still_needed(15, 25, 100) == pairs_still_needed(25, 15, 100)


@given(st.integers(1, 60), st.integers(1, 60), st.integers(0, 100))
def test_clearer_differences_need_fewer_pairs(only_second: int, lead: int, agreed: int) -> None:
    discordant = 2 * only_second + lead + 2
    pairs = discordant + agreed
    close = pairs_still_needed(only_second + lead, only_second + 2, pairs)
    clear = pairs_still_needed(only_second + lead + 2, only_second, pairs)
    assert clear is not None
    assert close is None or clear <= close
    stricter = pairs_still_needed(only_second + lead + 2, only_second, pairs, level=0.01)
    surer = pairs_still_needed(only_second + lead + 2, only_second, pairs, power=0.95)
    assert stricter is not None
    assert surer is not None
    assert clear <= min(stricter, surer)


@pytest.mark.parametrize(("first", "second"), [(25, 10), (40, 30), (15, 5)])
def test_with_that_many_pairs_the_difference_is_usually_found(first: int, second: int) -> None:
    more = pairs_still_needed(first, second, 100)
    assert more
    generator = np.random.default_rng(2017)
    chances = [first / 100, second / 100, 1 - (first + second) / 100]
    draws = generator.multinomial(100 + more, chances, size=1500)
    found = np.mean([mcnemar(int(one), int(other)) < 0.05 for one, other, _ in draws])
    assert 0.7 < found < 0.88
    few = generator.multinomial((100 + more) // 3, chances, size=1500)
    assert np.mean([mcnemar(int(one), int(other)) < 0.05 for one, other, _ in few]) < 0.5
