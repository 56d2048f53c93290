from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from zellig.corpora import open_corpus
from zellig.corpora.questions import as_published
from zellig.errors import ZelligError

ROWS: list[dict[str, object]] = [
    {"id": "one", "question": "The soup (*) was hot.", "answer": "soup [or broth]", "category": "Soup"},
    {"key": 2, "question": "It has four legs.", "answer": "table"},
    {"question": "この質問には答えがない。"},
]


def jsonl(rows: list[dict[str, object]]) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


@pytest.mark.parametrize("name", ["soup.jsonl", "soup.jsonl.gz", "soup"])
def test_questions(tmp_path: Path, name: str) -> None:
    raw = jsonl(ROWS)
    (tmp_path / name).write_bytes(gzip.compress(raw) if name.endswith(".gz") else raw)
    corpus = open_corpus(f"tossups:{tmp_path / name}")
    assert corpus.task == "quiz"
    items = list(corpus)
    assert [item.id for item in items] == ["one", "2", "soup-3"]
    assert [item.accepted for item in items] == [("soup",), ("table",), ()]
    assert items[0].fields == {"text": "The soup was hot."}
    assert items[0].metadata["category"] == "Soup"
    assert list(corpus) == items  # a corpus is read again and again


def test_a_folder_and_the_folders_in_it(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "late.jsonl.gz").write_bytes(gzip.compress(jsonl([{"question": "Bread?"}])))
    (tmp_path / "a.jsonl").write_bytes(jsonl([{"question": "Soup?"}]))
    (tmp_path / ".hidden.jsonl").write_bytes(b"no question")
    (tmp_path / "readme.txt").write_bytes(b"no question")
    assert [item.id for item in open_corpus(f"tossups:{tmp_path}")] == ["a-1", "b/late-1"]


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ZelligError, match="no questions here"):
        list(open_corpus(f"tossups:{tmp_path}"))


def test_two_files_of_one_name_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(jsonl(ROWS[:1]))
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(jsonl(ROWS[1:])))
    with pytest.raises(ZelligError, match=r"a\.jsonl has the same name"):
        list(open_corpus(f"tossups:{tmp_path}"))


def test_repeated_ids_are_refused_with_both_places(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(jsonl([ROWS[0], ROWS[1], ROWS[0]]))
    with pytest.raises(ZelligError, match="the question 'one' was on line 1 already") as refused:
        list(open_corpus(f"tossups:{tmp_path / 'a.jsonl'}"))
    assert refused.value.line == 3
    (tmp_path / "a.jsonl").write_bytes(jsonl(ROWS[:1]))
    (tmp_path / "b.jsonl").write_bytes(jsonl(ROWS[1::-1]))
    with pytest.raises(
        ZelligError, match=r"the question 'one' was in .*a\.jsonl, on line 1 already"
    ) as refused:
        list(open_corpus(f"tossups:{tmp_path}"))
    assert (refused.value.path, refused.value.line) == (str(tmp_path / "b.jsonl"), 2)


BAD = {
    "wrong JSON": (b'{"question": "Soup?"', "not a JSON object"),
    "no object": (b"[1, 2]", "not a JSON object"),
    "no question": (b'{"answer": "soup"}', "field is missing"),
    "a NUL byte": (b'{"question": "So\0up?"}', "NUL byte"),
    "not UTF-8": (b'{"question": "caf\xe9"}', "not UTF-8"),
    "half a character": (b'{"question": "\\ud800"}', "not a JSON object"),
    "a number of many digits": (b'{"question": "Soup?", "year": ' + b"9" * 5000 + b"}", "not a JSON object"),
}


@pytest.mark.parametrize("kind", BAD)
@pytest.mark.parametrize("name", ["soup.jsonl", "soup.jsonl.gz"])
def test_bad_lines_get_a_sentence_with_their_place(tmp_path: Path, kind: str, name: str) -> None:
    line, what = BAD[kind]
    raw = jsonl(ROWS[:1]) + line + b"\n"
    (tmp_path / name).write_bytes(gzip.compress(raw) if name.endswith(".gz") else raw)
    with pytest.raises(ZelligError, match=what) as refused:
        list(open_corpus(f"tossups:{tmp_path / name}"))
    assert (refused.value.path, refused.value.line) == (str(tmp_path / name), 2)
    assert refused.value.remedy


def test_nothing_of_long_odd_and_broken_questions_is_lost(tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [
        {"question": "The soup was hot. " * 6000, "answer": "soup [" + "or broth; " * 500 + "]"},
        {"question": "<b>The <i>soup (“SOOP) [[ was </ hot &amp &#xZZ; <b", "answer": "<u>soup [or"},
        {"question": "Суп (*) был горячим \u0000\u202e.", "answer": "суп"},
    ]
    (tmp_path / "soup.jsonl").write_bytes(jsonl(rows))
    items = list(open_corpus(f"tossups:{tmp_path / 'soup.jsonl'}"))
    assert [as_published(item) for item in items] == [row["question"] for row in rows]
    assert [item.metadata["gold_answer_line"] for item in items] == [row["answer"] for row in rows]
    assert [item.accepted for item in items] == [("soup",), ("soup",), ("суп",)]


def test_the_real_questions(shared: Path) -> None:
    corpus = open_corpus(f"tossups:{shared}/data/quizbowl/tossups.dev.jsonl.gz")
    with gzip.open(shared / "data/quizbowl/tossups.dev.jsonl.gz", "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    items = list(corpus)
    assert [as_published(item) for item in items] == [row["question"] for row in rows]
    assert [item.id for item in items] == [row["id"] for row in rows]
    assert all(item.accepted and "(*)" not in item.fields["text"] for item in items)
    assert not corpus.skipped
