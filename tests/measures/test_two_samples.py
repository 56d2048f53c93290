"""Two samples: the numbers behind a comparison, by hand."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import fisher_exact, ttest_ind

from zellig.measures.two_samples import two_means, two_shares


def test_shares() -> None:
    """Eight of ten against one of five; Fisher's own kind of table."""
    found = two_shares(np.array([True] * 8 + [False] * 2), np.array([True] + [False] * 4))
    assert found.sizes == (10, 5)
    assert found.values == (0.8, 0.2)
    assert found.difference == pytest.approx(0.6)
    assert found.p == pytest.approx(fisher_exact([[8, 2], [1, 4]]).pvalue)
    low, high = found.interval or (0.0, 0.0)
    assert 0 < low < 0.6 < high < 1


def test_means() -> None:
    first, second = np.array([0.2, 0.4, 0.6]), np.array([0.7, 0.9, 0.8, 0.8])
    found = two_means(first, second)
    expected = ttest_ind(first, second, equal_var=False)
    assert found.values == pytest.approx((0.4, 0.8))
    assert found.p == pytest.approx(expected.pvalue)
    assert found.interval == pytest.approx(tuple(expected.confidence_interval()))


def test_one_value_tells_nothing() -> None:
    found = two_means(np.array([0.2]), np.array([0.7, 0.9]))
    assert found.interval is None
    assert found.p == 1
