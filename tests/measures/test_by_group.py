"""Figures of contrast sets: against plain loops, and against the arithmetic of LIT's Table 3."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.measures.by_group import FIGURES, Figure, figures_by_group
from zellig.measures.outcomes import Bools, Outcomes

ENTAILMENT, NEUTRAL = 0, 1

# RoBERTa-large on MNLI, the columns whose rule makes every label neutral: the number of pairs, then Acc@Ori,
# Acc@Ctr and Consistency when trained on the originals, and with augmentation.
CHANGING = {
    "f;p": (221, (93.21, 5.43, 4.98), (93.67, 99.10, 92.76)),
    "p;f": (262, (91.60, 41.98, 34.35), (93.13, 99.62, 92.75)),
    "p;f+i": (288, (90.97, 34.38, 28.82), (90.97, 87.50, 78.47)),
    "p;f+pa": (61, (93.44, 32.79, 29.51), (93.44, 98.36, 91.80)),
    "f;p+i": (259, (94.21, 6.18, 5.79), (94.98, 76.06, 71.04)),
    "f;p+pa": (59, (94.92, 6.78, 5.08), (94.92, 94.92, 89.83)),
}
# The columns whose rule keeps the label (here the printed percentages, in hundredths of a percent).
PRESERVING = {
    "i;i": (8517, 9104),
    "pa;pa": (9099, 9399),
    "i;i, AUG": (8980, 9506),
    "pa;pa, AUG": (9185, 9442),
}


class Columns(NamedTuple):
    """What one system did on every pair."""

    original_right: Bools
    modified_right: Bools
    same_answer: Bools
    as_expected: Bools
    expected: Bools


CASES = [(n, *row) for n, *of_training in CHANGING.values() for row in of_training]


def outcomes(n: int, right: int, right_modified: int, both: int, wrong_answers: int = NEUTRAL) -> Columns:
    """A system with these counts; gold is entailment and becomes neutral.

    What it gets wrong before it answers with `wrong_answers`, and what it gets wrong after as it did before.
    """
    place = np.arange(n)
    original = place < right
    modified = (place < both) | (place >= n - (right_modified - both))
    assert (original.sum(), modified.sum(), (original & modified).sum()) == (right, right_modified, both)
    before = np.where(original, ENTAILMENT, wrong_answers)
    after = np.where(modified, NEUTRAL, np.where(before == NEUTRAL, ENTAILMENT, before))
    return Columns(original, modified, before == after, after == NEUTRAL, before != NEUTRAL)


def joined(*systems: Columns, originals: Sequence[int] | None = None) -> Outcomes:
    """The outcomes of several systems on the same pairs."""
    pairs = len(systems[0].expected)
    right = np.array([[each.original_right, each.modified_right] for each in systems])
    answers = np.array([[np.zeros(pairs, int), ~each.same_answer] for each in systems])
    numbers = np.arange(pairs) if originals is None else np.array(originals)
    return Outcomes(
        systems=tuple(f"system {number}" for number in range(len(systems))),
        original=numbers,
        item=numbers,
        spelling=("first", "second"),
        answers=answers,
        gold=np.zeros((2, pairs), int),
        right=right,
        credit=right.astype(float),
        expected=np.array([each.expected for each in systems]),
        as_expected=np.array([each.as_expected & each.expected for each in systems]),
    )


def measured(*systems: Columns, originals: list[int] | None = None) -> list[dict[str, Figure]]:
    what = joined(*systems, originals=originals)
    return figures_by_group(what, {"all": np.arange(what.pairs)}, replicates=100, seed=1)["all"]


def percent(figure: Figure) -> float:
    assert figure.value is not None
    return round(100 * figure.value, 2)


@pytest.mark.parametrize(("n", "before", "after", "published"), CASES)
def test_label_changing_columns_of_lit_are_passed(
    n: int, before: float, after: float, published: float
) -> None:
    right, right_modified, both = (round(n * share / 100) for share in (before, after, published))
    (row,) = measured(outcomes(n, right, right_modified, both))
    assert [percent(row[name]) for name in ("accuracy_original", "accuracy_modified", "passed")] == [
        pytest.approx(share, abs=0.011) for share in (before, after, published)
    ]
    assert row["consistent_sets"].value == row["passed"].value  # one pair of each original


def test_the_example_of_lit_in_whole_numbers() -> None:
    """f;p: 206 of 221 right before, 12 after, 11 both."""
    (row,) = measured(outcomes(221, 206, 12, 11))
    assert percent(row["accuracy_original"]) == 93.21
    assert percent(row["accuracy_modified"]) == 5.43
    assert percent(row["passed"]) == 4.98
    # Wrong before is neutral here, about which the rule says nothing: 15 pairs are left out.
    assert row["expected_change"][::2] == (11 / 206, 206)
    (row,) = measured(outcomes(221, 206, 12, 11, wrong_answers=2))
    # Wrong before is contradiction: it becomes neutral too.
    assert row["expected_change"][::2] == (12 / 221, 221)
    assert percent(row["same_prediction"]) == round(100 * 209 / 221, 2)  # it clings to its answers


@pytest.mark.parametrize(("n", "right", "right_modified", "both"), [(221, 206, 12, 11), (262, 240, 110, 90)])
def test_no_behaviour_makes_expected_change_the_published_number(
    n: int, right: int, right_modified: int, both: int
) -> None:
    """Whatever the wrong answers to the originals were: `spoken` of them were labels with a rule."""
    wrong, also_right = n - right, right_modified - both
    possible = {
        round(100 * (both + kept) / (right + spoken), 2)
        for spoken, kept in product(range(wrong + 1), range(also_right + 1))
        if kept <= spoken and also_right - kept <= wrong - spoken
    }
    assert possible
    assert round(100 * both / n, 2) not in possible


@pytest.mark.parametrize(("after", "published"), PRESERVING.values())
def test_label_preserving_columns_of_lit_are_same_prediction(after: int, published: int) -> None:
    place = np.arange(10_000)
    assert published > after  # so both right, which is at most `after`, it cannot be
    same, right_modified = place < published, place < after
    (row,) = measured(Columns(right_modified | ~same, right_modified, same, same, np.ones(10_000, bool)))
    assert (row["accuracy_modified"].value, row["same_prediction"].value) == (
        after / 10_000,
        published / 10_000,
    )
    assert row["passed"].value is not None
    assert row["passed"].value <= after / 10_000


answered = st.tuples(st.integers(0, 3), st.integers(0, 2), st.integers(0, 2), st.booleans())


def from_rows(rows: list[tuple[int, int, int, bool]]) -> tuple[Columns, list[int]]:
    """Gold is 0 before; a row is (original, answer, answer, does the label stay)."""
    first = {original: before for original, before, *_ in rows}
    before = np.array([first[original] for original, *_ in rows])
    after, stays = np.array([row[2] for row in rows]), np.array([row[3] for row in rows])
    gold = np.where(stays, 0, 1)
    as_expected = np.where(stays, before == after, after == gold)
    return (
        Columns(before == 0, after == gold, before == after, as_expected, stays | (before == 0)),
        [row[0] for row in rows],
    )


@given(st.lists(answered, min_size=1, max_size=20))
def test_what_holds_for_every_system(rows: list[tuple[int, int, int, bool]]) -> None:
    outcome, originals = from_rows(rows)
    (row,) = measured(outcome, originals=originals)
    value = {name: figure.value for name, figure in row.items()}
    assert tuple(row) == FIGURES
    assert value["passed"] == np.mean(outcome.original_right & outcome.modified_right)
    assert value["broken"] == np.mean(outcome.original_right ^ outcome.modified_right)
    assert value["passed"] <= min(value["accuracy_original"], value["accuracy_modified"])  # type: ignore[operator, type-var]
    assert (value["consistent_sets"] == 1) == (value["passed"] == 1)
    sets = {
        o: [right for right, each in zip(_both(outcome), originals, strict=True) if each == o]
        for o in originals
    }
    assert value["consistent_sets"] == pytest.approx(np.mean([all(each) for each in sets.values()]))
    assert row["consistent_sets"].counted == len(sets)
    assert row["expected_change"].counted == outcome.expected.sum()
    for figure in row.values():
        if figure.value is None:
            assert figure.interval is None
            assert figure.counted == 0
        else:
            assert figure.interval is not None
            assert 0 <= figure.interval[0] <= figure.interval[1] <= 1


def _both(outcome: Columns) -> list[bool]:
    return [bool(right) for right in outcome.original_right & outcome.modified_right]


@given(st.lists(answered, min_size=1, max_size=20))
def test_where_labels_stay_the_same_answer_is_the_expected_one(
    rows: list[tuple[int, int, int, bool]],
) -> None:
    outcome, originals = from_rows([(*row[:3], True) for row in rows])
    (row,) = measured(outcome, originals=originals)
    assert row["same_prediction"][:3] == row["expected_change"][:3]
    assert row["same_prediction"].value == np.mean(outcome.same_answer)


@given(st.lists(answered, min_size=1, max_size=20), st.lists(answered, min_size=20, max_size=20))
def test_a_system_is_measured_as_if_it_were_alone(
    rows: list[tuple[int, int, int, bool]], others: list[tuple[int, int, int, bool]]
) -> None:
    one, originals = from_rows(rows)
    other, _ = from_rows([(a, *b[1:]) for a, b in zip(originals, others, strict=False)])
    (alone,) = measured(one, originals=originals)
    _, beside = measured(other, one, originals=originals)
    assert {name: each[:3] for name, each in alone.items()} == {
        name: each[:3] for name, each in beside.items()
    }


def test_groups_are_measured_by_their_own_pairs_and_share_the_draws() -> None:
    outcome, originals = from_rows([(o, 0, o % 3, bool(o % 2)) for o in range(4) for _ in range(5)])
    places = np.arange(20)
    groups = {"first": places[:10], "all": places, "again": places}
    found = figures_by_group(joined(outcome, originals=originals), groups, replicates=200, seed=1)
    assert (
        found["all"][0]["accuracy_modified"].replicates.tolist()
        == found["again"][0]["accuracy_modified"].replicates.tolist()
    )
    assert found["first"][0]["accuracy_modified"].value == outcome.modified_right[:10].mean()
    assert found["first"][0]["consistent_sets"].counted == 2


def test_pairs_of_one_original_stay_together() -> None:
    right = np.random.default_rng(3).random(30) < 0.5
    once = Columns(right, right, right, right, np.ones(30, bool))
    often = Columns(*(np.repeat(column, 8) for column in once))
    (row,) = measured(once)
    (repeated,) = measured(often, originals=np.repeat(np.arange(30), 8).tolist())
    assert row["accuracy_modified"].interval == pytest.approx(repeated["accuracy_modified"].interval)


def test_no_rule_speaks() -> None:
    none, every = np.zeros(3, bool), np.ones(3, bool)
    (row,) = measured(Columns(every, every, every, none, none))
    assert row["expected_change"][:3] == (None, None, 0)
    assert row["accuracy_original"].value == 1
    assert row["accuracy_original"].interval is not None
    assert row["accuracy_original"].interval[0] < 0.5  # Wilson: three originals prove little
