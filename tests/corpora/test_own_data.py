from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pandas
import polars
import pytest

from zellig.corpora import corpus_of, open_corpus
from zellig.errors import ZelligError
from zellig.items import Item
from zellig.notices import Notice, hearing
from zellig.own_objects import handed_over

COLUMNS: dict[str, list[Any]] = {"review": ["Lovely", "Dull", None, "Fair"], "stars": [5, 1, 4, None]}
ITEMS = [Item("1", {"text": "Lovely"}, ("+1",)), Item("2", {"text": "Dull"}, ("-1",))]
SAID = (
    "data: text = review, label = stars: 1 negative, 5 positive; 1 row without a text left out; "
    "1 row without a label left out; the task is sentiment"
)


class ClassLabel:
    names = ("neg", "pos")


class Dataset:
    """What we use of a datasets.Dataset."""

    def __init__(self, columns: dict[str, list[Any]], features: dict[str, object]) -> None:
        self._columns, self.features, self.column_names = columns, features, list(columns)

    def __getitem__(self, name: str) -> list[Any]:
        return self._columns[name]


def rows() -> list[dict[str, Any]]:
    return [dict(zip(COLUMNS, cells, strict=True)) for cells in zip(*COLUMNS.values(), strict=True)]


@pytest.mark.parametrize(
    "data",
    [
        COLUMNS,
        rows(),
        pandas.DataFrame(COLUMNS),
        pandas.DataFrame(COLUMNS).convert_dtypes(),
        pandas.DataFrame(COLUMNS, index=list("wxyz")).astype({"review": "category"}),
        polars.DataFrame(COLUMNS),
        polars.DataFrame(COLUMNS).lazy(),
        Dataset(COLUMNS, {"review": object(), "stars": object()}),
    ],
    ids=["lists", "dicts", "pandas", "nullable", "category", "polars", "lazy", "datasets"],
)
def test_every_kind_of_table_is_the_same_corpus(data: object) -> None:
    said: list[Notice] = []
    with hearing(said.append):
        corpus = corpus_of(data)
    assert (corpus.spec, corpus.task) == ("here:data", "sentiment")
    assert list(corpus) == list(corpus) == ITEMS
    # Four stars occur only where there is no text.
    assert [notice.sentence.replace("4-5", "5") for notice in said] == [SAID]


def test_a_file_and_the_frame_that_was_read_from_it_have_the_same_ids(tmp_path: Path) -> None:
    frame = pandas.DataFrame(
        {"text": ["One\ntwo", "Three", None, "Four"], "label": ["pos", "neg", "pos", "neg"]}
    )
    frame.to_csv(tmp_path / "some.csv", index=False)
    assert list(corpus_of(tmp_path / "some.csv")) == list(corpus_of(frame))
    assert [item.id for item in corpus_of(frame)] == ["1", "2", "4"]


def test_classes_of_a_data_set_go_by_their_names() -> None:
    data = Dataset({"text": ["a", "b", "c"], "label": [1, 0, -1]}, {"text": object(), "label": ClassLabel()})
    assert [item.accepted for item in corpus_of(data)] == [("+1",), ("-1",)]


def test_several_data_sets_are_refused_with_their_names() -> None:
    data = Dataset({}, {})
    data.column_names = {"train": ["text"], "test": ["text"]}  # type: ignore[assignment]
    with pytest.raises(ZelligError, match=r"train, test.* data\['train'\]"):
        corpus_of(data)


