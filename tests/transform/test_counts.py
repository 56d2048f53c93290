"""Counts of several parts, put together."""

from __future__ import annotations

import pytest

from zellig.cli.contrast import _print_counts
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


def test_one_is_not_several_on_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    _print_counts(Counts(4, 1, 1, 2, {"m;o": 2}, {}, Survey(1, {"may": 2})))
    shown = " ".join(capsys.readouterr().out.split())
    assert "1 sentence of 4 items" in shown
    assert "1 item (25.0%) is covered by LIT's phenomena." in shown
    assert "1 item (25.0%) has labelled pairs: 2." in shown
    _print_counts(Counts(4, 2, 3, 2, {"m;o": 2}, {}))
    assert "2 items (50.0%) have labelled pairs: 2." in capsys.readouterr().out


def test_no_survey_is_none() -> None:
    assert total([]) == Counts(0, 0, 0, 0, {}, {})
