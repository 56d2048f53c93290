"""Break, retrain, break again: what is held out is learnt from nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from sklearn.pipeline import Pipeline

import zellig as zl
from restaurant import pipeline, reviews
from zellig.front.breaking import BreakingRun
from zellig.items import Item, write_records


def test_break_retrain_and_compare_on_what_was_held_out(broken: BreakingRun, model: Pipeline) -> None:
    frame = reviews()
    frame = frame[frame.stars != 3]
    learnt = zl.retrain_with(broken, held_out=0.3)
    held = {pair.original.fields["text"] for pair in learnt.held_out.pairs}
    assert held
    assert not held & set(learnt.texts)
    assert len(learnt.items) == len(learnt.table())
    texts = [*frame.review, *learnt.texts]
    labels = [*frame.stars.map({1: "-1", 5: "+1"}), *learnt.labels]
    new = pipeline().fit(texts, labels)
    decision = zl.gate(learnt.held_out, system={"new": new}["new"], baseline=model).decision
    assert decision.comparisons[0].difference > 0


def test_what_is_held_out_is_not_learnt_from_what_is_known_either(broken: BreakingRun) -> None:
    learnt = zl.retrain_with(broken, known=reviews(), held_out=0.3)
    held = {item.fields["text"] for pair in learnt.held_out.pairs for item in (pair.original, pair.modified)}
    assert held
    assert not held & set(learnt.texts)
    assert len(learnt.texts) == len(learnt.labels) == len(learnt.table())
    assert len(learnt.known) == 160 - len({pair.original.fields["text"] for pair in learnt.held_out.pairs})
    assert "left out: its text is in a pair that is held out" in repr(learnt)


def test_what_is_known_has_the_answers_of_the_run(broken: BreakingRun, tmp_path: Path) -> None:
    items = [Item("1", {"text": "Soup."}, ("real",))]
    write_records(tmp_path / "fakes.jsonl", Item, items, "is-fake")
    with pytest.raises(zl.ZelligError, match="holds is-fake, not sentiment"):
        zl.retrain_with(broken, known=f"items:{tmp_path}/fakes.jsonl")
