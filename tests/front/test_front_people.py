"""How people buzz, from Python and from the command line: the same figures, a table, a picture."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

import zellig
from helpers import zellig as run
from quiz_night import night, write_buzzes, write_questions
from zellig.front.people import QuizPeople


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    return write_buzzes(tmp_path / "buzzes.csv.gz", night()), write_questions(tmp_path / "questions.jsonl.gz")


@pytest.fixture
def people(files: tuple[Path, Path]) -> QuizPeople:
    return zellig.quiz_people(files[0], questions=files[1])


def test_a_row_for_each_question(people: QuizPeople) -> None:
    table = people.table()
    assert table.height == 96
    assert table["buzzes"].sum() == 288
    assert table.columns == [
        "question",
        "buzzes",
        "players",
        "accuracy_value",
        "accuracy_interval",
        "position_value",
        "position_interval",
        "right_position_value",
        "right_position_interval",
    ]
    assert table["accuracy_value"].mean() == pytest.approx(people.figures.every.accuracy.value)


def test_in_words(people: QuizPeople) -> None:
    words = repr(people)
    assert words.startswith("288 buzzes of 9 players on 96 of 96 questions: ")
    assert "the published curve is" in words


def test_a_picture_stands_alone(people: QuizPeople, tmp_path: Path) -> None:
    picture = ElementTree.parse(people.picture(tmp_path / "people.svg")).getroot()
    space = "{http://www.w3.org/2000/svg}"
    assert picture.tag == f"{space}svg"
    assert len(picture.findall(f".//{space}polyline")) == 4
    words = [each.text for each in picture.iter(f"{space}text")]
    assert {"people", "people, upper third", "percent of the question heard"} <= set(words)
    assert "chance" not in words
    assert picture.findall(f".//{space}style")[0].text


def test_the_command(files: tuple[Path, Path], people: QuizPeople, tmp_path: Path) -> None:
    picture = tmp_path / "people.svg"
    done = run("quiz", "people", files[0], "--questions", files[1], "--picture", picture)
    assert done.returncode == 0
    assert "upper third" in done.stdout
    assert "Crafts" in done.stdout
    assert f"• {repr(people).splitlines()[0]}" in done.stdout
    assert picture.read_text(encoding="utf-8").startswith("<svg")


def test_the_command_for_programs(files: tuple[Path, Path], people: QuizPeople) -> None:
    done = run("quiz", "people", files[0], "--questions", files[1], "--format", "json")
    found = json.loads(done.stdout)
    assert found["every"]["accuracy"]["value"] == people.figures.every.accuracy.value
    assert len(found["questions"]) == 96
    assert people.figures.win_curve is not None
    assert found["win_curve"]["coefficients"] == list(people.figures.win_curve.coefficients)


def test_a_mistake_is_a_sentence(files: tuple[Path, Path], tmp_path: Path) -> None:
    done = run("quiz", "people", files[0], "--questions", write_questions(tmp_path / "few.jsonl", 3))
    assert done.returncode == 1
    assert "line 5: there is no question 'q3'. Give the file of the questions" in done.stderr
    assert done.stdout == ""


def test_what_is_read_is_not_written_to(files: tuple[Path, Path]) -> None:
    before = files[1].read_bytes()
    done = run("quiz", "people", files[0], "--questions", files[1], "--picture", files[1])
    assert done.returncode == 1
    assert files[1].read_bytes() == before


def test_what_cannot_be_known_is_said(tmp_path: Path) -> None:
    """A table without games and with few buzzes, and a question without a text."""
    questions = write_questions(tmp_path / "questions.jsonl", 9)
    with questions.open("a", encoding="utf-8") as file:
        file.write('{"key": "blank", "question": " (*) "}\n')
    head = "set,tossup_key,team,player,buzz_position,value"
    rows = [",".join(row.split(",")[:2] + row.split(",")[3:]) for row in night(9)]
    found = zellig.quiz_people(write_buzzes(tmp_path / "buzzes.csv", rows, head), questions=questions)
    words = repr(found).splitlines()
    assert words[0].startswith("27 buzzes of 9 players on 9 of 9 questions: ")
    assert words[1].startswith(
        "The table has no column for the game, so nobody knows who heard which question"
    )
    assert words[2] == "For a win curve of these people there are too few buzzes: 100 are the least."
    assert list(found.figures.abilities) == ["ability unknown"]
    assert found.said == (
        f"warning: {questions}, line 10: a question without a text is left out; so are all others like it",
    )
