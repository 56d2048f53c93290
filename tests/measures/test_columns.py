"""Answers as columns say what the answers say."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from zellig.measures.columns import Column, code_type, column_of, joined

answers = st.lists(st.sampled_from(["+1", "-1", "0", "a boat", "the boat"]), max_size=20)


@given(answers)
def test_a_column_is_the_sequence_it_was_made_of(some: list[str]) -> None:
    column = column_of(some)
    assert column == some
    assert [*column] == some
    assert column[1:3] == some[1:3]
    assert column_of(column) is column


@given(st.lists(answers, max_size=4))
def test_columns_are_put_together_whatever_their_codes(parts: list[list[str]]) -> None:
    assert joined(column_of(part) for part in parts) == [each for part in parts for each in part]


@given(answers, answers)
def test_another_spelling_says_the_same(some: list[str], others: list[str]) -> None:
    spelling = sorted({*some, *others})
    assert [spelling[code] for code in column_of(some).in_spelling(spelling)] == some


def test_columns_that_differ_are_not_equal() -> None:
    assert column_of(["a", "b"]) != ["a", "a"]
    assert column_of(["a"]) != ["a", "a"]
    assert Column(["a", "a"], column_of(["x", "y"]).codes) == ["a", "a"]  # two spellings of one answer


def test_codes_are_as_small_as_they_can_be() -> None:
    assert [code_type(number)().itemsize for number in (5, 127, 128, 40_000)] == [1, 1, 2, 4]
