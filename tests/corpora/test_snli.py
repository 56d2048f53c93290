from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpora.round_trip import cells, texts, written_and_read
from zellig.corpora import convert, open_corpus
from zellig.errors import ZelligError
from zellig.items import Item

ROWS = [
    {
        "sentence1": "A dog sleeps.",
        "sentence2": "An animal rests.",
        "gold_label": "entailment",
        "pairID": "p1",
    },
    {"sentence1": "A dog sleeps.", "sentence2": "A dog dreams.", "gold_label": "-", "pairID": "p2"},
    {"sentence1": "A dog sleeps.", "sentence2": "A dog runs.", "gold_label": "hidden", "genre": "fiction"},
]


def write(path: Path, rows: Sequence[Mapping[str, object]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_rows_without_a_majority_are_left_out_and_counted(tmp_path: Path) -> None:
    corpus = open_corpus(f"snli:{write(tmp_path / 'dev.jsonl', ROWS)}")
    first, last = corpus
    assert first == Item(
        "p1", {"premise": "A dog sleeps.", "hypothesis": "An animal rests."}, ("entailment",)
    )
    assert (last.id, last.accepted, last.metadata) == ("3", (), {"genre": "fiction"})
    assert corpus.skipped == {"no gold label": 1}


def test_the_tab_separated_release(tmp_path: Path) -> None:
    path = tmp_path / "multinli_dev_matched.txt"
    path.write_text(
        "gold_label\tsentence1_parse\tsentence1\tsentence2\tpairID\tgenre\n"
        'neutral\t(ROOT "x)\tShe said "no\tShe spoke\tp7\ttravel\n'
    )
    [item] = open_corpus(f"snli:{tmp_path}:matched")
    assert item.fields == {"premise": 'She said "no', "hypothesis": "She spoke"}
    assert (item.id, item.accepted) == ("p7", ("neutral",))
    assert item.metadata == {"sentence1_parse": '(ROOT "x)', "genre": "travel"}


def test_a_folder_with_both_forms_is_read_once(tmp_path: Path) -> None:
    write(tmp_path / "snli_1.0_dev.jsonl", ROWS)
    (tmp_path / "snli_1.0_dev.txt").write_text("gold_label\tsentence1\tsentence2\n-\ta\tb\n")
    assert len(list(open_corpus(f"snli:{tmp_path}:dev"))) == 2


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ({"sentence1": "A", "sentence2": "B", "gold_label": "maybe"}, "gold_label"),
        ({"sentence1": "A", "gold_label": "neutral"}, "sentence2"),
        ({"sentence1": ["A"], "sentence2": "B", "gold_label": "neutral"}, "sentence1"),
    ],
)
def test_a_bad_row_is_named(tmp_path: Path, row: dict[str, str], field: str) -> None:
    path = write(tmp_path / "dev.jsonl", [ROWS[0], row])
    with pytest.raises(ZelligError) as caught:
        list(open_corpus(f"snli:{path}"))
    assert (caught.value.path, caught.value.line, caught.value.field) == (str(path), 2, field)


def test_what_single_annotators_said_is_gold(tmp_path: Path) -> None:
    row = ROWS[0] | {"annotator_labels": ["entailment", "neutral"]}
    corpus = open_corpus(f"snli:{write(tmp_path / 'dev.jsonl', [row])}")
    assert [item.metadata for item in corpus] == [{"gold_annotator_labels": ["entailment", "neutral"]}]
    convert(corpus, "snli", tmp_path / "out.jsonl")
    assert json.loads((tmp_path / "out.jsonl").read_text()) == row


labels = st.sampled_from([("entailment",), ("neutral",), ("contradiction",), ()])


@given(st.lists(st.tuples(texts, texts, labels, texts), min_size=1))
def test_jsonl_round_trip(rows: list[tuple[str, str, tuple[str, ...], str]]) -> None:
    items = [
        Item(f"p{number}", {"premise": premise, "hypothesis": hypothesis}, label, {"genre": genre})
        for number, (premise, hypothesis, label, genre) in enumerate(rows)
    ]
    assert written_and_read("snli", items, "jsonl") == items


@given(st.lists(st.tuples(cells, cells, labels, cells), min_size=1))
def test_txt_round_trip(rows: list[tuple[str, str, tuple[str, ...], str]]) -> None:
    items = [
        Item(f"p{number}", {"premise": premise, "hypothesis": hypothesis}, label, {"genre": genre})
        for number, (premise, hypothesis, label, genre) in enumerate(rows)
    ]
    assert written_and_read("snli", items, "txt") == items


def test_the_real_development_set(shared: Path, tmp_path: Path) -> None:
    path = shared / "data/snli/dev.jsonl"
    corpus = open_corpus(f"snli:{path}")
    labels = Counter(item.accepted[0] for item in corpus)
    assert labels.total() == 9842
    assert set(labels) == {"entailment", "neutral", "contradiction"}
    convert(corpus, "snli", tmp_path / "out.jsonl")
    with path.open() as before, (tmp_path / "out.jsonl").open() as after:
        assert [json.loads(line) for line in before] == [json.loads(line) for line in after]
