"""Pairs handed out from Python: what is in hand is written as what lies in a folder."""

from __future__ import annotations

from pathlib import Path

import polars
import pytest

import zellig as zl
from helpers import sentiment_pair, small_contest
from zellig.front.breaking import BreakingRun
from zellig.front.exporting import To
from zellig.games.breaking.blind import ITEMS
from zellig.items import Item, Prediction, read_records, write_records
from zellig.tasks import get_task
from zellig.transform.evaluation import ContrastSet


def test_items_without_answers_come_back_as_a_system(broken: BreakingRun, tmp_path: Path) -> None:
    done = zl.export(broken, to="blind", out=tmp_path / "blind")
    items = list(read_records(done.path / ITEMS, Item))
    assert done.number == len(items) == len(done.table())
    assert not any(item.accepted for item in items)
    write_records(tmp_path / "said.jsonl", Prediction, [Prediction(item.id, "+1") for item in items])
    assert zl.gate(broken, system=f"file:{tmp_path}/said.jsonl", min_passed=0).decision.unparsed == 0


@pytest.mark.parametrize("to", ["csv", "jsonl", "parquet"])
def test_a_table_is_that_of_the_run(broken: BreakingRun, tmp_path: Path, to: To) -> None:
    done = zl.export(broken, to=to, out=tmp_path / f"pairs.{to}")
    assert done.table().equals(broken.table())
    assert f"{done.number} pairs are in" in repr(done)
    for source in (done.path, done.table()):
        back = zl.import_pairs(source, task="sentiment")
        assert [pair.id for pair in back.contrasts.pairs] == broken.table()["id"].to_list()


def test_a_folder_is_exported_as_its_pairs_in_hand(tmp_path: Path) -> None:
    folder = small_contest(tmp_path / "contest")
    zl.export(folder, to="parquet", out=tmp_path / "folder.parquet")
    answered = polars.read_parquet(tmp_path / "folder.parquet")
    assert "passed.good" in answered.columns
    pairs = zl.import_pairs(tmp_path / "folder.parquet", task="sentiment")
    zl.export(pairs, to="parquet", out=tmp_path / "hand.parquet")
    assert polars.read_parquet(tmp_path / "hand.parquet")["id"].equals(answered["id"])


def test_nothing_that_is_read_is_written_over(tmp_path: Path) -> None:
    pairs = tmp_path / "pairs.jsonl"
    write_records(pairs, zl.Pair, [sentiment_pair("1")], "sentiment")
    before = pairs.read_bytes()
    with pytest.raises(zl.ZelligError, match="this is what is read"):
        zl.export(pairs, to="jsonl", out=pairs)
    kept = tmp_path / "imported.jsonl"
    imported = zl.import_pairs(
        [{"original": "Good.", "modified": "Not good.", "label_original": "+1", "label_modified": "-1"}],
        task="sentiment",
        out=kept,
    )
    with pytest.raises(zl.ZelligError, match="this is what is read"):
        zl.export(imported, to="jsonl", out=kept)
    with pytest.raises(zl.ZelligError, match="is not a new folder"):
        zl.export(ContrastSet(get_task("sentiment"), [sentiment_pair("1")]), to="blind", out=tmp_path)
    assert pairs.read_bytes() == before
