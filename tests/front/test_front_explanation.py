"""Explanations from Python: of a function, of data in hand, of a trained folder."""

from __future__ import annotations

from pathlib import Path

import pytest

import zellig as zl
from restaurant import reviews


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


def test_what_cannot_be_explained() -> None:
    with pytest.raises(zl.ZelligError, match="in one way only"):
        zl.explain(warm_is_good, text="Tea.", data=reviews())
    with pytest.raises(zl.ZelligError, match="nothing tells what the task is"):
        zl.explain(warm_is_good, text="Tea.")
