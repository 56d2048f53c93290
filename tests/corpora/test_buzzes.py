"""When people buzzed: words that are read out, columns of several names, and every fault with its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quiz_night import asked, night, write_buzzes
from zellig.corpora import open_corpus
from zellig.corpora.buzzes import Buzzes, read_buzzes, read_out
from zellig.corpora.questions import quiz_item
from zellig.errors import ZelligError
from zellig.items import Item


def read(tmp_path: Path, *rows: str, head: str = "key,player,position,value") -> Buzzes:
    return read_buzzes(
        write_buzzes(tmp_path / "buzzes.csv", rows, head), asked(tmp_path / "questions.jsonl", 24)
    )


def question(published: str, name: str = "q0", **metadata: str) -> Item:
    return quiz_item(name, published, (), "", metadata)


@pytest.mark.parametrize(
    ("published", "spoken"),
    [
        ("A fiddle of the (*) north.", "A fiddle of the north."),
        ("The nyckelharpa (“NICK-el-har-pa”), a fiddle", "The nyckelharpa, a fiddle"),
        ('The hurdy-gurdy ("HUR-dee GUR-dee") and [emphasize] no drum', "The hurdy-gurdy and no drum"),
        ("Name this (pause) drum (+) [read slowly] now", "Name this drum now"),
        ("Its C (sharp) and [this word] are heard", "Its C (sharp) and [this word] are heard"),
        ("Description acceptable.  A fiddle", "Description acceptable.  A fiddle"),
        ("[Note to moderator: read slowly.] A fiddle of the ’90s", "A fiddle of the ’90s"),
        ("<b>A</b> fiddle", "A fiddle"),
    ],
)
def test_what_is_read_out(published: str, spoken: str) -> None:
    assert read_out(question(published)) == spoken


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
    assert found.game is None  # nobody said which


def test_columns_of_others_packed(tmp_path: Path) -> None:
    questions = asked(tmp_path / "questions.jsonl.gz")
    found = read_buzzes(write_buzzes(tmp_path / "buzzes.csv.gz", night()), questions)
    assert len(found) == 288
    assert found.game is not None
    assert len(set(found.game.tolist())) == 3
    again = read(tmp_path, "4,p1,10,q3", head="word_index,player_name,points,question_id")
    assert again.question.tolist() == [3]


@pytest.mark.parametrize(
    ("head", "rows", "games"),
    [
        # One game 1 on two sets of questions.
        ("key,game,player,position,value", ["a1,1,ann,3,10", "a2,1,bob,2,10", "b1,1,cid,3,10"], [0, 0, 1]),
        # Two tournaments on the same questions.
        ("key,tournament,game,player,position,value", ["a1,T1,1,ann,3,10", "a1,T2,1,bob,3,10"], [0, 1]),
        ("key,set,game,player,position,value", ["a1,North,1,ann,3,10", "a1,South,1,bob,3,10"], [0, 1]),
    ],
)
def test_games_numbered_alike_are_told_apart(
    tmp_path: Path, head: str, rows: list[str], games: list[int]
) -> None:
    questions = [
        question("Name this drum now.", name, set=of) for name, of in (("a1", "A"), ("a2", "A"), ("b1", "B"))
    ]
    found = read_buzzes(write_buzzes(tmp_path / "buzzes.csv", rows, head), questions)
    assert found.game is not None
    assert found.game.tolist() == games


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        ("q0,ann,-3,10", r"buzzes\.csv, line 2, field position: -3 is no number of words"),
        ("q0,ann,soon,10", r"line 2, field position: 'soon' is not a whole number"),
        ("q0,ann,3,9999999999999999999", r"line 2, field value: '9999999999999999999' is not a whole number"),
        ("q99,ann,3,10", r"line 2: there is no question 'q99'"),
        ("q0,ann,3", r"line 2: this row has 3 columns, the header 4"),
        ("q0,,3,10", r"line 2, field player: the player is not named here\. Name it in every row\.$"),
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


def test_a_game_that_is_not_named(tmp_path: Path) -> None:
    with pytest.raises(ZelligError, match=r"line 3, field match: .* in every row, or leave the column out"):
        read(tmp_path, "q0,a,ann,3,10", "q0, ,bob,3,10", head="key,match,player,position,value")


@given(st.text(max_size=200))
def test_the_words_of_any_question_can_be_counted(published: str) -> None:
    """What is read out is at least the text that a guesser hears, and at most what was published."""
    item = question(published)
    spoken = read_out(item).split()
    assert len(item.fields["text"].split()) <= len(spoken)
    if item.fields["text"]:
        assert spoken


def test_the_real_ones(shared: Path) -> None:
    """Very many buzzes are at the end, if words are counted as the moderator's program does."""
    folder = shared / "data/quizbowl"
    found = read_buzzes(folder / "buzzes.csv.gz", open_corpus(f"tossups:{folder}/buzzed-tossups.jsonl.gz"))
    assert len(found) == 77_515
    assert len(found.asked) == 4_015
    assert len(found.players) == 2_092
    assert found.past_the_end == 216
    at_end = found.heard == 1
    assert at_end.sum() == 15_288 + 216
    # A wrong interruption costs five points, a wrong answer at the end nothing: no row disagrees.
    assert (at_end & (found.value == -5)).sum() == 0
