"""Judges' agreement: Krippendorff's alpha, Dawid and Skene, and what each judge is worth."""

from __future__ import annotations

import math
import random
from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.measures.judges import (
    ENOUGH,
    SMOOTHING,
    Estimated,
    Verdict,
    accuracies,
    code,
    comparable_items,
    comparable_judges,
    dawid_skene,
    estimated_accuracies,
    krippendorff_alpha,
)

# Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011), section C: four observers, twelve units,
# missing values; nominal alpha = 0.743 there.
PUBLISHED = [
    "1 2 3 3 2 1 4 1 2 . . .",
    "1 2 3 3 2 2 4 1 2 5 . 3",
    ". 3 3 3 2 3 4 2 2 5 1 .",
    "1 2 3 3 2 4 4 1 2 5 1 .",
]

some_verdicts = st.dictionaries(
    st.tuples(st.sampled_from("abcdef"), st.sampled_from("JKLM")), st.sampled_from("+-0"), min_size=1
).map(lambda found: [Verdict(*key, answer) for key, answer in found.items()])


def _published() -> list[Verdict]:
    return [
        Verdict(f"unit {number:02}", f"observer {judge}", said)
        for judge, row in enumerate(PUBLISHED)
        for number, said in enumerate(row.split())
        if said != "."
    ]


def _panel(right: dict[str, float], items: int = 300, seed: int = 1) -> tuple[list[Verdict], dict[str, str]]:
    """Judges who say what is right so often, and else anything; what is right is known."""
    chance = random.Random(seed)
    truth = {f"item {number:03}": chance.choice("+-") for number in range(items)}
    said = [
        Verdict(item, judge, gold if chance.random() < share else chance.choice("+-"))
        for item, gold in truth.items()
        for judge, share in right.items()
    ]
    return said, truth


def test_alpha_is_what_krippendorff_printed() -> None:
    found = krippendorff_alpha(code(_published()))
    assert found is not None
    assert found.value == pytest.approx(0.743, abs=0.0005)
    assert found.interval is not None
    assert found.interval[0] < 0.743 < found.interval[1] <= 1


def test_alpha_by_hand() -> None:
    # Two judges, four items: + +, + -, - -, - -. Coincidences: 2 of 8 values disagree; + 3 times, - 5 times.
    # alpha = 1 - (8 - 1) * 2 / (3 * 5 + 5 * 3) = 1 - 14 / 30
    pairs = {"a": "++", "b": "+-", "c": "--", "d": "--"}
    said = [
        Verdict(item, judge, said[place]) for item, said in pairs.items() for place, judge in enumerate("JK")
    ]
    found = krippendorff_alpha(code(said))
    assert found is not None
    assert found.value == pytest.approx(16 / 30)


def test_there_is_no_alpha_where_nobody_could_disagree() -> None:
    assert krippendorff_alpha(code([])) is None
    assert krippendorff_alpha(code([Verdict("a", "J", "+"), Verdict("b", "K", "-")])) is None
    assert krippendorff_alpha(code([Verdict("a", "J", "+"), Verdict("a", "K", "+")])) is None


def test_perfect_agreement() -> None:
    said, truth = _panel({"J": 1, "K": 1, "L": 1}, items=40)
    alpha = krippendorff_alpha(code(said), replicates=200)
    assert alpha is not None
    assert (alpha.value, alpha.interval) == (1, None)
    estimated = dawid_skene(code(said))
    assert {item: label for item, (label, _) in estimated.labels().items()} == truth
    assert min(likely for _, likely in estimated.labels().values()) > 0.9999


def test_a_judge_who_guesses_has_a_flat_matrix_and_a_good_one_has_not() -> None:
    said, truth = _panel({"good": 0.95, "better": 0.98, "fair": 0.8, "guesses": 0.0}, items=1000)
    estimated = dawid_skene(code(said))
    matrices = dict(zip(estimated.verdicts.judges, estimated.confusion, strict=True))
    assert np.abs(matrices["guesses"] - 0.5).max() < 0.06
    assert matrices["better"].diagonal().min() > 0.95
    found = estimated_accuracies(estimated, said)
    told = accuracies({item: (gold,) for item, gold in truth.items()}, said)
    for judge in told:
        assert found[judge].value == pytest.approx(told[judge].value, abs=0.02)
        low, high = told[judge].interval or (0, 0)
        assert low <= told[judge].value <= high


def test_two_who_agree_outvoted_by_three_who_guess() -> None:
    """What a majority cannot see: the guessers are worth nothing, so the two who know decide."""
    said, truth = _panel({"A": 0.97, "B": 0.97, "x": 0, "y": 0, "z": 0}, items=1500)
    by_item = defaultdict(list)
    for each in said:
        by_item[each.item].append(each.answer)
    majority = sum(max("+-", key=answers.count) == truth[item] for item, answers in by_item.items())
    estimated = sum(label == truth[item] for item, (label, _) in dawid_skene(code(said)).labels().items())
    assert estimated > majority + 50


