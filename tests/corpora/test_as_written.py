"""What a person wrote is what they are shown: specs, mappings, columns, texts and labels."""

from __future__ import annotations

from pathlib import Path

import polars
import pytest

import zellig as zl
from helpers import zellig
from zellig.corpora import open_corpus, with_mapping
from zellig.corpora.as_written import as_written
from zellig.notices import Notice, hearing
from zellig.pairs.tables import read_item_rows
from zellig.report.evaluation import write_evaluation
from zellig.systems.evaluation import Evaluation
from zellig.tasks import get_task

ROOMS = [("The Room was spotless.", "Good"), ("the room was spotless!", "Bad"), ("A rude clerk.", "Bad")]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "hotel.csv"
    path.write_text("".join(f"{text},{label}\n" for text, label in [("Comment", "Verdict"), *ROOMS]))
    return path


@pytest.mark.parametrize(
    ("spec", "mapping", "shown"),
    [
        ("table:hotel.csv", 'label = "Verdict"', 'table:hotel.csv (label = "Verdict")'),
        (
            "table:hotel.csv",
            {"label": "My verdict", "id": "n"},
            'table:hotel.csv (label = "My verdict"; id = "n")',
        ),
        ("table:a b.csv?task=nli", 'label = "x"', 'table:a b.csv?task=nli (label = "x")'),
        ("table:hotel.csv", None, "table:hotel.csv"),
    ],
)
def test_a_mapping_stands_beside_its_table(spec: str, mapping: str, shown: str) -> None:
    full = with_mapping(spec, mapping)
    assert as_written(full) == shown
    assert ("%" in full) == (mapping is not None)


def test_what_was_written_in_a_spec_stays() -> None:
    for spec in ("rotten-tomatoes:test?labels=binary", "hotel.csv?mapping=maps/hotel.toml", "sst:a?b/c"):
        assert as_written(spec) == spec
    assert as_written("here:data") == "data"
    assert as_written(with_mapping("table:hotel.csv", 'label = "x"'), mapping=False) == "table:hotel.csv"


def test_pages_and_errors_show_it(table: Path, tmp_path: Path) -> None:
    found = Evaluation("sentiment", with_mapping("table:hotel.csv", 'label = "Verdict"'), 3, {}, [], [])
    write_evaluation(tmp_path / "page.html", found)
    assert "3 items of table:hotel.csv (label = &#34;Verdict&#34;)" in (tmp_path / "page.html").read_text()
    corpus = open_corpus(f"{table}", 'fields.text = "Comment"', task="sentiment")
    assert "hotel.csv (fields.text = " in str(corpus.no_answers())


def test_a_text_with_two_answers_is_shown_as_it_stands(table: Path) -> None:
    told: list[Notice] = []
    with hearing(told.append):
        zl.evaluate(lambda texts: ["Good"] * len(texts), data=table)
    assert any("e.g. 'The Room was spotless.'" in notice.sentence for notice in told)


def test_columns_and_labels_are_named_as_they_stand(tmp_path: Path) -> None:
    rows = tmp_path / "rows.tsv"
    rows.write_text("Key\tText\n1_a\tWarm soup.\n")
    with pytest.raises(zl.ZelligError, match=r"no column 'id' \(Key, Text\)"):
        list(read_item_rows(rows, get_task("sentiment")))
    sick = tmp_path / "snli_1.0_dev.jsonl"
    sick.write_text(
        '{"sentence1": "A cat.", "sentence2": "An animal.", "gold_label": "Entails", "pairID": "1"}\n'
    )
    with pytest.raises(zl.ZelligError, match="'Entails' is not an answer"):
        list(open_corpus(f"snli:{sick}"))


# -- a column of labels that is not there


COMPLETE = 'task = "sentiment"\nlabel = "Rating"\nfields.text = "Comment"'


@pytest.mark.parametrize("mapping", ['label = "Rating"', COMPLETE])
@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet"])
def test_the_column_that_was_asked_for_is_named_with_those_there_are(
    table: Path, mapping: str, ending: str
) -> None:
    frame, path = polars.read_csv(table), table.with_suffix(f".{ending}")
    getattr(frame, {"csv": "write_csv", "jsonl": "write_ndjson", "parquet": "write_parquet"}[ending])(path)
    for data in (path, frame):
        with pytest.raises(zl.ZelligError, match=r"no column 'Rating'. There are: Comment, Verdict."):
            zl.train("bag-of-ngrams", data=data, mapping=mapping)


def test_where_no_column_is_a_label_they_are_listed(table: Path, tmp_path: Path) -> None:
    table.write_text(table.read_text().replace("Good", "keep").replace("Bad", "toss"))
    (tmp_path / "said.jsonl").write_text('{"id": "1", "answer": "+1"}\n')
    said = (
        "no item of hotel.csv has an answer: no column is known to have the labels (there are: "
        "Comment, Verdict). Add a column of labels, called label; or say which it is, --mapping 'label = "
    )
    for words in (
        ("train", "bag-of-ngrams", "--out", "system"),
        ("break", "--system", "file:said.jsonl", "--breaker", "noise", "--out", "run"),
    ):
        done = zellig(*words, "--corpus", "hotel.csv", "--task", "sentiment", cwd=tmp_path)
        assert done.returncode == 1
        assert said in done.stderr
