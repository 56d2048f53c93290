"""Contrast sets from Python: made of a frame, put to a model, looked at, handed on."""

from __future__ import annotations

from pathlib import Path

import pytest
from sklearn.pipeline import Pipeline

import zellig as zl
from restaurant import reviews
from zellig.front.contrast import MadeContrasts
from zellig.transform.contrast_run import PAIRS


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> MadeContrasts:
    return zl.contrast_set(reviews(), limit=20, out=tmp_path_factory.mktemp("contrasts") / "run")


def test_a_contrast_set_is_made_and_evaluated(made: MadeContrasts, model: Pipeline, tmp_path: Path) -> None:
    assert made.counts.pairs == len(made.table()) > 0
    assert "<html" in made.report(tmp_path / "contrast.html").read_text(encoding="utf-8")
    found = zl.evaluate_contrasts(made, model)
    everything = found.table().filter(found.table()["group"] == "all")
    assert everything["pairs"].to_list() == [made.counts.pairs]
    assert "passes" in repr(found)


def test_a_folder_and_a_file_are_evaluated_as_the_pairs_in_hand(made: MadeContrasts, model: Pipeline) -> None:
    assert made.folder is not None
    given = (made, made.contrasts, made.folder, str(made.folder / PAIRS))
    figures = [zl.evaluate_contrasts(pairs, model, replicates=100).figures for pairs in given]
    assert all(each == figures[0] for each in figures)


def test_a_run_of_break_is_no_contrast_set(made: MadeContrasts, model: Pipeline, tmp_path: Path) -> None:
    zl.break_systems(model, data=reviews(), breakers=["noise"], limit=10, out=tmp_path / "run")
    with pytest.raises(zl.ZelligError, match=r"this is a run of zl\.break_systems") as told:
        zl.evaluate_contrasts(tmp_path / "run", model)
    assert told.value.path == str(tmp_path / "run")
    assert "zl.gate(" in told.value.remedy
    one = tmp_path / "run" / "pairs" / "noise.jsonl"
    assert f"({one})" in told.value.remedy
    assert zl.evaluate_contrasts(one, model, replicates=100).figures.pairs > 0


def test_a_page_shows_every_system_and_group(made: MadeContrasts, model: Pipeline, tmp_path: Path) -> None:
    models = {"mine": model, "optimist": lambda texts: ["good"] * len(texts)}
    found = zl.evaluate_contrasts(made, models, replicates=100)
    page = found.report(tmp_path / "figures.html").read_text(encoding="utf-8")
    assert all(page.count(f'<th scope="row">{group}</th>') == 2 for group in found.figures.systems["mine"])
    assert repr(found).splitlines()[0] in page


def test_pairs_without_answers_are_a_gate(made: MadeContrasts, model: Pipeline) -> None:
    decision = zl.gate(made, system=model, min_passed=10).decision
    assert decision.pairs == made.counts.pairs


def test_it_is_said_why_no_pair_was_made() -> None:
    two = [f"The soup was good. The bread was table {n}." for n in range(5)]
    made = zl.contrast_set((two, ["positive"] * 4 + ["negative"]))
    assert repr(made) == "No pair was made of 5 items: more than one sentence (5)."