@given(some_verdicts, st.permutations("abcdef"), st.permutations("JKLM"))
def test_neither_order_nor_names_matter(said: list[Verdict], others: list[str], called: list[str]) -> None:
    first = dawid_skene(code(said), most=10)  # beyond it a draw that is unstable may go either way
    said = said[::-1]
    assert (dawid_skene(code(said), most=10).posterior == first.posterior).all()
    items, judges = dict(zip("abcdef", others, strict=True)), dict(zip("JKLM", called, strict=True))
    renamed = [Verdict(items[v.item], judges[v.judge], v.answer) for v in said]
    other = dawid_skene(code(renamed), most=10)
    for item in first.verdicts.items:
        mine = first.posterior[first.verdicts.items.index(item)]
        theirs = other.posterior[other.verdicts.items.index(items[item])]
        assert mine == pytest.approx(theirs, abs=1e-6)
    alphas = krippendorff_alpha(code(said), 0), krippendorff_alpha(code(renamed), 0)
    assert (alphas[0] is None) == (alphas[1] is None)
    if alphas[0] and alphas[1]:
        assert alphas[0].value == pytest.approx(alphas[1].value)


@given(some_verdicts)
def test_every_step_is_that_of_the_paper(said: list[Verdict]) -> None:
    before, after = (dawid_skene(code(said), most=steps) for steps in (3, 4))
    assert after.posterior.sum(axis=1) == pytest.approx(1)
    assert after.confusion.sum(axis=2) == pytest.approx(1)
    assert after.prior.sum() == pytest.approx(1)
    if np.abs(before.posterior - after.posterior).max() > 1e-6:  # else it had ended before
        for item, row in _one_step(before, said).items():
            assert after.posterior[after.verdicts.items.index(item)] == pytest.approx(row, abs=1e-9)


def _one_step(found: Estimated, said: list[Verdict]) -> dict[str, list[float]]:
    """Equations 2.3 to 2.5 of Dawid and Skene (1979), one number after the other."""
    items, answers = found.verdicts.items, found.verdicts.answers
    believed = {(i, a): found.posterior[x, y] for x, i in enumerate(items) for y, a in enumerate(answers)}
    frequent = {a: sum(believed[i, a] for i in items) + SMOOTHING for a in answers}
    prior = {a: frequent[a] / sum(frequent.values()) for a in answers}
    rate: dict[tuple[str, str, str], float] = {}
    for judge in found.verdicts.judges:
        for true in answers:
            counts = {
                a: SMOOTHING + sum(believed[v.item, true] for v in said if (v.judge, v.answer) == (judge, a))
                for a in answers
            }
            rate |= {(judge, true, a): counts[a] / sum(counts.values()) for a in answers}
    again = {}
    for item in items:
        likely = [
            prior[a] * math.prod(rate[v.judge, a, v.answer] for v in said if v.item == item) for a in answers
        ]
        again[item] = [each / sum(likely) for each in likely]
    return again


def test_somebody_whose_verdicts_were_not_counted_is_measured_by_those_that_were() -> None:
    said, truth = _panel({"A": 1, "B": 1, "C": 1}, items=60)
    estimated = dawid_skene(code(said))
    program = [Verdict(item, "program", gold) for item, gold in truth.items()]
    program += [Verdict("never judged", "program", "+"), Verdict("item 000", "program", "no such answer")]
    found = estimated_accuracies(estimated, program)
    assert list(found) == ["program"]
    assert found["program"].value == pytest.approx(60 / 61, abs=1e-3)


def test_nothing_comes_of_nothing() -> None:
    with pytest.raises(ValueError, match="no verdicts"):
        dawid_skene(code([]))
    assert accuracies({"a": ("+",)}, []) == {}


def _shared(judges: str, items: int) -> list[Verdict]:
    return [Verdict(f"item {number:03}", judge, "+") for number in range(items) for judge in judges]


def test_judges_are_compared_where_three_have_enough_in_common() -> None:
    three = _shared("JKL", ENOUGH)
    assert comparable_judges(code(three)) == {"J", "K", "L"}
    assert comparable_items(code(three)) == {each.item for each in three}
    assert comparable_judges(code(_shared("JKL", ENOUGH - 1))) == set()
    assert comparable_judges(code(_shared("JK", 100))) == set()  # of two who differ either may be wrong
    assert comparable_judges(code([])) == set()
    assert comparable_items(code([Verdict("a", "J", "+")])) == set()
    # M shares much with J alone; an item that only M and J saw has one verdict of a judge who is known.
    more = [Verdict(f"other {number}", judge, "-") for number in range(ENOUGH) for judge in "JM"]
    assert comparable_judges(code(three + more)) == {"J", "K", "L"}
    assert comparable_items(code(three + more)) == {each.item for each in three}
