"""What verdicts come to, on a set that is computed by hand, and beside another implementation."""

from __future__ import annotations

import krippendorff
import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers import sentiment_pair
from zellig.errors import ZelligError
from zellig.games.judging.asked import Material, in_order, name_of
from zellig.games.judging.figures import judged_figures
from zellig.games.judging.truth import Truth
from zellig.games.judging.verdicts import counted
from zellig.items import Item, Verdict
from zellig.judges.person import NONE
from zellig.notices import Notice, hearing
from zellig.report.judging import groups, judging_in_words, truth_cells
from zellig.tasks import get_task

SENTIMENT = get_task("sentiment")
PAIRS = [
    sentiment_pair(f"p{number}", phenomenon="negation" if number < 3 else "noise") for number in range(5)
]
MATERIAL = Material(SENTIMENT, PAIRS)
KEYED = MATERIAL.keyed()
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
    found = judged_figures(KEYED, counted(verdicts))
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
    found = judged_figures(KEYED, counted([*_said("ann", *["-1"] * 5), *originals]))
    assert (found.asked, found.judged) == (10, 9)
    assert found.originals is not None
    assert found.originals.texts == 4
    assert found.originals.promised is not None
    assert found.originals.promised.value == 1.0


def test_an_original_that_deviates_is_named_as_one() -> None:
    original = Verdict(name_of(PAIRS[0].original), "ann", "-1")
    found = judged_figures(KEYED, counted([*_said("ann", "+1", *["-1"] * 4), original]))
    assert [(each.pair, each.original) for each in found.deviations] == [("p0", True), ("p0", False)]
    told = [line for line in judging_in_words(found) if "promised +1" in line or "promised -1" in line]
    assert told == [
        "The original of p0: promised +1, said -1 (1).",
        "p0 (negation): promised -1, said +1 (1).",
    ]


def test_a_skipped_text_is_not_judged_and_one_without_an_answer_says_nothing_of_promises() -> None:
    skipped = Verdict(NAMES[0], "ann", note="I know this text.")
    only_grammar = Verdict(NAMES[1], "ann", None, False)
    found = judged_figures(KEYED, counted([skipped, only_grammar, Verdict(NAMES[2], "ann", "-1")]))
    assert found.judged == 2
    ann = found.judges["ann"]
    assert (ann.verdicts, ann.unanswered, ann.skipped) == (2, 1, 1)
    assert "ann: 2 verdicts (1 without an answer), 1 skipped;" in " ".join(judging_in_words(found))
    assert found.changed is not None
    assert found.changed.promised is not None
    assert found.changed.promised.value == 1.0
    assert found.changed.grammatical is not None
    assert found.changed.grammatical.value == 0.0
    assert found.changed.natural is None


def test_who_has_skipped_all_has_said_nothing() -> None:
    skipped = [Verdict(name, "ben", note="I know this text.") for name in NAMES]
    found = judged_figures(KEYED, counted([Verdict(NAMES[2], "ann", "-1"), *skipped]))
    assert next(judging_in_words(found)) == "1 judge said something about 1 of 5 texts."


def test_items_are_judged_by_their_own_answers() -> None:
    items = [Item("a", {"text": "I liked the tea."}, ("+1",)), Item("b", {"text": "I left early."}, ("-1",))]
    verdicts = [Verdict(name_of(item), "ann", "+1") for item in items]
    found = judged_figures(Material(SENTIMENT, items=items).keyed(), counted(verdicts))
    assert found.changed is not None
    assert found.changed.promised is not None
    assert found.changed.promised.value == 0.5
    assert [each.pair for each in found.deviations] == ["b"]


def test_verdicts_on_other_texts_are_left_out_and_counted_and_alone_refused() -> None:
    other = Verdict("0" * 32, "ann", "-1")
    assert judged_figures(KEYED, counted([other, *_said("ann", *["-1"] * 5)])).foreign == 1
    with pytest.raises(ZelligError, match="none of these verdicts is about these texts"):
        judged_figures(KEYED, counted([other]))


