from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from zellig.corpora import open_corpus
from zellig.errors import ZelligError
from zellig.items import Item

ROWS = [
    {"title": "Soup", "text": "Soup is hot.\n It is eaten with a spoon."},
    {"title": "Round_table", "text": "It has no corners.", "source": "us"},
    {"title": "Soup", "text": "Soup is also a verb."},
]


def put(path: Path, rows: list[dict[str, str]]) -> Path:
    raw = "".join(json.dumps(row) + "\n" for row in rows).encode()
    path.write_bytes(gzip.compress(raw) if path.suffix == ".gz" else raw)
    return path


@pytest.mark.parametrize("name", ["soup.jsonl", "soup.jsonl.gz"])
def test_the_answer_is_the_title(tmp_path: Path, name: str) -> None:
    corpus = open_corpus(f"leads:{put(tmp_path / name, ROWS)}")
    assert corpus.task == "quiz"
    assert list(corpus) == [
        Item("soup-1", {"text": "Soup is hot. It is eaten with a spoon."}, ("Soup",)),
        Item("soup-2", {"text": "It has no corners."}, ("Round table",), {"source": "us"}),
        Item("soup-3", {"text": "Soup is also a verb."}, ("Soup",)),
    ]


def test_a_folder(tmp_path: Path) -> None:
    put(tmp_path / "b.jsonl", ROWS[1:2])
    put(tmp_path / "a.jsonl.gz", ROWS[:1])
    assert [item.id for item in open_corpus(f"leads:{tmp_path}")] == ["a-1", "b-1"]


def test_what_is_empty_is_counted(tmp_path: Path) -> None:
    corpus = open_corpus(f"leads:{put(tmp_path / 'a.jsonl', [{'title': ' ', 'text': 'Soup.'}, ROWS[0]])}")
    assert [item.id for item in corpus] == ["a-2"]
    assert corpus.skipped == {"an article without a title or a text": 1}


@pytest.mark.parametrize("field", ["title", "text"])
def test_a_missing_field_is_named(tmp_path: Path, field: str) -> None:
    bad = {key: value for key, value in ROWS[0].items() if key != field}
    with pytest.raises(ZelligError) as refused:
        list(open_corpus(f"leads:{put(tmp_path / 'a.jsonl', [ROWS[0], bad])}"))
    assert (refused.value.line, refused.value.field) == (2, field)
