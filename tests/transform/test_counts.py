"""Counts of several parts, put together."""

from __future__ import annotations

from zellig.transform.counts import Counts, Survey, total


def test_parts_are_added_and_what_is_most_frequent_comes_first() -> None:
    one = Counts(3, 2, 5, 4, {"m;o": 1, "i;i": 3}, {"no verb": 1}, Survey(1, {"may": 2}))
    two = Counts(2, 1, 4, 5, {"m;o": 4, "o;n": 1}, {"filter": 1, "no verb": 2}, Survey(2, {"past": 3}))
    assert total([one, two]) == Counts(
        5,
        3,
        9,
        9,
        {"m;o": 5, "i;i": 3, "o;n": 1},
        {"no verb": 3, "filter": 1},
        Survey(3, {"past": 3, "may": 2}),
    )
    assert list(total([one, two]).phenomena) == ["m;o", "i;i", "o;n"]


def test_no_survey_is_none() -> None:
    assert total([]) == Counts(0, 0, 0, 0, {}, {})
