"""Buzzes in QBJ of others: whole tournaments, matches as MODAQ writes them, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from zellig.corpora.qbj_buzzes import read_qbj
from zellig.errors import ZelligError
from zellig.items import Item

ASKED = [Item(f"q{n}", {"text": "One two three four five."}, ("x",), {"packet": "P1"}) for n in (1, 2)]


def modaq(*words: int | None, value: int = 10, **asked: Any) -> dict[str, Any]:
    """A match alone, with names and no references; a buzz on each question in turn."""
    return {
        "tossups_read": len(words),
        "match_teams": [{"team": {"name": "A"}, "match_players": []}, {"team": {"name": "B"}}],
        "match_questions": [
            {
                "question_number": number,
                "tossup_question": {"question_number": number, "type": "tossup", "parts": 1, **asked},
                "buzzes": [
                    {
                        "team": {"name": "A"},
                        "player": {"name": "Ann"},
                        "buzz_position": {"word_index": word} if word is not None else None,
                        "result": {"value": value},
                    }
                ],
            }
            for number, word in enumerate(words, start=1)
        ],
    }


def read(tmp_path: Path, content: object, asked: list[Item] = ASKED) -> Any:
    path = tmp_path / "match.qbj"
    path.write_text(json.dumps(content))
    return read_qbj(path, asked)


def test_a_match_of_modaq_by_the_numbers_of_its_packet(tmp_path: Path) -> None:
    found = read(tmp_path, modaq(0, 5))
    assert found.question.tolist() == [0, 1]
    assert found.words.tolist() == [
        1,
        5,
    ]  # the word at which one buzzes is heard; 5 is the end of the question
    assert found.heard.tolist() == [3 / 24, 1.0]
    assert (found.players, found.teams) == (("Ann",), ("A",))
    assert found.past_the_end == 0
    assert read(tmp_path, modaq(None, 2)).words.tolist() == [3]  # a buzz without a place is none


def test_references_and_ids_of_questions(tmp_path: Path) -> None:
    match = modaq(3, external_id="q2")
    match["match_questions"][0]["buzzes"][0] |= {"player": {"$ref": "a1"}, "team": {"$ref": "a"}}
    team = {"id": "a", "name": "Anchors", "players": [{"id": "a1", "name": "Ann"}]}
    tournament = {"type": "Tournament", "name": "T", "registrations": [{"name": "Anchors", "teams": [team]}]}
    found = read(tmp_path, {"version": "2.1.1", "objects": [tournament, {"type": "Match", **match}]})
    assert found.question.tolist() == [1]
    assert found.teams == ("Anchors",)


def test_an_id_that_is_not_among_the_questions_is_refused_where_others_are(tmp_path: Path) -> None:
    match = modaq(3, 3)
    match["match_questions"][0]["tossup_question"]["external_id"] = "q2"
    match["match_questions"][1]["tossup_question"]["external_id"] = "elsewhere"
    with pytest.raises(ZelligError, match="there is no question 'elsewhere'"):
        read(tmp_path, match)
    assert read(tmp_path, modaq(3, external_id="of another program")).question.tolist() == [0]


def test_two_of_one_name_in_two_teams_are_two(tmp_path: Path) -> None:
    match = modaq(1, 2)
    match["match_questions"][1]["buzzes"][0]["team"] = {"name": "B"}
    found = read(tmp_path, match)
    assert (found.players, found.teams) == (("Ann", "Ann"), ("A", "B"))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ([], "not a file of QBJ"),
        ({"objects": [{"match_questions": [{"buzzes": [1]}]}]}, "not a file of QBJ"),
        ({"version": "2.1.1", "objects": []}, "no buzz with a position"),
        (modaq(1, 1, 1), "which question number 3 is"),
        (modaq(-2), "not a file of QBJ"),
        (modaq(2, value=10**20), "not a file of QBJ"),
    ],
)
def test_what_is_refused(tmp_path: Path, content: object, words: str) -> None:
    with pytest.raises(ZelligError, match=words):
        read(tmp_path, content)


def test_a_number_in_several_packets_tells_nothing(tmp_path: Path) -> None:
    asked = [*ASKED, Item("q3", {"text": "Six seven."}, ("x",), {"packet": "P2"})]
    with pytest.raises(ZelligError, match="which question number 1 is"):
        read(tmp_path, modaq(1), asked)
    assert read(tmp_path, {**modaq(1), "packets": "P2"}, asked).question.tolist() == [2]