def test_who_says_only_whether_a_text_is_natural_has_said_something() -> None:
    found = judged_figures(KEYED, counted([Verdict(NAMES[0], "ann", natural=False)]))
    assert found.judged == 1
    assert found.changed is not None
    assert found.changed.natural is not None
    assert (found.changed.natural.value, found.changed.promised) == (0.0, None)


def test_the_newest_verdict_counts_and_one_that_says_nothing_takes_back() -> None:
    first, second, back = Verdict("x", "ann", "-1"), Verdict("x", "ann", "+1"), Verdict("x", "ann")
    assert counted([first, second]) == {("x", "ann", False): second}
    assert counted([first, back]) == {}
    assert counted([first, back, first]) == {("x", "ann", False): first}
    order = counted([first, Verdict("y", "ann", "-1"), second])
    assert [whose.text for whose in order] == ["y", "x"]


@given(st.lists(st.sampled_from(["-1", "0", "+1"]), min_size=15, max_size=15))
def test_alpha_is_that_of_the_package(answers: list[str]) -> None:
    rows = [answers[:5], answers[5:10], answers[10:]]
    verdicts = [each for judge, row in zip("abc", rows, strict=True) for each in _said(judge, *row)]
    found = judged_figures(KEYED, counted(verdicts)).alpha["answer"]
    if len(set(answers)) == 1:
        assert found is None
    else:
        table = np.array([[float(answer) for answer in row] for row in rows])
        expected = krippendorff.alpha(reliability_data=table, level_of_measurement="nominal")
        assert found is not None
        assert found.value == pytest.approx(expected)


def test_it_is_said_of_how_many_texts_and_judges_agreement_is() -> None:
    verdicts = [
        *_said("ann", "-1", "-1", "+1", "-1", None),
        *_said("ben", "-1", "+1", None, None, "-1", grammatical=None),
        *_said("cy", None, None, None, None, "+1"),
    ]
    found = judged_figures(KEYED, counted(verdicts))
    assert {what: (each.texts, each.judges) for what, each in found.shared.items()} == {
        "answer": (3, 3),
        "grammatical": (0, 0),
        "natural": (3, 3),
    }
    told = [line for line in judging_in_words(found) if line.startswith("Krippendorff")]
    assert told[0].endswith("of the 3 texts that two or more of 3 judges speak of, all say the same.")
    assert told[1:] == [
        "Krippendorff's alpha of grammatical: not known, no text has two opinions.",
        "Krippendorff's alpha of natural: not known, only one thing was ever said; "
        "of 100.0% (44 to 100) of the 3 texts that two or more of 3 judges speak of, all say the same.",
    ]


def test_every_judge_has_an_order_of_chance_of_their_own() -> None:
    asked = MATERIAL.asked(originals=True)
    first, second = in_order(asked, "ann", 1), in_order(asked, "ben", 1)
    assert sorted(first) == sorted(second) == sorted(asked)
    assert first != second
    assert in_order(reversed(list(asked)), "ann", 1) == first


def test_a_text_of_several_pairs_counts_once_and_its_other_originals_are_not_asked_about() -> None:
    first, second = sentiment_pair("p0", phenomenon="heat"), sentiment_pair("p0", ("-1", "+1"))
    other = msgspec.structs.replace(
        second, id="p1", original=Item("o", {"text": "The soup was thin."}, ("-1",)), phenomenon="noise"
    )
    heard: list[Notice] = []
    with hearing(heard.append):
        material = Material(SENTIMENT, [first, other])
        assert list(material.asked()) == [name_of(first.modified)]
        assert len(material.asked(originals=True)) == 2
        found = judged_figures(material.keyed(), counted([Verdict(name_of(first.modified), "ann", "-1")]))
    assert (found.asked, list(found.phenomena)) == (1, ["heat"])
    assert [(each.kind, each.sentence.partition(":")[0]) for each in heard] == [
        ("note", "1 changed text of several pairs"),
        ("warning", "1 changed text of several pairs that promise different answers"),
    ]


def test_what_judges_are_asked_tells_nothing_but_the_text() -> None:
    for name, item in MATERIAL.asked(originals=True).items():
        assert item == Item(name, item.fields)
        assert not any(pair.id in name for pair in PAIRS)


def _truth(*said: Verdict) -> Truth:
    found = judged_figures(KEYED, counted(said)).changed
    assert found is not None
    return found