@pytest.mark.parametrize(
    ("data", "task", "first"),
    [
        ((["Lovely", "Dull"], ["pos", "neg"]), None, ITEMS[0]),
        ((pandas.Series(["Lovely", "Dull"]), pandas.Series([1, 0])), "sentiment", ITEMS[0]),
        ((["Lovely", "Dull"], polars.Series([1, 0])), "sentiment", ITEMS[0]),
        (["Lovely", "Dull"], "sentiment", Item("1", {"text": "Lovely"})),
        (np.array(["Lovely", "Dull"]), "sentiment", Item("1", {"text": "Lovely"})),
        (pandas.Series(["Lovely", "Dull"]), "sentiment", Item("1", {"text": "Lovely"})),
        (list(np.array(["Lovely", "Dull"])), "sentiment", Item("1", {"text": "Lovely"})),
        ((list(np.array(["Lovely", "Dull"])), np.array(["pos", "neg"])), None, ITEMS[0]),
        (
            ([("It rains", "It is wet")], ["entailment"]),
            None,
            Item("1", {"premise": "It rains", "hypothesis": "It is wet"}, ("entailment",)),
        ),
        (ITEMS, None, ITEMS[0]),
        (tuple(ITEMS), "sentiment", ITEMS[0]),
        (iter(ITEMS), "sentiment", ITEMS[0]),
    ],
)
def test_lists_of_texts_and_labels_and_items(data: object, task: str | None, first: Item) -> None:
    corpus = corpus_of(data, task=task)
    assert next(iter(corpus)) == first
    assert msgspec.json.encode(next(iter(corpus)))
    assert corpus.task == ("nli" if "premise" in first.fields else "sentiment")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (5, "int is not data"),
        ([], "there is no row"),
        ((), "there is no row"),
        (np.array([]), "there is no row"),
        (np.array([1.0]), "ndarray is not data"),
        (np.array("Lovely"), "ndarray is not data"),
        ((np.array(5), np.array(5)), "tuple is not data"),
        ({"text": []}, "no row"),
        ({"text": ["a"], "label": ["pos", "neg"]}, "not equally long: text 1, label 2"),
        ((["a", "b"], [0, 1]), "labels of many tasks"),
        ([Item("1", {"text": "a"})], "do not tell which task"),
        (pandas.DataFrame([["a", 1]]), "no names"),
        (pandas.DataFrame([["a", "b"]], columns=["text", "text"]), "two columns are called 'text'"),
        ("nowhere.csv", "no such file"),
    ],
)
def test_what_cannot_be_read_is_refused(data: object, said: str) -> None:
    with pytest.raises(ZelligError, match=said):
        corpus_of(data)


def test_items_of_another_task_are_refused() -> None:
    with pytest.raises(ZelligError, match="in the item '1', the field 'premise' is missing"):
        corpus_of(ITEMS, task="nli")
    with pytest.raises(ZelligError, match="holds items of sentiment, not of nli"):
        corpus_of(corpus_of(ITEMS), task="nli")


@pytest.mark.parametrize(
    "mapping",
    [{"fields": {"text": "b"}, "label": "c"}, 'fields.text = "b"\nlabel = "c"'],
)
def test_a_mapping_decides(tmp_path: Path, mapping: Any) -> None:
    frame = polars.DataFrame({"text": ["x y", "z w"], "b": ["Lovely", "Dull"], "c": ["pos", "neg"]})
    frame.write_csv(tmp_path / "some.csv")
    assert list(corpus_of(frame, mapping=mapping)) == ITEMS
    corpus = corpus_of(tmp_path / "some.csv", mapping=mapping)
    assert list(corpus) == list(open_corpus(corpus.spec)) == ITEMS


@pytest.mark.parametrize(
    ("mapping", "said"),
    [({"label": "x"}, "no column 'x'"), ({"lable": "x"}, "unknown field"), ({"task": "x"}, "'x' is not one")],
)
def test_a_wrong_mapping_is_refused(mapping: dict[str, object], said: str) -> None:
    with pytest.raises(ZelligError, match=said):
        corpus_of(COLUMNS, mapping=mapping)


def test_what_was_handed_over_is_a_corpus_by_its_name() -> None:
    corpus = corpus_of(COLUMNS, name="mine")
    with handed_over({"mine": corpus}):
        assert list(open_corpus("here:mine")) == ITEMS
    with pytest.raises(ZelligError, match="not at hand"):
        open_corpus("here:mine")
    with handed_over({"mine": COLUMNS}), pytest.raises(ZelligError, match="corpus_of"):
        open_corpus("here:mine")
