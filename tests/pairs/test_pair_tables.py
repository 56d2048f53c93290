from __future__ import annotations

import time
from pathlib import Path

import pytest

from zellig.corpora import open_corpus
from zellig.errors import ZelligError
from zellig.items import Item, Prediction
from zellig.pairs.tables import read_item_rows, read_prediction_rows
from zellig.tasks import get_task


def test_many_columns_are_read_in_linear_time(tmp_path: Path) -> None:
    path = tmp_path / "wide.tsv"
    path.write_text("id\tlabel\ttext\t" + "\t".join(f"c{number}" for number in range(15_000)) + "\n")
    start = time.process_time()
    assert list(read_item_rows(path, get_task("sentiment"))) == []
    assert time.process_time() - start < 1


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "header", ["id\ttext\tlabel", "sentence_id\tsentence\tsentiment_label", "#ID\tText\t<label>"]
)
def test_sentiment_columns_by_any_of_their_names(tmp_path: Path, header: str) -> None:
    path = written(tmp_path, "a.tsv", f'{header}\n\n7_a\tA "fine" soup.\t1\n7_b\tA soup.\t\n')
    assert list(read_item_rows(path, get_task("sentiment"))) == [
        (3, Item("7_a", {"text": 'A "fine" soup.'}, ("+1",))),
        (4, Item("7_b", {"text": "A soup."})),
    ]


def test_nli_csv_with_quotes_line_ends_and_further_columns(tmp_path: Path) -> None:
    text = (
        "id,premise,hypothesis,label,phenomenon\n"
        '1_a,"A man,\nasleep","He ""rests""",entailment,\n'
        "1_b,A,B,neutral,swap\n"
    )
    rows = list(read_item_rows(written(tmp_path, "a.csv", text), get_task("nli")))
    assert rows[0] == (
        2,
        Item("1_a", {"premise": "A man,\nasleep", "hypothesis": 'He "rests"'}, ("entailment",)),
    )
    assert rows[1][0] == 4
    assert rows[1][1].metadata == {"phenomenon": "swap"}


def test_qasrl_as_in_the_shared_task(tmp_path: Path) -> None:
    text = (
        "#id\tprefix\tpredicate\tsuffix\tquestion\tanswer\n"
        "X.0\tThe cook\tSTIRRED\tthe soup .\twho _ _ stirred something _ _ ?\tThe cook ### cook\n"
        "X.1\t\tSTIRRED\tby the cook .\twho _ _ stirred something _ _ ?\tthe cook\n"
    )
    first, second = (item for _, item in read_item_rows(written(tmp_path, "a.tsv", text), get_task("qasrl")))
    assert first.fields["sentence"] == "The cook stirred the soup ."
    assert first.fields["predicate"] == "stirred"
    assert first.fields["question"] == "who stirred something?"
    assert first.accepted == ("The cook", "cook")
    assert second.fields["sentence"] == "Stirred by the cook ."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1: this file is empty"),
        ("id\tlabel\n", "line 1: there is no column 'text' (id, label)"),
        ("text\tlabel\n", "line 1: there is no column 'id'"),
        ("id\ttext\tlabel\tText\n", "line 1: two columns have the name 'text'"),
        ("id\ttext\tlabel\n1\ta\n", "line 2: this row has 2 columns, and the first one has 3"),
        ("id\ttext\tlabel\n1\ta\t5\n", "line 2: '5' is not an answer of the task sentiment"),
    ],
)
def test_a_bad_table_is_refused_with_the_line(tmp_path: Path, text: str, said: str) -> None:
    path = written(tmp_path, "a.tsv", text)
    with pytest.raises(ZelligError) as refused:
        list(read_item_rows(path, get_task("sentiment")))
    assert said in str(refused.value)
    assert refused.value.remedy


def test_an_illegal_answer_can_be_kept_for_the_checks(tmp_path: Path) -> None:
    path = written(tmp_path, "a.tsv", "id\ttext\tlabel\n1_a\tsoup\t5\n")
    assert [item.accepted for _, item in read_item_rows(path, get_task("sentiment"), legal=False)] == [("5",)]


@pytest.mark.parametrize(
    "text", ["sentence_id\tsentence\tlabel\n1_a\tsoup\t1\n", "\n1_a\tsoup\t1\n", "label\tid\n"]
)
def test_predictions_with_and_without_header(tmp_path: Path, text: str) -> None:
    found = [prediction for _, prediction in read_prediction_rows(written(tmp_path, "a.tsv", text))]
    assert found == ([Prediction("1_a", "1")] if "1_a" in text else [Prediction("label", "id")])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "this file is empty"),
        ("1_a +1\n", "line 1: there is only one column here"),
        ("id\ttext\n1\tsoup\n", "there is no column 'label'"),
        ("1\t+1\n2\n", "line 2: this row has 1 columns"),
    ],
)
def test_bad_predictions_are_refused(tmp_path: Path, text: str, said: str) -> None:
    path = written(tmp_path, "a.tsv", text)
    with pytest.raises(ZelligError, match=r"a\.tsv") as refused:
        list(read_prediction_rows(path))
    assert said in str(refused.value)


@pytest.mark.parametrize("name", ["wiki1.dev", "wiki2.test"])
def test_real_qasrl_tables_are_read_as_the_corpus_reads_them(shared: Path, name: str) -> None:
    path = shared / f"data/bibi2017/qasrl/{name}.tsv"
    items = [item for _, item in read_item_rows(path, get_task("qasrl"))]
    expected = list(open_corpus(f"qasrl:{path}"))
    assert [(i.id, i.fields, i.accepted) for i in items] == [(i.id, i.fields, i.accepted) for i in expected]


def test_real_predictions(shared: Path) -> None:
    system = shared / "data/bibi2017/predictions/Builder_Team_2/Team1_breaker_blind_test.pred.tsv"
    assert len(list(read_prediction_rows(system))) == 198
