"""Sentiment: spellings of the labels, and the shared task's cut-offs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.errors import ZelligError
from zellig.tasks.sentiment import SENTIMENT, label_of_value


@pytest.mark.parametrize(
    ("raw", "label"),
    [("+1", "+1"), ("1", "+1"), (1, "+1"), (" 1 ", "+1"), ("-1", "-1"), (-1, "-1"), (0, "0"), ("0\r", "0")],
)
def test_spellings(raw: str | int, label: str) -> None:
    assert SENTIMENT.answer(raw) == label


@pytest.mark.parametrize("raw", ["", "positive", "2", 2, "+0", "1.0", "--1", "+ 1"])
def test_what_is_no_label(raw: str | int) -> None:
    with pytest.raises(ZelligError, match=r"Use one of -1 \(negative\), 0 \(neutral\), \+1 \(positive\)"):
        SENTIMENT.answer(raw)


def test_a_system_may_answer_in_words() -> None:
    assert [SENTIMENT.given(each) for each in ("positive", " Negative", "+1", "unparsed")] == [
        "+1",
        "-1",
        "+1",
        "unparsed",
    ]
    with pytest.raises(ZelligError, match="'great' is not an answer"):
        SENTIMENT.given("great")


@pytest.mark.parametrize(
    ("value", "label"),
    [(0.0, "-1"), (0.4, "-1"), (0.4001, "0"), (0.5, "0"), (0.5999, "0"), (0.6, "+1"), (1.0, "+1")],
)
def test_cut_offs_are_closed(value: float, label: str) -> None:
    assert label_of_value(value) == label


@given(st.floats(0, 1), st.floats(0, 1))
def test_more_positive_is_never_more_negative(one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert int(label_of_value(low)) <= int(label_of_value(high))
