from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from zellig.corpora import open_corpus
from zellig.errors import ZelligError

BONUS = {"leadin": "About soup:", "parts": ["How hot?", "How old?"], "answers": ["very", "new"]}
MODAQ = {
    "name": "Round 1",
    "tossups": [
        {"question": "The <em>soup</em> (*) was hot.", "answer": "<b><u>soup</u></b>", "metadata": "Soups"},
        {"question": "Name this table.", "answer": "table"},
    ],
    "bonuses": [BONUS],
}
QBREADER = {
    "_id": "5f",
    "question": "<b>The soup (*)</b> was hot.",
    "question_sanitized": "The soup (*) was hot.",
    "answer": "<b><u>soup</u></b> [or <b><u>broth</u></b>]",
    "answer_sanitized": "soup [or broth]",
    "category": "Soup",
    "subcategory": "Cold Soup",
    "difficulty": 4,
    "number": 11,
    "packet": {"_id": "p", "name": "4", "number": 4},
    "set": {"_id": "s", "name": "2020 Soups", "year": 2020, "standard": True},
}
QUIZDB = {
    "data": {
        "tossups": [
            {
                "id": 7,
                "text": "The soup was hot.",
                "answer": "soup",
                "formatted_answer": "<strong>soup</strong>",
                "round": "2",
                "number": 3,
                "category": {"id": 1, "name": "Soup"},
            }
        ],
        "bonuses": [{"leadin": "About soup:", "texts": ["How hot?"], "answers": ["very"]}],
    }
}


def put(path: Path, content: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    raw = json.dumps(content, indent=1).encode()
    path.write_bytes(gzip.compress(raw) if path.suffix == ".gz" else raw)
    return path


@pytest.mark.parametrize("name", ["packet.json", "packet.json.gz"])
def test_modaq(tmp_path: Path, name: str) -> None:
    corpus = open_corpus(f"packets:{put(tmp_path / name, MODAQ)}")
    first, second = corpus
    assert (corpus.task, corpus.skipped) == ("quiz", {"part of a bonus": 2})
    assert (first.id, first.fields, first.accepted) == ("packet-1", {"text": "The soup was hot."}, ("soup",))
    assert first.metadata["gold_answer_line"] == "<b><u>soup</u></b>"
    assert second.metadata == {"packet": "Round 1", "number": 2, "gold_answer_line": "table"}


@pytest.mark.parametrize("content", [[QBREADER], {"tossups": [QBREADER]}])
def test_qbreader(tmp_path: Path, content: object) -> None:
    (item,) = open_corpus(f"packets:{put(tmp_path / 'packet.json', content)}")
    assert (item.id, item.fields, item.accepted) == ("5f", {"text": "The soup was hot."}, ("soup",))
    assert item.metadata.pop("gold_marks")
    assert item.metadata == {
        "packet": "4",
        "number": 11,
        "category": "Soup",
        "subcategory": "Cold Soup",
        "difficulty": 4,
        "set": "2020 Soups",
        "year": 2020,
        "power": 8,
        "gold_answer_line": QBREADER["answer"],
    }


def test_quizdb(tmp_path: Path) -> None:
    corpus = open_corpus(f"packets:{put(tmp_path / 'packet.json', QUIZDB)}")
    (item,) = corpus
    assert (item.id, item.accepted, corpus.skipped) == ("7", ("soup",), {"part of a bonus": 1})
    assert item.metadata == {
        "packet": "packet",
        "number": 3,
        "round": "2",
        "category": "Soup",
        "gold_answer": "soup",
        "gold_answer_line": "<strong>soup</strong>",
    }


def test_a_list_may_hold_bonuses_too(tmp_path: Path) -> None:
    corpus = open_corpus(f"packets:{put(tmp_path / 'packet.json', [BONUS, QBREADER, {'leadin': 'x'}])}")
    assert [item.id for item in corpus] == ["5f"]
    assert corpus.skipped == {"part of a bonus": 3}


def test_a_folder_of_packets(tmp_path: Path) -> None:
    put(tmp_path / "soups" / "1.json", MODAQ)
    put(tmp_path / "soups" / "2.json.gz", MODAQ)
    put(tmp_path / "old.json", QUIZDB)
    corpus = open_corpus(f"packets:{tmp_path}")
    assert [item.id for item in corpus] == ["7", "soups/1-1", "soups/1-2", "soups/2-1", "soups/2-2"]
    assert corpus.skipped == {"part of a bonus": 5}


def test_a_question_that_is_in_two_packets_is_refused(tmp_path: Path) -> None:
    put(tmp_path / "1.json", [QBREADER])
    put(tmp_path / "2.json", [QBREADER])
    with pytest.raises(ZelligError, match=r"the question '5f' was in .*1\.json"):
        list(open_corpus(f"packets:{tmp_path}"))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"soup",
        b'"soup"',
        b"{}",
        b'{"tossups": null}',
        b'{"tossups": {}}',
        b'{"data": {}}',
        b'[{"a": 1',
        b"\xff",
    ],
)
def test_what_is_no_packet_is_refused(tmp_path: Path, content: bytes) -> None:
    put(tmp_path / "good.json", MODAQ)
    (tmp_path / "packet.json").write_bytes(content)
    with pytest.raises(ZelligError) as refused:
        list(open_corpus(f"packets:{tmp_path}"))
    assert refused.value.path == str(tmp_path / "packet.json")
    assert "tossups" in refused.value.remedy


@pytest.mark.parametrize("bad", [1, None, [], "soup", {"answer": "soup"}, {"question": 1.5}])
def test_a_bad_question_is_named_with_its_line(tmp_path: Path, bad: Any) -> None:
    path = put(tmp_path / "packet.json", {"tossups": [{"question": "Soup?"}, bad]})
    with pytest.raises(ZelligError) as refused:
        list(open_corpus(f"packets:{path}"))
    assert (refused.value.path, refused.value.line) == (str(path), 6)


def test_a_bad_bonus_is_named_too(tmp_path: Path) -> None:
    path = put(tmp_path / "packet.json", {"tossups": [{"question": "Soup?"}], "bonuses": [3]})
    with pytest.raises(ZelligError, match="number 1 is not a question"):
        list(open_corpus(f"packets:{path}"))
