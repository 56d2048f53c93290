"""Explanations from Python: of a function, of data in hand, of a trained folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import zellig as zl
from restaurant import reviews
from zellig.performers import Evidence, Source


def warm_is_good(texts: list[str]) -> list[str]:
    return ["positive" if "warm" in text else "negative" for text in texts]


def test_a_function_and_a_text() -> None:
    found = zl.explain(warm_is_good, text="The bread was warm.", task="sentiment")
    table = found.table()
    assert table.filter(table["weight"] > 0)["words"].to_list() == ["warm"]
    assert found.evidence[0].answer == "+1"


def test_a_trained_system_and_a_frame(tmp_path: Path) -> None:
    zl.train("bag-of-ngrams", data=reviews(), task="sentiment", out=tmp_path / "bag")
    found = zl.explain(str(tmp_path / "bag"), data=reviews(), limit=3)
    assert [item.id for item in found.items] == [each.id for each in found.evidence]
    assert len(found.items) == 3
    table = found.table()
    assert set(table["method"]) == {"weights"}
    for row in table.iter_rows(named=True):
        (item,) = (item for item in found.items if item.id == row["id"])
        assert item.fields[row["field"]][row["start"] : row["end"]] == row["words"]


def test_a_trained_system_may_be_given_in_every_way(tmp_path: Path) -> None:
    trained = zl.train("bag-of-ngrams", data=reviews(), task="sentiment", out=tmp_path / "bag")
    in_a_folder = (str(tmp_path / "bag"), tmp_path / "bag")
    first, *others = (
        zl.explain(each, text="The soup was warm.") for each in (*in_a_folder, trained, trained.system)
    )
    assert first.evidence[0].method == "weights"
    assert all(each.evidence == first.evidence for each in others)
    assert zl.explain(trained, data=reviews(), limit=2).evidence


class Librarian:
    """Knows one book, which says nothing of soup."""

    spec = zl.Spec("librarian")
    task = "sentiment"

    def predict(self, items: Sequence[zl.Item]) -> list[zl.Prediction]:
        return [zl.Prediction(item.id, "+1") for item in items]

    def explain(self, items: Sequence[zl.Item]) -> list[Evidence]:
        book = Source("Warm bread is good.", "a book", 2.5, ((0, 4),))
        return [
            Evidence(item.id, "+1", "matches", (), (book, Source("Tea.", "a leaf", 1.0)) * (number == 0))
            for number, item in enumerate(items)
        ]


def test_a_table_has_sources_and_answers_that_nothing_speaks_for() -> None:
    items = [zl.Item("1", {"text": "Warm."}), zl.Item("2", {"text": "Soup."})]
    table = zl.explain(Librarian(), data=items).table()
    assert table.select("id", "answer", "source", "score", "start", "end", "words", "weight").rows() == [
        ("1", "+1", "a book", 2.5, 0, 4, "Warm", None),
        ("1", "+1", "a leaf", 1.0, None, None, None, None),
        ("2", "+1", None, None, None, None, None, None),
    ]
    assert table.filter(table["weight"] > 0).is_empty()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"text": 5}, "5 is not a text"),
        ({"text": ["Tea.", "Soup."]}, "is not a text.* several go into data="),
        ({"text": "Tea.", "method": 5}, "method cannot be 5"),
        (
            {"text": "Tea.", "method": "magic"},
            "There are: weights, integrated-gradients, matches, occlusion",
        ),
        ({"fields": "text"}, "fields is 'text', not keys and values"),
        ({"fields": {"text": 3}}, "not all fields are texts"),
        ({"fields": {3: "Tea."}}, "not all fields are texts"),
        ({"text": "Tea.", "mapping": {"label": "stars"}}, "a text has no columns.* it is for data="),
    ],
)
def test_a_wrong_option_of_an_explanation_is_refused(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(zl.ZelligError, match=said):
        zl.explain(warm_is_good, task="sentiment", **wrong)


def test_what_cannot_be_explained() -> None:
    with pytest.raises(zl.ZelligError, match="in one way only"):
        zl.explain(warm_is_good, text="Tea.", data=reviews())
    with pytest.raises(zl.ZelligError, match="nothing tells what the task is"):
        zl.explain(warm_is_good, text="Tea.")