def test_where_several_answers_are_promised_judges_need_not_agree_on_one() -> None:
    first, second = PAIRS[0].modified, PAIRS[1].modified
    either = [Item(item.id, item.fields, ("-1", "0")) for item in (first, second)]
    keyed = Material(SENTIMENT, items=either).keyed()
    said = [Verdict(NAMES[0], "ann", "-1"), Verdict(NAMES[0], "ben", "0"), Verdict(NAMES[1], "ann", "+1")]
    found = judged_figures(keyed, counted(said))
    assert found.changed is not None
    assert found.changed.promised is not None
    assert (found.changed.promised.value, found.changed.undecided) == (0.5, 0)
    assert [each.said for each in found.deviations] == [{"+1": 1}]


def test_sound_is_what_nobody_objects_to() -> None:
    promised, flat, odd, wrong, short = NAMES
    found = _truth(
        Verdict(promised, "ann", "-1", True, True),
        Verdict(flat, "ann", "-1", False, True),
        Verdict(odd, "ann", "-1", True, False),
        Verdict(wrong, "ann", "+1", True, True),
        Verdict(short, "ann", grammatical=True),
    )
    assert found.sound is not None
    assert found.sound.value == pytest.approx(2 / 5)


def test_what_follows_from_what_judges_say_of_originals() -> None:
    both = [(name_of(pair.original), name_of(pair.modified)) for pair in PAIRS]  # all promise a flip
    answers = [("+1", "-1"), ("-1", "+1"), ("+1", "+1"), ("0", "-1"), (NONE, "-1")]
    said = [
        Verdict(name, "ann", answer)
        for names, given in zip(both, answers, strict=True)
        for name, answer in zip(names, given, strict=True)
    ]
    found = _truth(*said)
    assert found.follows is not None
    assert found.follows.value == pytest.approx(2 / 3)  # from 0, and from no answer, nothing follows
    assert found.promised is not None
    assert found.promised.value == pytest.approx(3 / 5)
    assert _truth(*_said("ann", *["-1"] * 5)).follows is None


@pytest.mark.parametrize(("read", "wrong", "under"), [(15, 4, True), (15, 3, False), (14, 4, False)])
def test_a_phenomenon_that_is_good_of_too_few_is_pointed_at(read: int, wrong: int, under: bool) -> None:
    pairs = [sentiment_pair(f"p{number}", phenomenon="noise") for number in range(read)]
    said = [
        Verdict(name_of(pair.modified), "ann", "+1" if number < wrong else "-1", True, True)
        for number, pair in enumerate(pairs)
    ]
    found = judged_figures(Material(SENTIMENT, pairs).keyed(), counted(said))
    assert found.under == ({"noise": ("promised",)} if under else {})
    sentences = " ".join(judging_in_words(found))
    assert ("! noise is under 80% of 15 or more texts: as promised." in sentences) == under
    assert ("No phenomenon is under 80%" in sentences) == (read >= 15 and not under)
    assert ("is not known: none of 1 has so many" in sentences) == (read < 15)
    marked = [cells[0] for cells in (truth_cells(*each) for each in groups(found, {})) if "!" in cells[0]]
    assert marked == (["all !", "promise: flip !", "noise !"] if under else [])
    for mark in marked:  # whoever sees a mark finds what it means
        assert f"! {mark.removesuffix(' !')} is under 80% of 15 or more texts: as promised." in sentences


def test_where_nothing_is_promised_an_answer_is_neither_right_nor_wrong() -> None:
    items = [Item("a", {"text": "Did he like the tea?"}), Item("b", {"text": "Tea is here."}, ("0",))]
    said = [Verdict(name_of(item), "ann", "0", True) for item in items]
    found = judged_figures(Material(SENTIMENT, items=items).keyed(), counted(said))
    assert found.deviations == ()
    assert found.changed is not None
    assert found.changed.texts == 2
    assert found.changed.promised is not None
    assert found.changed.grammatical is not None
    low = [each.interval[0] for each in (found.changed.promised, found.changed.grammatical) if each.interval]
    assert low[0] < low[1]  # one text tells less than two
