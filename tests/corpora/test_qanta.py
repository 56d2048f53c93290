from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpora.round_trip import texts, written_and_read
from zellig.corpora import convert, open_corpus
from zellig.corpora.questions import quiz_item
from zellig.errors import ZelligError
from zellig.items import Item

QUESTIONS: list[dict[str, Any]] = [
    {
        "qanta_id": 5,
        "text": "Its capital lies on a lake.",
        "page": "Some_Country",
        "fold": "guessdev",
        "year": 2015,
        "answer": "some country [accept its name]",
    },
    {
        "qanta_id": 6,
        "text": "This one has no page.",
        "page": None,
        "fold": "buzzdev",
        "tokenizations": [[0, 21]],
    },
]


@pytest.mark.parametrize("value", [b"9" * 5000, b"1e999", b'"\xff"', b"[" * 1500 + b"]" * 1500])
def test_a_key_that_we_only_keep_is_read_with_care_too(tmp_path: Path, value: bytes) -> None:
    path = tmp_path / "own.json"
    path.write_bytes(b'[\n{"text": "a", "qanta_id": 1, "extra": ' + value + b"}]")
    with pytest.raises(ZelligError, match="QANTA") as caught:
        list(open_corpus(f"qanta:{path}"))
    assert caught.value.path == str(path)


@pytest.mark.parametrize("content", [QUESTIONS, {"version": "1", "questions": QUESTIONS}])
def test_both_top_levels(tmp_path: Path, content: object) -> None:
    path = tmp_path / "own.json"
    path.write_text(json.dumps(content, indent=1))
    first, last = open_corpus(f"qanta:{path}")
    assert first == Item(
        *("5", {"text": "Its capital lies on a lake."}, ("Some Country",)),
        metadata={
            "qanta_id": 5,
            "fold": "guessdev",
            "year": 2015,
            "gold_answer_line": "some country [accept its name]",
        },
    )
    assert (last.accepted, last.metadata["tokenizations"]) == ((), [[0, 21]])
    assert [item.id for item in open_corpus(f"qanta:{path}:buzzdev")] == ["6"]


def test_questions_are_cleaned_and_those_without_a_page_have_the_answer_of_their_line(tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    rows = [
        {"qanta_id": 1, "text": "The soup (*) was hot.", "page": None, "answer": "soup [or broth]"},
        {"qanta_id": 2, "text": " "},
    ]
    path.write_text(json.dumps(rows))
    corpus = open_corpus(f"qanta:{path}")
    (item,) = corpus
    assert (item.fields, item.accepted) == ({"text": "The soup was hot."}, ("soup",))
    assert item.metadata["power"] == 8
    assert corpus.skipped == {"a question without a text": 1}
    convert(corpus, "qanta", tmp_path / "out.json")
    assert json.loads((tmp_path / "out.json").read_text())["questions"] == [{**rows[0], "qanta_id": 1}]


def test_a_bad_question_is_named(tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    path.write_text('[\n{"qanta_id": 1, "text": "Fine."},\n{"qanta_id": 2,\n "text": 3}\n]')
    with pytest.raises(ZelligError) as caught:
        list(open_corpus(f"qanta:{path}"))
    assert caught.value.line == 3
    assert "question 2" in str(caught.value)


@pytest.mark.parametrize("content", ["[{", '{"other": []}', "no json", '["\udcff"]'])
def test_other_files_are_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "own.json"
    path.write_bytes(content.encode(errors="surrogateescape"))
    with pytest.raises(ZelligError, match=r"own\.json"):
        list(open_corpus(f"qanta:{path}"))


@given(st.lists(st.tuples(texts, st.text("Aé b", min_size=1)), min_size=1))
def test_round_trip(rows: list[tuple[str, str]]) -> None:
    items = [
        quiz_item(
            str(number), text, (page,) if (page := " ".join(raw.split())) else (), "", {"qanta_id": number}
        )
        for number, (text, raw) in enumerate(rows)
    ]
    assert written_and_read("qanta", items, "json") == [item for item in items if item.fields["text"]]


@pytest.mark.parametrize(("fold", "count", "without"), [("buzzdev", 1152, 22), ("guessdev", 1129, 21)])
def test_the_real_questions(shared: Path, tmp_path: Path, fold: str, count: int, without: int) -> None:
    corpus = open_corpus(f"qanta:{shared}/data/quizbowl:{fold}")
    assert sum("page" in item.metadata for item in corpus) == without
    assert all(item.accepted for item in corpus)
    assert convert(corpus, "qanta", tmp_path / "out.json") == count
    before = json.loads((shared / f"data/quizbowl/qanta.{fold}.json").read_text())
    assert json.loads((tmp_path / "out.json").read_text())["questions"] == before
