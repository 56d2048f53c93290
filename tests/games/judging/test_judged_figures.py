"""What verdicts come to, on a set that is computed by hand, and beside another implementation."""

from __future__ import annotations

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers import sentiment_pair
from zellig.errors import ZelligError
from zellig.games.judging.asked import Material, in_order, name_of
from zellig.games.judging.figures import judged_figures
from zellig.games.judging.verdicts import counted
from zellig.items import Item, Verdict
from zellig.judges.person import NONE
from zellig.tasks import get_task

SENTIMENT = get_task("sentiment")
PAIRS = [
    sentiment_pair(f"p{number}", phenomenon="negation" if number < 3 else "noise") for number in range(5)
]
MATERIAL = Material(SENTIMENT, PAIRS)
NAMES = [name_of(pair.modified) for pair in PAIRS]


def _said(judge: str, *answers: str | None, grammatical: bool | None = True) -> list[Verdict]:
    return [
        Verdict(name, judge, answer, grammatical, True)
        for name, answer in zip(NAMES, answers, strict=True)
        if answer is not None
    ]


def test_most_judges_decide_and_what_is_undecided_is_not_as_promised() -> None:
    verdicts = [
        *_said("ann", "-1", "-1", "+1", "-1", "-1"),
        *_said("ben", "-1", "+1", "+1", "-1", NONE),
        *_said("cy", "-1", None, "-1", "-1", NONE, grammatical=False),
    ]
    found = judged_figures(MATERIAL, counted(verdicts))
    assert found.changed is not None
    assert found.changed.promised is not None
    assert found.changed.promised.value == pytest.approx(2 / 5)  # p0, p3; p1 is undecided
    assert found.changed.undecided == 1
    shares = {name: each.promised.value for name, each in found.phenomena.items() if each.promised}
    assert shares == {"negation": pytest.approx(1 / 3), "noise": pytest.approx(1 / 2)}
    assert found.changed.grammatical is not None
    assert found.changed.grammatical.value == 1.0
    assert {each.pair: each.said for each in found.deviations} == {
        "p1": {"-1": 1, "+1": 1},
        "p2": {"+1": 2, "-1": 1},
        "p4": {NONE: 2, "-1": 1},
    }
    assert (found.asked, found.judged, found.foreign) == (5, 5, 0)
    by_ann = found.judges["ann"].truth
    assert by_ann is not None
    assert by_ann.promised is not None
    assert by_ann.promised.value == pytest.approx(4 / 5)


def test_originals_are_told_apart_from_what_was_made_of_them() -> None:
    originals = [Verdict(name_of(pair.original), "ann", "+1", True) for pair in PAIRS[:4]]
    found = judged_figures(MATERIAL, counted([*_said("ann", *["-1"] * 5), *originals]))
    assert (found.asked, found.judged) == (10, 9)
    assert found.originals is not None
    assert found.originals.texts == 4
    assert found.originals.promised is not None
    assert found.originals.promised.value == 1.0


def test_a_skipped_text_is_not_judged_and_one_without_an_answer_says_nothing_of_promises() -> None:
    skipped = Verdict(NAMES[0], "ann", note="I know this text.")
    only_grammar = Verdict(NAMES[1], "ann", None, False)
    found = judged_figures(MATERIAL, counted([skipped, only_grammar, Verdict(NAMES[2], "ann", "-1")]))
    assert found.judged == 2
    assert (found.judges["ann"].verdicts, found.judges["ann"].skipped) == (2, 1)
    assert found.changed is not None
    assert found.changed.promised is not None
    assert found.changed.promised.value == 1.0
    assert found.changed.grammatical is not None
    assert found.changed.grammatical.value == 0.0
    assert found.changed.natural is None


def test_items_are_judged_by_their_own_answers() -> None:
    items = [Item("a", {"text": "I liked the tea."}, ("+1",)), Item("b", {"text": "I left early."}, ("-1",))]
    verdicts = [Verdict(name_of(item), "ann", "+1") for item in items]
    found = judged_figures(Material(SENTIMENT, items=items), counted(verdicts))
    assert found.changed is not None
    assert found.changed.promised is not None
    assert found.changed.promised.value == 0.5
    assert [each.pair for each in found.deviations] == ["b"]


def test_verdicts_on_other_texts_are_left_out_and_counted_and_alone_refused() -> None:
    other = Verdict("0" * 32, "ann", "-1")
    assert judged_figures(MATERIAL, counted([other, *_said("ann", *["-1"] * 5)])).foreign == 1
    with pytest.raises(ZelligError, match="none of these verdicts is about these texts"):
        judged_figures(MATERIAL, counted([other]))


def test_who_says_only_whether_a_text_is_natural_has_said_something() -> None:
    found = judged_figures(MATERIAL, counted([Verdict(NAMES[0], "ann", natural=False)]))
    assert found.judged == 1
    assert found.changed is not None
    assert found.changed.natural is not None
    assert (found.changed.natural.value, found.changed.promised) == (0.0, None)


def test_the_newest_verdict_counts_and_one_that_says_nothing_takes_back() -> None:
    first, second, back = Verdict("x", "ann", "-1"), Verdict("x", "ann", "+1"), Verdict("x", "ann")
    assert counted([first, second]) == {("x", "ann"): second}
    assert counted([first, back]) == {}
    assert counted([first, back, first]) == {("x", "ann"): first}
    assert list(counted([first, Verdict("y", "ann", "-1"), second])) == [("y", "ann"), ("x", "ann")]


@given(st.lists(st.sampled_from(["-1", "0", "+1"]), min_size=15, max_size=15))
def test_alpha_is_that_of_the_package(answers: list[str]) -> None:
    rows = [answers[:5], answers[5:10], answers[10:]]
    verdicts = [each for judge, row in zip("abc", rows, strict=True) for each in _said(judge, *row)]
    found = judged_figures(MATERIAL, counted(verdicts)).alpha["answer"]
    if len(set(answers)) == 1:
        assert found is None
    else:
        table = np.array([[float(answer) for answer in row] for row in rows])
        expected = krippendorff.alpha(reliability_data=table, level_of_measurement="nominal")
        assert found is not None
        assert found.value == pytest.approx(expected)


def test_every_judge_has_an_order_of_chance_of_their_own() -> None:
    asked = MATERIAL.asked(originals=True)
    first, second = in_order(asked, "ann", 1), in_order(asked, "ben", 1)
    assert sorted(first) == sorted(second) == sorted(asked)
    assert first != second
    assert in_order(reversed(list(asked)), "ann", 1) == first


def test_what_judges_are_asked_tells_nothing_but_the_text() -> None:
    for name, item in MATERIAL.asked(originals=True).items():
        assert item == Item(name, item.fields)
        assert not any(pair.id in name for pair in PAIRS)
