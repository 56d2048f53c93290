"""When people buzzed: words that are read out, columns of several names, and every fault with its place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quiz_night import night, write_buzzes, write_questions
from zellig.corpora.buzzes import Buzzes, as_read, asked_questions, read_buzzes
from zellig.errors import ZelligError


def read(tmp_path: Path, *rows: str, head: str = "key,player,position,value") -> Buzzes:
    questions = asked_questions(write_questions(tmp_path / "questions.jsonl"))
    return read_buzzes(write_buzzes(tmp_path / "buzzes.csv", rows, head), questions)


@pytest.mark.parametrize(
    ("published", "read_out"),
    [
        ("A fiddle of the (*) north.", "A fiddle of the north."),
        ("The nyckelharpa (“NICK-el-har-pa”), a fiddle", "The nyckelharpa, a fiddle"),
        ('The hurdy-gurdy ("HUR-dee GUR-dee") and [emphasize] no drum', "The hurdy-gurdy and no drum"),
        ("Name this (pause) drum (+) [read slowly] now", "Name this drum now"),
        ("Its C (sharp) and [this word] are heard", "Its C (sharp) and [this word] are heard"),
        ("Description acceptable.  A fiddle", "Description acceptable. A fiddle"),
    ],
)
def test_what_is_read_out(published: str, read_out: str) -> None:
    assert as_read(published) == read_out


def test_positions_are_shares_of_characters(tmp_path: Path) -> None:
    found = read(tmp_path, "q0,ann,0,-5", "q0,bob,1,10", "q1,ann,16,0", "q1,bob,19,15")
    length = len(
        "This instrument is blown and pressed and heard at harbours where sailors name it squeezebox today."
    )
    assert found.heard.tolist() == [0, 4 / length, 1, 1]
    assert found.past_the_end == 1
    assert found.right.tolist() == [False, True, False, True]
    assert found.players == ("ann", "bob")
    assert found.question.tolist() == [0, 0, 1, 1]
    assert found.game.tolist() == [0, 0, 0, 0]  # nobody said which


def test_columns_of_others_packed(tmp_path: Path) -> None:
    questions = list(asked_questions(write_questions(tmp_path / "questions.jsonl.gz")))
    assert questions[1].metadata == {
        "category": "Music - Folk",
        "set": "Night",
        "gold_answer_line": "accordion",
    }
    found = read_buzzes(write_buzzes(tmp_path / "buzzes.csv.gz", night()), questions)
    assert len(found) == 72
    assert len(set(found.game.tolist())) == 3
    again = read(tmp_path, "4,p1,10,q3", head="word_index,player_name,points,question_id")
    assert again.question.tolist() == [3]


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        ("q0,ann,-3,10", r"buzzes\.csv, line 2, field position: -3 is no number of words"),
        ("q0,ann,soon,10", r"line 2, field position: 'soon' is not a whole number"),
        ("q0,ann,3,9999999999999999999", r"line 2, field value: '9999999999999999999' is not a whole number"),
        ("q99,ann,3,10", r"line 2: there is no question 'q99'"),
        ("q0,ann,3", r"line 2: this row has 3 columns, the header 4"),
    ],
)
def test_a_fault_has_a_place(tmp_path: Path, row: str, complaint: str) -> None:
    with pytest.raises(ZelligError, match=complaint):
        read(tmp_path, row)


def test_a_column_that_is_missing(tmp_path: Path) -> None:
    with pytest.raises(ZelligError, match=r"no column for the position of a buzz\. Call it buzz_position or"):
        read(tmp_path, "q0,ann,10", head="key,player,value")


@pytest.mark.parametrize(
    ("head", "complaint"), [("", "the file is empty"), ("key,player,position,value", "no buzz")]
)
def test_nothing_in_it(tmp_path: Path, head: str, complaint: str) -> None:
    with pytest.raises(ZelligError, match=complaint):
        read(tmp_path, head=head)


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        (
            [{"key": "a", "question": "Name it."}, {"key": "a", "question": "Name it."}],
            "line 2: the question 'a' was on",
        ),
        ([{"key": "a"}], "line 1, field question: this field is missing"),
        ([{"question": "Name it."}], "line 1, field id: this field is missing"),
        ([{"id": 7, "question": " (*) "}], "line 1, field question: there is nothing to read out"),
    ],
)
def test_questions_that_are_none(tmp_path: Path, lines: list[dict[str, object]], complaint: str) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    with pytest.raises(ZelligError, match=complaint):
        list(asked_questions(path))


@given(st.text(max_size=200))
def test_any_text_can_be_read_out(text: str) -> None:
    found = as_read(text)
    assert found == " ".join(found.split())
    assert as_read(found.replace("(*)", "")) == as_read(as_read(found.replace("(*)", "")))


def test_the_real_ones(shared: Path) -> None:
    """Very many buzzes are at the end, if words are counted as the moderator's program does."""
    folder = shared / "data/quizbowl"
    found = read_buzzes(folder / "buzzes.csv.gz", asked_questions(folder / "buzzed-tossups.jsonl.gz"))
    assert len(found) == 77_515
    assert len(found.asked) == 4_015
    assert len(found.players) == 2_092
    assert found.past_the_end == 355
    at_end = found.heard == 1
    assert at_end.sum() == 15_147 + 355
    # A wrong interruption costs five points, a wrong answer at the end nothing: one row disagrees.
    assert (at_end & (found.value == -5)).sum() == 1
