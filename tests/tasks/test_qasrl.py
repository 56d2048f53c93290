"""QA-SRL: answers are spans; exact, or by the characters they share."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.items import Item, Pair
from zellig.tasks.qasrl import QASRL, QASRL_F1, character_f1

short = st.text("abcd ", max_size=12)


@pytest.mark.parametrize(
    ("answer", "gold", "f1"),
    [
        ("the tea", "the tea", 1.0),
        ("tea", "the tea", 2 * 3 / 10),
        ("the tea pot", "the tea", 2 * 7 / 18),
        ("xyz", "the tea", 0.0),
        ("", "tea", 0.0),
        ("tea", "", 0.0),
        ("", "", 1.0),
        ("aab", "abb", 2 * 2 / 6),
    ],
)
def test_character_f1(answer: str, gold: str, f1: float) -> None:
    assert character_f1(answer, gold) == pytest.approx(f1)


@given(short, short)
def test_character_f1_is_symmetric_and_within_bounds(one: str, other: str) -> None:
    assert 0 <= character_f1(one, other) == character_f1(other, one) <= 1
    assert (character_f1(one, other) == 1) == (sorted(one) == sorted(other))


def test_exact_task_wants_the_span_itself() -> None:
    assert QASRL.right("the tea", ("the tea", "tea"))
    assert not QASRL.right("the teas", ("the tea",))
    assert QASRL.credit("the teas", ("the tea",)) == pytest.approx(2 * 7 / 15)
    assert QASRL.credit("x", ()) == 0


def test_lenient_task_wants_four_fifths_of_the_characters() -> None:
    assert QASRL_F1.right("the teas", ("the tea",))
    assert QASRL_F1.right("abcd", ("abcdab",))  # exactly .8
    assert not QASRL_F1.right("abc", ("abcdab",))
    assert not QASRL_F1.right("abc", ())
    assert QASRL_F1.right("ten cups", ("nothing", "ten cup"))


@given(short, st.lists(short, min_size=1, max_size=3))
def test_the_lenient_task_is_never_stricter(answer: str, accepted: list[str]) -> None:
    assert QASRL_F1.right(answer, accepted) or not QASRL.right(answer, accepted)
    assert QASRL_F1.credit(answer, accepted) == QASRL.credit(answer, accepted)


def test_spacing_does_not_count() -> None:
    assert QASRL.answer("  the \t tea\n") == "the tea"
    assert QASRL.answer(1907) == "1907"


def pair(sentence: str, *accepted: str) -> Pair:
    fields = {"sentence": "Ana made tea .", "predicate": "made", "question": "what did someone make?"}
    modified = Item("b", {**fields, "sentence": sentence}, accepted)
    return Pair("p", Item("a", fields, ("tea",)), modified, "becomes")


def test_answer_must_be_a_part_of_the_new_sentence() -> None:
    assert list(QASRL.faults_of_pair(pair("Ana made mint  tea .", "mint tea", "tea"))) == []
    faults = list(QASRL.faults_of_pair(pair("Ana made mint tea .", "mint tea", "coffee")))
    assert faults == ["the answer 'coffee' is not a part of the modified sentence"]
    assert "no answer" in next(QASRL_F1.faults_of_pair(pair("Ana slept .")))
