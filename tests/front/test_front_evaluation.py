"""Accuracy and F1 from Python: frames and items, names and objects."""

from __future__ import annotations

from html import unescape
from pathlib import Path

import pytest
from sklearn.pipeline import Pipeline

import zellig as zl
from helpers import sentiment_pair
from restaurant import reviews
from zellig.items import Item
from zellig.tasks import get_task
from zellig.transform.evaluation import ContrastSet


def test_a_frame_and_a_pipeline(model: Pipeline, tmp_path: Path) -> None:
    found = zl.evaluate({"mine": model, "optimist": lambda texts: ["good"] * len(texts)}, data=reviews())
    assert found.figures.items == 160
    assert found.table()["accuracy"][0] > 0.9
    page = unescape(found.report(tmp_path / "figures.html").read_text(encoding="utf-8"))
    assert all(sentence in page for sentence in repr(found).splitlines())
    assert "160 items of data" in page


def test_items_as_data(model: Pipeline) -> None:
    items = [Item(str(number), {"text": text}, ("+1",)) for number, text in enumerate(reviews().review[:8])]
    found = zl.evaluate(model, data=items)
    assert found.figures.items == 8


OWN_SYSTEM = """
from zellig.items import Prediction
from zellig.performers import Spec

class Own:
    spec = Spec("own")

    def predict(self, items):
        return [Prediction(item.id, "+1") for item in items]
"""


class Always:
    """Gives one answer to everything."""

    def __init__(self, name: str, answer: str) -> None:
        self.spec, self.answer = zl.Spec(name), answer

    def predict(self, items: list[Item]) -> list[zl.Prediction]:
        return [zl.Prediction(item.id, self.answer) for item in items]


def test_systems_whose_names_end_alike_are_two_systems() -> None:
    found = zl.evaluate([Always("a/model", "+1"), Always("b/model", "-1")], data=reviews())
    assert list(found.figures.systems) == ["a/model", "b/model"]


def test_two_systems_of_one_name_are_refused(tmp_path: Path) -> None:
    pairs = ContrastSet(get_task("sentiment"), [sentiment_pair("1")])
    file = tmp_path / "own.py"
    file.write_text(OWN_SYSTEM, encoding="utf-8")
    for twice in ([f"py:{file}:Own"] * 2, [Always("a", "+1"), Always("a", "-1")]):
        with pytest.raises(zl.ZelligError, match="there are two systems"):
            zl.evaluate(twice, data=reviews())
        with pytest.raises(zl.ZelligError, match="there are two systems"):
            zl.evaluate_contrasts(pairs, twice)
