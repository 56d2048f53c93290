"""Pairs brought in from Python: a frame is read as its file is, and the pairs go where a run goes."""

from __future__ import annotations

from pathlib import Path

import pandas
import pytest
from sklearn.pipeline import Pipeline

import zellig as zl
from zellig.items import Pair, read_records

CHANGED = pandas.DataFrame(
    {
        "original": ["The soup was delicious.", "The bread was awful.", "The fish was fine."],
        "rewritten": ["The soup was not delicious.", "The bread was really awful.", "The fish was odd."],
        "label": ["pos", "neg", "pos"],
        "new label": ["neg", "neg", None],
    }
)
COLUMNS = {"modified": "rewritten"}


def test_a_frame_is_read_as_its_file(tmp_path: Path) -> None:
    CHANGED.to_csv(tmp_path / "changed.csv", index=False)
    in_hand = zl.import_pairs(CHANGED, task="sentiment", columns=COLUMNS, out=tmp_path / "pairs.jsonl")
    of_file = zl.import_pairs(tmp_path / "changed.csv", task="sentiment", columns=COLUMNS)
    assert in_hand.contrasts.pairs == of_file.contrasts.pairs
    assert list(read_records(tmp_path / "pairs.jsonl", Pair)) == in_hand.contrasts.pairs
    assert (in_hand.file, of_file.file) == (tmp_path / "pairs.jsonl", None)
    assert in_hand.counts.promises == {"flip": 1, "same": 1}
    assert [each.code for each in in_hand.counts.left_out] == ["no-answer"]
    assert "data: original = original, modified = rewritten" in in_hand.said[0]
    assert "promises are as written: nothing has compared them with the texts" in in_hand.said[-1]
    assert "validity=True" in in_hand.said[-1]
    assert in_hand.table()["breaker"].to_list() == ["table", "table"]
    assert repr(in_hand).startswith("2 pairs of sentiment (1 flip, 1 same); 1 left out: no-answer")


def test_they_are_a_gate_and_can_be_learnt_from(model: Pipeline) -> None:
    pairs = zl.import_pairs(CHANGED, task="sentiment", columns=COLUMNS)
    assert zl.gate(pairs, system=model, min_passed=10).decision.pairs == 2
    assert zl.evaluate_contrasts(pairs, model).figures.pairs == 2
    assert len(zl.retrain_with(pairs, held_out=0, balance=False).items) == 2


def test_a_published_format_is_one_of_files() -> None:
    with pytest.raises(zl.ZelligError, match="blimp is a format of files"):
        zl.import_pairs(CHANGED, form="blimp")
