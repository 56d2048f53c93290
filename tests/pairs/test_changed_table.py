"""Tables of an original and a changed text: which column is what is found, said, or asked for."""

from __future__ import annotations

import json
from pathlib import Path

import polars
import pytest

from helpers import small_contest, zellig
from zellig.checks import importing
from zellig.checks.importing import Imported, import_pairs
from zellig.errors import ZelligError
from zellig.games.breaking.stored import read_stored
from zellig.games.breaking.table_file import FileType, write_table
from zellig.items import Pair, read_records
from zellig.notices import Notice, hearing


def table(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def imported(path: Path, task: str = "sentiment", **columns: str) -> tuple[Imported, list[Pair], list[str]]:
    out, said = path.with_name(f"pairs of {path.name}.jsonl"), list[Notice]()
    with hearing(said.append):
        found = importing.imported(import_pairs(path, "table", out, task=task, columns=columns))
    return found, list(read_records(out, Pair)), [notice.sentence for notice in said]


def test_obvious_columns_are_found_and_said(tmp_path: Path) -> None:
    path = table(
        tmp_path / "mine.csv",
        "id,original,changed,label,new label,phenomenon\n"
        'a,"The soup, was hot.","The soup, was not hot.",pos,neg,negation\n'
        "b,The tea was hot.,The tea was really hot.,pos,pos,degree\n",
    )
    found, pairs, (said,) = imported(path)
    columns = "original = original, modified = changed, label = label and new label"
    assert said == f"{path}: {columns}: neg negative, pos positive"
    assert [(pair.id, pair.promise, pair.phenomenon) for pair in pairs] == [
        ("a", "flip", "negation"),
        ("b", "same", "degree"),
    ]
    assert pairs[0].modified.fields == {"text": "The soup, was not hot."}
    assert found.promises == {"flip": 1, "same": 1}


def test_with_one_label_both_sides_have_it(tmp_path: Path) -> None:
    text = "original_text\tperturbed_text\tground truth output\nSoup good.\tSoup goood.\tpositive\n"
    _, (pair,), (said,) = imported(table(tmp_path / "attack.tsv", text))
    assert (pair.promise, pair.original.accepted, pair.modified.accepted) == ("same", ("+1",), ("+1",))
    assert said.endswith("both sides have that answer")


@pytest.mark.parametrize("changed", ["transformed_sentence", "perturbed", "Augmented Text"])
def test_tables_of_augmented_sentences(tmp_path: Path, changed: str) -> None:
    path = table(
        tmp_path / "augmented.csv", f"sentence,{changed},label\nSoup good.,Soup gopd.,1\nBad.,Bsd.,0\n"
    )
    _, pairs, _ = imported(path)
    assert [(pair.original.fields["text"], pair.modified.fields["text"]) for pair in pairs] == [
        ("Soup good.", "Soup gopd."),
        ("Bad.", "Bsd."),
    ]


def test_a_field_with_one_column_is_not_changed(tmp_path: Path) -> None:
    heads = "premise,original_hypothesis,modified_hypothesis,original_label,modified_label"
    text = f"{heads}\nA dog ran.,A dog moved.,No dog moved.,e,c\n"
    _, (pair,), _ = imported(table(tmp_path / "nli.csv", text), "nli")
    assert pair.original.fields == {"premise": "A dog ran.", "hypothesis": "A dog moved."}
    assert pair.modified.fields == {"premise": "A dog ran.", "hypothesis": "No dog moved."}
    assert (pair.promise, pair.modified.accepted) == ("becomes", ("contradiction",))


def test_columns_that_are_told_count(tmp_path: Path) -> None:
    rows = "x,y,Soup hot.,Soup not hot.,5\nx,y,Tea cold.,Tea quite cold.,1\nx,y,Salt.,More salt.,3\n"
    path = table(tmp_path / "odd.csv", f"text,label,first,second,stars\n{rows}")
    found, pairs, _ = imported(path, original="first", modified="second", label="stars")
    assert [pair.original.accepted for pair in pairs] == [("+1",), ("-1",)]
    assert [(each.code, each.lines) for each in found.left_out] == [("no-answer", [4])]


@pytest.mark.parametrize(
    ("text", "columns", "said"),
    [
        ("text,label\nSoup.,pos\n", {}, "which column holds the modified text"),
        ("first,second,label\na,b,pos\n", {}, "which column holds the original text"),
        ("original,modified\na,b\n", {}, "which column holds the answer of the original"),
        ("original,modified,original_label\na,b,pos\n", {}, "which column holds the answer of the modified"),
        ("original,modified,label\na,b,7\n", {}, "it is not clear which of 7"),
        (
            "original,modified,label\na,b,pos\n",
            {"changed": "modified"},
            "'changed' is not something that a column",
        ),
        ("original,modified,label\na,b,pos\n", {"modified": "c"}, "there is no column 'c'"),
        ("original,modified,label\n", {}, "there is no row in it"),
        ("original,modified,label\na,b\n", {}, "this row has 2 columns"),
    ],
)
def test_what_is_not_clear_is_refused(tmp_path: Path, text: str, columns: dict[str, str], said: str) -> None:
    with pytest.raises(ZelligError, match=said):
        imported(table(tmp_path / "t.csv", text), **columns)


def test_a_promise_that_one_column_of_labels_cannot_keep_is_told(tmp_path: Path) -> None:
    path = table(
        tmp_path / "two.csv",
        "original,changed,label,promise\nSoup hot.,Soup not hot.,pos,flip\nTea cold.,Tea iced.,neg,reverse\n",
    )
    said: list[Notice] = []
    with hearing(said.append), pytest.raises(ZelligError) as told:
        import_pairs(path, "table", task="sentiment")
    assert "label = label, promise = promise: " in said[0].sentence
    assert told.value.what == (
        "no row is a pair that can be kept (unpaired: the promise 'flip' needs an answer of the changed "
        "text, and 'label' is that of both; line 3: 'reverse' is not a promise)"
    )
    assert (told.value.path, told.value.line) == (str(path), 2)
    assert told.value.remedy.startswith("Add a column label_modified with that answer, or say ")


def test_a_wrong_word_is_named_where_other_rows_are_kept(tmp_path: Path) -> None:
    text = (
        "original,changed,label,promise\nSoup hot.,Soup very hot.,pos,same\nTea cold.,Tea iced.,neg,reverse\n"
    )
    found, (pair,), _ = imported(table(tmp_path / "two.csv", text))
    assert pair.promise == "same"
    (left_out,) = found.left_out
    assert (left_out.lines, left_out.first) == ([3], "'reverse' is not a promise")


def test_what_cannot_be_a_table_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ZelligError, match="cannot be told from its name"):
        imported(table(tmp_path / "pairs.docx", "x"))
    with pytest.raises(ZelligError, match="not a Parquet file"):
        imported(table(tmp_path / "pairs.parquet", "x"))
    with pytest.raises(ZelligError, match="does not say its task"):
        import_pairs(tmp_path / "t.csv", "table", tmp_path / "pairs.jsonl")


