"""A set in the formats of others: QANTA's, read again by our reader, and QBJ, checked against its schema."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from written_questions import written
from zellig.corpora import open_corpus
from zellig.corpora.questions import ANSWER_LINE, as_published
from zellig.games.writing.arranging import arrange
from zellig.games.writing.distribution import read_distribution
from zellig.games.writing.exports.qanta import FIRST_ID, qanta_json, sentence_places
from zellig.games.writing.exports.qbj import qbj_json
from zellig.games.writing.packets import QuestionSet

# What a question of QANTA's has, whoever made it.
KEYS = {
    *(
        "qanta_id",
        "text",
        "first_sentence",
        "tokenizations",
        "answer",
        "page",
        "fold",
        "gameplay",
        "category",
    ),
    *(
        "subcategory",
        "tournament",
        "difficulty",
        "year",
        "proto_id",
        "qdb_id",
        "dataset",
        "trick_id",
        "interface",
    ),
}


@pytest.fixture(scope="module")
def found() -> QuestionSet:
    return arrange(written(), read_distribution({"any": 10}), 3, 1, name="Own cup")


def test_qanta_is_read_again(found: QuestionSet, tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    path.write_bytes(qanta_json(found))
    again = list(open_corpus(f"qanta:{path}"))
    items = [item for packet in found.packets for item in packet.tossups]
    assert [each.id for each in again] == [str(FIRST_ID + number) for number in range(len(items))]
    for one, other in zip(again, items, strict=True):
        assert (one.fields, one.accepted) == (other.fields, other.accepted)
        for key in (ANSWER_LINE, "gold_marks", "power", "category", "subcategory", "author"):
            assert one.metadata.get(key) == other.metadata.get(key)
        assert one.metadata["trick_id"] == other.id
        assert one.metadata["tournament"] == "Own cup"
    assert len(list(open_corpus(f"qanta:{path}:adversarial"))) == len(items)


def test_qanta_has_every_key(found: QuestionSet) -> None:
    release = json.loads(qanta_json(found))
    assert {"version", "project_website", "bibtex", "dependent_checksums", "questions"} <= release.keys()
    for question in release["questions"]:
        assert question.keys() >= KEYS
        places = question["tokenizations"]
        assert question["text"][slice(*places[0])] == question["first_sentence"]
        assert " ".join(question["text"][slice(*place)] for place in places) == question["text"].strip()


def test_sentences() -> None:
    text = " “Salt!” he said. (Oil?) And 3.5 eggs. "
    assert [text[slice(*each)] for each in sentence_places(text)] == [
        "“Salt!” he said.",
        "(Oil?)",
        "And 3.5 eggs.",
    ]
    assert list(sentence_places("")) == []


def references(value: Any) -> list[str]:
    if isinstance(value, dict):
        return (
            [value["$ref"]] if "$ref" in value else [r for each in value.values() for r in references(each)]
        )
    return [r for each in value for r in references(each)] if isinstance(value, list) else []


def test_qbj(found: QuestionSet) -> None:
    content = json.loads(qbj_json(found))
    assert content["version"] == "2.1.1"
    objects = content["objects"]
    assert [each["type"] for each in objects] == ["Tournament", *["Packet"] * 3]
    names = [each["id"] for each in objects]
    assert len(set(names)) == len(names)
    assert set(references(objects)) <= set(names)
    assert all(each["name"] for each in objects)
    for packet, own in zip(objects[1:], found.packets, strict=True):
        assert [each["question_number"] for each in packet["questions"]] == list(range(1, 11))
        assert {each["type"] for each in packet["questions"]} == {"tossup"}
        assert [each["external_id"] for each in packet["questions"]] == [item.id for item in own.tossups]
        assert set(packet["authors"]) == {"Ana", "Ben", "Cleo"}
        assert not any("answer" in each for each in packet["questions"])
        rivers = [each for each in packet["questions"] if each["category"] == "Rivers"]
        assert all(each["category_group"] == "Geography" for each in rivers)
        texts = {item.id: as_published(item) for item in own.tossups if "<" not in as_published(item)}
        assert all(
            each["text"] == texts[each["external_id"]].replace("&amp;", "&")
            for each in packet["questions"]
            if each["external_id"] in texts
        )
