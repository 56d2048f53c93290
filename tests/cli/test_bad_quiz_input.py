"""Questions that are none, or odd, through every command that reads them: a sentence, or an answer."""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from quiz_world import TOWNS, World, question
from zellig import cli

GOOD = [
    {"id": f"{town}{n}", "question": question(town, 60 + n), "answer": town}
    for town in TOWNS[:4]
    for n in range(2)
]
PACKET = {"tossups": [{"question": row["question"], "answer": row["answer"]} for row in GOOD]}
DEEP = b"[" * 3000 + b"]" * 3000


def lines(*changes: Mapping[str, object]) -> bytes:
    """The questions, the first ones changed."""
    rows = [{**row, **change} for row, change in zip(GOOD, [*changes, *[{}] * len(GOOD)], strict=False)]
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def packet(**change: object) -> bytes:
    return json.dumps(PACKET | change).encode()


# The file, what is in it, and what is said; of a folder, nothing is in it.
BAD: dict[str, tuple[str, bytes | None, str]] = {
    "empty": ("tossups:q.jsonl", b"", "q.jsonl: the file is empty"),
    "blank": ("tossups:q.jsonl", b"\n \n", "no question with an answer"),
    "no JSON": ("tossups:q.jsonl", b"{'a': 1}\n", "line 1: it is not a JSON object"),
    "a list": ("tossups:q.jsonl", b"[1, 2]\n", "line 1: it is not a JSON object"),
    "deep": ("tossups:q.jsonl", b'{"a": ' + DEEP + b"}\n", "nested too deep"),
    "Latin-1": ("tossups:q.jsonl", b'{"question": "caf\xe9"}\n', "byte 0xe9 is not UTF-8"),
    "no gzip": ("tossups:q.jsonl.gz", b"not packed", "q.jsonl.gz, line 1: it is not a JSON object"),
    "cut gzip": (
        "tossups:q.jsonl.gz",
        gzip.compress(lines(), mtime=0)[:-40],
        "it is cut off, or is not what gzip makes",
    ),
    "a list for a text": (
        "tossups:q.jsonl",
        lines({"question": ["a"]}),
        "line 1, field question: this field is ne",
    ),
    "yes for a text": (
        "tossups:q.jsonl",
        lines({"question": True}),
        "neither a text nor a whole number. Write a",
    ),
    "an object for an answer": (
        "tossups:q.jsonl",
        lines({"answer": {"a": 1}}),
        "line 1, field answer: this field",
    ),
    "a list for an id": (
        "tossups:q.jsonl",
        lines({}, {"id": [1]}),
        "line 2, field id: this field is neither",
    ),
    "no text": (
        "tossups:q.jsonl",
        lines({"question": None}),
        "line 1, field question: this field is missing",
    ),
    "twice": (
        "tossups:q.jsonl",
        lines({}, {"id": "Ashmoor0"}),
        "line 2: the question 'Ashmoor0' was on line 1",
    ),
    "no such file": ("tossups:none.jsonl", None, "none.jsonl: there is no such file"),
    "no questions": ("tossups:folder", None, "folder: there are no questions here"),
    "no packets": ("packets:folder", None, "folder: there are no packets here"),
    "an empty packet": ("packets:p.json", b"", "p.json: the file is empty"),
    "null": ("packets:p.json", b"null", "it is not a packet"),
    "no list": ("packets:p.json", b"{}", "field tossups: it has no list of tossups"),
    "another list": ("packets:p.json", packet(tossups={}), "it is not a packet"),
    "numbers": ("packets:p.json", packet(tossups=[1]), "number 1 is not a question"),
    "a deep packet": ("packets:p.json", DEEP, "nested too deep"),
    "a packet cut off": ("packets:p.json", packet()[:-20], "it is not a packet"),
    "no packed packet": ("packets:p.json.gz", b"not packed", "p.json.gz: it is not a packet"),
    "twice in a packet": (
        "packets:p.json",
        packet(tossups=[{"_id": "a", **PACKET["tossups"][0]}] * 2),
        "the question 'a' was on line 1 already",
    ),
    "bonuses": (
        "packets:p.json",
        packet(tossups=[], bonuses=[{"parts": ["a"]}]),
        "no question with an answer",
    ),
    "twice in QANTA": (
        "qanta:q.json",
        json.dumps([{"qanta_id": 1, "text": "Name it.", "page": "Soup"}] * 2).encode(),
        "the question '1' was on line 1 already",
    ),
    "a number for a text of QANTA": ("qanta:q.json", b'[{"qanta_id": 1, "text": 7}]', "is not one of QANTA"),
    "an article without a title": (
        "leads:l.jsonl",
        b'{"text": "Soup."}\n',
        "field title: this field is missing",
    ),
}

