"""The bootstrap draws originals, not pairs; and it is the same everywhere."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from zellig.measures import intervals
from zellig.measures.intervals import (
    Block,
    Floats,
    bootstrap_sums,
    percentile_interval,
    share_interval,
    wilson,
)

NUMBER = 6  # originals

rows = st.lists(st.tuples(st.integers(0, NUMBER - 1), st.integers(0, 1), st.integers(0, 3)), max_size=25)


def block(found: list[tuple[int, int, int]]) -> Block:
    table = np.array(found, dtype=float).reshape(-1, 3)
    return Block(table[:, 0].astype(int), table[:, 1:])


def naive(blocks: list[Block], clusters: int, replicates: int, seed: int) -> list[Floats]:
    """Draw originals with the same generator, and collect the rows of each, one by one."""
    generator = np.random.default_rng(seed)
    result: list[list[Floats]] = [[] for _ in blocks]
    for _ in range(replicates):
        drawn = generator.integers(0, clusters, clusters)
        for sums, part in zip(result, blocks, strict=True):
            picked = [row for original in drawn for row in part.table[part.clusters == original]]
            sums.append(np.sum(picked, axis=0) if picked else np.zeros(part.table.shape[1]))
    return [np.array(sums) for sums in result]


@given(st.lists(rows, min_size=1, max_size=3), st.integers(0, 2**32), st.integers(1, 9))
def test_equals_a_loop_that_draws_originals(
    found: list[list[tuple[int, int, int]]], seed: int, chunk: int
) -> None:
    blocks = [block(part) for part in found]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(intervals, "_TABLE", chunk * NUMBER)
        patch.setattr(intervals, "_CELLS", 3 * chunk)
        sums = bootstrap_sums(blocks, NUMBER, 20, seed)
    for one, other in zip(sums, naive(blocks, NUMBER, 20, seed), strict=True):
        assert one.tolist() == other.tolist()


@pytest.mark.parametrize("chunk", [1, 7, 64, 1000])
def test_size_of_chunks_does_not_matter_even_for_fractions(
    chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    values = np.random.default_rng(1).random((400, 3))
    blocks = [Block(np.arange(400) % 90, values), Block(np.arange(50), values[:50])]
    usual = bootstrap_sums(blocks, 90, 150, seed=3)
    monkeypatch.setattr(intervals, "_TABLE", 90 * chunk)
    monkeypatch.setattr(intervals, "_CELLS", 20 * chunk)
    for one, other in zip(bootstrap_sums(blocks, 90, 150, seed=3), usual, strict=True):
        assert one == pytest.approx(other, rel=1e-5)


def test_the_seed_decides() -> None:
    blocks = [Block(np.arange(50), np.arange(50.0)[:, None])]
    first, again, other = (bootstrap_sums(blocks, 50, 30, seed)[0] for seed in (5, 5, 6))
    assert first.tolist() == again.tolist() != other.tolist()


def test_replicates_lie_around_the_estimate() -> None:
    values = (np.random.default_rng(0).random((500, 1)) < 0.3).astype(float)
    (sums,) = bootstrap_sums([Block(np.arange(500), values)], 500, 2000, seed=1)
    assert sums.mean() == pytest.approx(values.sum(), rel=0.02)
    # The standard error of a sum of independent draws is known.
    assert sums.std() == pytest.approx(np.sqrt(500) * values.std(), rel=0.1)


def test_pairs_of_one_original_stay_together() -> None:
    """Ten copies of each outcome say no more than one does: clustering must see that."""
    outcome = (np.random.default_rng(2).random(40) < 0.5).astype(float)
    repeated = np.repeat(outcome, 10)[:, None]

    def width(clusters: np.ndarray[tuple[int], np.dtype[np.intp]], number: int) -> float:
        (sums,) = bootstrap_sums([Block(clusters, repeated)], number, 2000, seed=4)
        low, high = percentile_interval(sums[:, 0] / 400)
        return float(high - low)

    together = width(np.repeat(np.arange(40), 10), 40)
    apart = width(np.arange(400), 400)
    assert together == pytest.approx(np.sqrt(10) * apart, rel=0.25)
    (alone,) = bootstrap_sums([Block(np.arange(40), outcome[:, None])], 40, 2000, seed=4)
    low, high = percentile_interval(alone[:, 0] / 40)
    assert together == pytest.approx(float(high - low))


def test_blocks_share_the_draws() -> None:
    values = np.arange(20.0)[:, None]
    one, two = bootstrap_sums([Block(np.arange(20), values), Block(np.arange(20), 2 * values)], 20, 50, 9)
    assert (2 * one).tolist() == two.tolist()


def test_percentiles() -> None:
    replicates = np.arange(1001.0)
    assert percentile_interval(replicates).tolist() == pytest.approx([25, 975])
    assert percentile_interval(replicates, 0.5).tolist() == pytest.approx([250, 750])
    assert percentile_interval(np.stack([replicates, -replicates], axis=1)).shape == (2, 2)


def test_replicates_without_a_value_are_left_out() -> None:
    replicates = np.concatenate([np.arange(1001.0), np.full(99, np.nan)])
    assert percentile_interval(replicates).tolist() == pytest.approx([25, 975])
    assert np.isnan(percentile_interval(np.full(5, np.nan))).all()
    assert np.isnan(percentile_interval(np.empty(0))).all()


POINTS = np.array([1.0] * 30 + [0.0] * 20)


def test_trials_of_different_originals_are_independent() -> None:
    assert share_interval(POINTS, 1, np.arange(50)) == pytest.approx(wilson(0.6, 50))


def test_copies_of_an_original_add_nothing() -> None:
    assert share_interval(np.repeat(POINTS, 10), 1, np.repeat(np.arange(50), 10)) == pytest.approx(
        wilson(0.6, 50), abs=2e-3
    )
    assert share_interval(10 * POINTS, 10, np.arange(50)) == share_interval(
        np.repeat(POINTS, 10), 1, np.repeat(np.arange(50), 10)
    )


def test_trials_that_do_not_go_together_count_in_full() -> None:
    points = np.random.default_rng(1).random((400, 5)) < 0.7
    low, high = share_interval(points.sum(axis=1), 5, np.arange(400))
    assert high - low == pytest.approx(np.diff(wilson(float(points.mean()), 2000))[0], rel=0.1)


@pytest.mark.parametrize("outcome", [0.0, 1.0])
def test_without_any_spread_each_original_is_one_trial(outcome: float) -> None:
    found = share_interval(np.full(500, outcome), 1, np.repeat(np.arange(50), 10))
    assert found == pytest.approx(wilson(outcome, 50))
    # One of them with nearly all trials leaves little more than one.
    low, high = share_interval(np.full(100, outcome), 1, np.array([0] * 97 + [1, 2, 3]))
    assert high - low > np.diff(wilson(outcome, 2))[0]


@given(
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 9)), min_size=1, max_size=40).filter(
        lambda rows: any(trials for trials, _ in rows)
    ),
    st.data(),
)
def test_a_share_depends_on_what_was_counted_alone(rows: list[tuple[int, int]], data: st.DataObject) -> None:
    trials, clusters = (np.array(column) for column in zip(*rows, strict=True))
    hits = np.array([data.draw(st.integers(0, most)) for most in trials])
    low, high = share_interval(hits, trials, clusters)
    share = hits.sum() / trials.sum()
    assert 0 <= low <= share + 1e-12
    assert share - 1e-12 <= high <= 1
    order = data.draw(st.permutations(range(len(rows))))
    again = share_interval(hits[order], trials[order], 7 + 3 * clusters[order])
    assert again == pytest.approx((low, high))


def test_it_covers_what_it_should_where_a_bootstrap_is_too_narrow() -> None:
    generator = np.random.default_rng(5)
    clusters = np.repeat(np.arange(15), 4)
    covered = {"share": 0, "bootstrap": 0}
    for _ in range(400):
        rates = generator.beta(3.8, 0.2, 15)  # 95% on average; what is of one original goes together
        hits = generator.random(60) < rates[clusters]
        low, high = share_interval(hits, 1, clusters)
        covered["share"] += low <= 0.95 <= high
        (sums,) = bootstrap_sums([Block(clusters, hits[:, None].astype(float))], 15, 200, seed=1)
        low, high = percentile_interval(sums[:, 0] / 60)
        covered["bootstrap"] += low <= 0.95 <= high
    assert covered["bootstrap"] < 0.9 * 400 < 0.93 * 400 < covered["share"]


def test_wilson_of_a_known_value() -> None:
    # Newcombe (1998), Table I: 81 of 263 gives 0.2553 to 0.3662.
    assert wilson(81 / 263, 263).tolist() == pytest.approx([0.2553, 0.3662], abs=5e-5)


@given(st.integers(1, 300), st.data(), st.sampled_from([0.8, 0.95, 0.99]))
def test_wilson_equals_scipy(n: int, data: st.DataObject, confidence: float) -> None:
    k = data.draw(st.integers(0, n))
    expected = binomtest(k, n).proportion_ci(confidence, "wilson")
    low, high = wilson(k / n, n, confidence)
    assert (low, high) == pytest.approx((expected.low, expected.high), abs=1e-9)
    assert low - 1e-9 <= k / n <= high + 1e-9