@pytest.mark.parametrize("form", ["csv", "jsonl", "parquet"])
def test_what_is_exported_comes_back_as_it_was(tmp_path: Path, form: FileType) -> None:
    run = small_contest(tmp_path / "run")
    exported = tmp_path / f"table.{form}"
    write_table(exported, read_stored(run), form)
    _, pairs, _ = imported(exported)
    before = [pair for name in ("ana", "ben") for pair in read_records(run / f"pairs/{name}.jsonl", Pair)]
    assert [(p.id, p.promise, p.phenomenon, p.original.fields, p.modified.accepted) for p in pairs] == [
        (p.id, p.promise, p.phenomenon, p.original.fields, p.modified.accepted) for p in before
    ]


def test_numbers_in_a_parquet_file_are_labels(tmp_path: Path) -> None:
    path = tmp_path / "t.parquet"
    rows = {"original": ["Soup hot.", "Tea hot."], "changed": ["Soup cold.", "Tea cold."], "label": [1, 0]}
    polars.DataFrame(rows).write_parquet(path)
    _, pairs, _ = imported(path)
    assert [pair.original.accepted for pair in pairs] == [("+1",), ("-1",)]


def test_the_command_takes_columns(tmp_path: Path) -> None:
    path = table(tmp_path / "t.csv", "a,b,label\nSoup hot.,Soup very hot.,pos\n")
    words = ["pairs", "import", path, "--from", "table", "--task", "sentiment", "--out"]
    named = ["--column", "original=a", "--column", "modified=b", "--format", "json"]
    done = zellig(*words, tmp_path / "p.jsonl", *named)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["pairs"] == 1
    assert "original = a, modified = b" in done.stderr
    wrong = zellig(*words, tmp_path / "q.jsonl", "--column", "original")
    assert (wrong.returncode, "names no column" in wrong.stderr) == (1, True)


def test_a_table_is_read_as_those_of_items_are(tmp_path: Path) -> None:
    rows = [
        {"Original": "The tea was hot.", "changedText": "The tea was cold.", "stars": 5.0, "newLabel": 1},
        {"Original": "The tea was fine.", "changedText": "The tea was bad.", "stars": 5.0, "newLabel": "nan"},
    ]
    as_json = table(tmp_path / "mine.json", json.dumps(rows))
    lines = [";".join(rows[0]), *(";".join(map(str, row.values())) for row in rows)]
    as_csv = table(tmp_path / "mine.csv", "\n".join(lines).replace("5.0", "5") + "\n")
    frame = polars.DataFrame([{**row, "newLabel": float(str(row["newLabel"]))} for row in rows])
    frame.write_parquet(tmp_path / "mine.parquet")
    for path in (as_json, as_csv, tmp_path / "mine.parquet"):
        found, (pair,), (said,) = imported(path)
        assert (pair.original.accepted, pair.modified.accepted) == (("+1",), ("-1",))
        assert "1 negative, 5 positive" in said
        assert [each.code for each in found.left_out] == ["no-answer"]


def test_a_cell_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = table(tmp_path / "mine.jsonl", '{"original": ["a"], "changed": "b", "label": "pos"}\n')
    with pytest.raises(ZelligError, match="neither a text nor a number"):
        imported(path)