# Odd, and taken.
LONG = "Ashmoor [accept " + "; or ".join(f"Ash{number}" for number in range(700)) + "]"
ODD: dict[str, tuple[str, bytes, str]] = {
    "broken markup": (
        "tossups:q.jsonl",
        lines(
            {
                "question": "<b><u>This <i town </b> &#x110000; &amp <<>> [[((“ has a bell.",
                "answer": "<b>Ash<u",
            }
        ),
        "",
    ),
    "a packet of broken markup": (
        "packets:p.json",
        packet(
            tossups=[
                {"question": f"<u>{row['question']}<i", "answer": f"<b><u>{row['answer']}"} for row in GOOD
            ]
        ),
        "",
    ),
    "a long answer line": ("tossups:q.jsonl", lines({"answer": LONG}, {"answer": "A" * 5000}), ""),
    "a long question": ("tossups:q.jsonl", lines({"question": "The bell is green. " * 5500}), ""),
    "foreign scripts": (
        "tossups:q.jsonl",
        lines(*({"question": "この町の鐘は緑色である。 שלום مدينة 🍞", "answer": "東京"} for _ in range(1))),
        "",
    ),
    "some without an answer": (
        "tossups:q.jsonl",
        lines({"answer": ""}, {"answer": None}),
        "zellig: warning: 2 of the 8 items of tossups:q.jsonl have no answer, and are left out\n",
    ),
    "some without a text": (
        "tossups:q.jsonl",
        lines({"question": " (*) "}, {"question": ""}),
        "zellig: warning: q.jsonl, line 1: a question without a text is left out; so are all others like it\n"
        "zellig: tossups:q.jsonl: 2 left out (a question without a text)\n",
    ),
    "bonuses beside tossups": (
        "packets:p.json",
        packet(bonuses=[{"leadin": "a", "parts": ["b", "c"], "answers": ["d", "e"]}]),
        "zellig: packets:p.json: 2 left out (part of a bonus)\n",
    ),
}

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    (tmp_path / "folder").mkdir()
    (tmp_path / "dan.toml").write_text("size = 8\nepochs = 1\n")
    monkeypatch.chdir(tmp_path)

    def call(*words: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["zellig", *map(str, words)])
        with pytest.raises(SystemExit) as stop:
            cli.main()
        shown = capsys.readouterr()
        assert "Traceback" not in shown.out + shown.err
        return int(stop.value.code or 0), shown.out, shown.err

    return call


def commands(index: Path, corpus: str) -> list[tuple[object, ...]]:
    """Every command that reads questions."""
    return [
        ("quiz", "index", corpus, "--out", "made"),
        ("quiz", "evaluate", index, "--corpus", corpus, "--step", 5000, "--allow-overlap"),
        ("train", "dan", "--corpus", corpus, "--out", "learnt", "--config", "dan.toml"),
        ("explain", index, "--corpus", corpus, "--limit", 2),
    ]


def put(corpus: str, content: bytes | None) -> None:
    if content is not None:
        Path(corpus.partition(":")[2]).write_bytes(content)


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_question_is_refused_in_a_sentence(run: Run, quiz: World, name: str) -> None:
    corpus, content, complaint = BAD[name]
    put(corpus, content)
    before = sorted(Path().rglob("*"))
    for words in commands(quiz.guesser("ir"), corpus):
        code, out, err = run(*words)
        assert (code, out) == (1, "")
        assert err.count("\n") == 1
        said = "has no items" if words[0] == "explain" and "no question with" in complaint else complaint
        assert said in err
        assert sorted(Path().rglob("*")) == before


@pytest.mark.parametrize("name", ODD)
def test_what_is_odd_is_taken_and_what_is_left_out_is_counted(run: Run, quiz: World, name: str) -> None:
    corpus, content, told = ODD[name]
    put(corpus, content)
    for words in commands(quiz.guesser("ir"), corpus):
        code, out, err = run(*words)
        assert code == 0, err
        assert out
        if words[0] != "explain":  # it needs no answers
            assert err == told
