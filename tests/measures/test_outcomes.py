"""The one judgement: right and wrong, broken and passed, what was expected, and what is one original."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.items import Item, Pair, Relation
from zellig.measures.by_group import figures_by_group
from zellig.measures.outcomes import Answers, Outcomes, judge, judge_items, number_texts
from zellig.tasks import get_task
from zellig.transform.expectation import expected_answers

SENTIMENT = get_task("sentiment")


def pair(promise: Relation = "flip", after: tuple[str, ...] = ("-1",), text: str = "a") -> Pair:
    first, second = Item(text, {"text": f"Soup {text}."}, ("+1",)), Item("m", {"text": "Bread."}, after)
    return Pair(text, first, second, promise)


def judged(*rows: tuple[Pair, str, str]) -> Outcomes:
    """What one system did that gave these answers."""
    pairs, first, second = ([row[place] for row in rows] for place in range(3))
    return judge(pairs, {"it": Answers(first, second)}, SENTIMENT, expected_answers)  # type: ignore[arg-type]


def test_the_four_cases() -> None:
    what = judged((pair(), "+1", "-1"), (pair(), "+1", "+1"), (pair(), "-1", "-1"), (pair(), "0", "unparsed"))
    assert what.passed.tolist() == [[True, False, False, False]]
    assert what.broken.tolist() == [[False, True, True, False]]
    assert what.modified_wrong.tolist() == [[False, True, False, False]]
    assert what.original_wrong.tolist() == [[False, False, True, False]]
    assert what.unparsed.tolist() == [[[False] * 4, [False, False, False, True]]]


@pytest.mark.parametrize(
    ("promise", "after", "answers", "outcome"),
    [
        ("same", ("+1",), ("+1", "+1"), "as expected"),
        ("same", ("+1",), ("-1", "-1"), "as expected"),  # wrong twice in the same way is consistent
        ("same", ("+1",), ("+1", "-1"), "not"),
        ("flip", ("-1",), ("+1", "-1"), "as expected"),
        ("flip", ("-1",), ("-1", "+1"), "as expected"),
        ("flip", ("-1",), ("+1", "+1"), "not"),
        ("flip", ("-1",), ("+1", "0"), "not"),
        ("flip", ("-1",), ("0", "-1"), "left out"),  # nothing is said about 0
        ("becomes", ("0",), ("+1", "0"), "as expected"),
        ("becomes", ("0",), ("+1", "+1"), "not"),
        ("becomes", ("0",), ("-1", "0"), "left out"),
        ("not", ("-1", "0"), ("+1", "-1"), "as expected"),
        ("not", ("-1", "0"), ("+1", "+1"), "not"),
        ("not", ("-1", "0"), ("-1", "-1"), "left out"),
        ("same", ("+1",), ("unparsed", "unparsed"), "left out"),
    ],
)
def test_expected_change(
    promise: Relation, after: tuple[str, ...], answers: tuple[str, str], outcome: str
) -> None:
    what = judged((pair(promise, after=after), *answers))
    assert bool(what.expected[0, 0]) == (outcome != "left out")
    assert bool(what.as_expected[0, 0]) == (outcome == "as expected")


LABELS = st.sampled_from(["+1", "0", "-1", "unparsed"])
ROWS = st.lists(
    st.tuples(
        st.sampled_from([pair(), pair("same", after=("+1",)), pair("becomes", after=("0",)), pair(text="b")]),
        LABELS,
        LABELS,
    ),
    min_size=1,
    max_size=30,
)


@given(ROWS)
def test_columns_are_what_a_loop_finds(rows: list[tuple[Pair, str, str]]) -> None:
    what = judged(*rows)
    for place, (each, first, second) in enumerate(rows):
        right = first in each.original.accepted, second in each.modified.accepted
        assert what.right[0, :, place].tolist() == list(right)
        assert what.broken[0, place] == (right[0] != right[1])
        assert what.same[0, place] == (first == second != "unparsed")
        fitting = expected_answers(each, first, SENTIMENT)
        assert what.expected[0, place] == bool(fitting)
        assert what.as_expected[0, place] == (second in fitting)
        assert what.gold[:, place].tolist() == [
            SENTIMENT.labels.index(item.accepted[0]) for item in (each.original, each.modified)
        ]


@given(ROWS, st.data())
def test_some_pairs_are_judged_as_all_of_them(rows: list[tuple[Pair, str, str]], data: st.DataObject) -> None:
    chosen = data.draw(st.lists(st.integers(0, len(rows) - 1), unique=True))
    some, every = judged(*(rows[place] for place in chosen)), judged(*rows)
    part = every.of(np.array(chosen, dtype=int))
    for column in ("right", "broken", "passed", "expected", "as_expected", "same", "gold"):
        assert getattr(some, column).tolist() == getattr(part, column).tolist()


def test_nothing_at_all() -> None:
    what = judge([], {"it": Answers([], [])}, SENTIMENT, expected_answers)
    assert (what.pairs, what.originals, what.broken.shape) == (0, 0, (1, 0))


def test_one_text_is_one_original_however_it_is_spelt() -> None:
    texts = ["Soup & bread.", "soup &amp; BREAD", "Soup, bread!", "Bread & soup.", "🙂", "🎬"]
    items = [Item(str(number), {"text": text}) for number, text in enumerate(texts)]
    assert number_texts(items, SENTIMENT).tolist() == [1, 1, 1, 0, 3, 2]
    assert number_texts(items[::-1], SENTIMENT).tolist() == [2, 3, 0, 1, 1, 1]  # whatever their order


def test_one_text_with_two_answers_is_two_items_that_go_together() -> None:
    # Whoever answers the text is right about one of them: that one is a set with its own modified items.
    praised, blamed = (
        Pair(label, Item(label, {"text": "Soup."}, (label,)), Item("m", {"text": "Bread."}, (label,)), "same")
        for label in ("+1", "-1")
    )
    what = judged((praised, "+1", "+1"), (blamed, "+1", "+1"))
    assert what.original.tolist() == [0, 0]
    assert what.item.tolist() == [0, 1]
    (row,) = figures_by_group(what, {"all": np.arange(2)}, replicates=100, seed=1)["all"]
    assert (row["consistent_sets"].value, row["consistent_sets"].counted) == (0.5, 2)


def test_partial_credit_of_spans() -> None:
    task = get_task("qasrl-f1")
    fields = dict.fromkeys(task.fields, "x")
    items = [Item("a", fields, ("the hot soup",)), Item("b", fields, ("the bread", "bread"))]
    found = judge_items(items, [["the hot soup", "a bread"], ["soup", "bread"]], task)
    assert found.right.shape == found.credit.shape == (2, 2)
    for s, answers in enumerate((["the hot soup", "a bread"], ["soup", "bread"])):
        for place, answer in enumerate(answers):
            assert found.right[s, place] == task.right(answer, items[place].accepted)
            assert found.credit[s, place] == pytest.approx(task.credit(answer, items[place].accepted))
    assert found.gold.tolist() == [-1, -1]  # such a task has no labels
