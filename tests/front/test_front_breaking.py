"""Breaking from Python: objects in, a run with table, report and notebook view out; nothing else is left."""

from __future__ import annotations

import os
import threading
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import polars
import pytest

import zellig as zl
from restaurant import pipeline, reviews
from zellig.front.breaking import BreakingRun
from zellig.items import Item, Pair
from zellig.performers import Victim


class Shouter:
    """Ends every text with an exclamation mark."""

    spec = zl.Spec("shouter")
    see = "nothing"

    def break_items(
        self, items: Sequence[Item], seeds: Sequence[int], oracle: Victim | None
    ) -> list[list[Pair]]:
        return [
            [
                Pair(
                    f"{item.id}-loud",
                    item,
                    Item(f"{item.id}-loud", {"text": item.fields["text"].rstrip(".") + "!"}, item.accepted),
                    "same",
                    "shouting",
                )
            ]
            for item in items
        ]


@pytest.fixture(scope="module")
def run() -> BreakingRun:
    return zl.break_systems(
        pipeline(), data=reviews(), breakers=["not-add", "deepwordbug", Shouter()], limit=24, budget=60
    )


def test_what_was_guessed_is_said(run: BreakingRun) -> None:
    said = " ".join(run.said)
    assert "text = review" in said
    assert "label = stars" in said
    assert "3 left out" in said


def test_every_breaker_has_pairs(run: BreakingRun) -> None:
    table = run.table()
    assert set(table["breaker"]) == {"not-add", "deepwordbug", "shouter"}
    assert len(table) == run.figures.pairs
    assert {"original_text", "modified_text", "promise", "phenomenon", "valid"} <= set(table.columns)
    (system,) = run.contest.systems
    passed = table[f"passed.{system}"]
    assert passed.dtype == polars.Boolean
    assert passed.sum() == int(run.contest.outcomes.passed.sum())
    assert table.to_pandas().shape == table.shape


def test_the_report_and_the_notebook_view(run: BreakingRun, tmp_path: Path) -> None:
    page = run.report(tmp_path / "report.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    view = run._repr_html_()
    assert "pairs" in view
    assert "<script" not in view  # a notebook shows it beside other people's cells
    assert "pair" in repr(run)


def test_nothing_is_left_behind(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("TMPDIR", "XDG_CACHE_HOME", "HOME", "ZELLIG_CACHE"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    zl.break_systems(pipeline(), data=reviews(), breakers=Shouter(), limit=8)
    assert os.listdir(tmp_path) == []


def test_a_folder_is_taken_up(tmp_path: Path) -> None:
    first, second = (
        zl.break_systems(pipeline(), data=reviews(), breakers=Shouter(), limit=8, out=tmp_path / "run")
        for _ in range(2)
    )
    assert (tmp_path / "run/report.html").is_file()
    assert second.figures.finished
    assert first.figures.break_rate == second.figures.break_rate


def test_several_models_by_their_names() -> None:
    models = {"mine": pipeline(), "optimist": lambda texts: ["good"] * len(texts)}
    run = zl.break_systems(models, data=reviews(), breakers=Shouter(), limit=8)
    assert run.contest.systems == ["mine", "optimist"]


def test_runs_in_threads_do_not_take_each_others_models() -> None:
    said: dict[str, set[str]] = {}

    def play(answer: str) -> None:
        run = zl.break_systems(
            {"model": lambda texts: [answer] * len(texts)}, data=reviews(), breakers=Shouter(), limit=16
        )
        said[answer] = set(run.table()["answer_modified.model"])

    threads = [threading.Thread(target=play, args=[answer]) for answer in ("positive", "negative")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert said == {"positive": {"+1"}, "negative": {"-1"}}


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"data": []}, "no"),
        ({"data": reviews(), "breakers": ["strateggies"]}, "strategies"),
        ({"data": reviews(), "workers": 2}, "in this process only"),
        ({"data": reviews(), "task": "sentimment"}, "sentiment"),
    ],
)
def test_what_cannot_be_is_refused(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(zl.ZelligError, match=sentence):
        zl.break_systems(pipeline(), **({"breakers": Shouter()} | given))


def test_what_was_guessed_is_in_the_report_and_failures_are_said(tmp_path: Path) -> None:
    def picky(texts: list[str]) -> list[str]:
        if any("!" in text for text in texts):
            raise ValueError("too loud")
        return ["good"] * len(texts)

    run = zl.break_systems(picky, data=reviews(), breakers=Shouter(), limit=10)
    assert any("picky failed on 10 texts" in sentence and "too loud" in sentence for sentence in run.said)
    page = run.report(tmp_path / "report.html").read_text(encoding="utf-8")
    assert "label = stars" in page
    assert "labels of picky: good positive" in page


def by_hash(texts: list[str]) -> list[str]:
    return [("good", "bad")[zlib.crc32(text.encode()) % 2] for text in texts]


@pytest.mark.parametrize(
    ("model", "sentence"),
    [
        (lambda texts: ["good"] * len(texts), "It gives the same answer (positive) to all of 160 texts."),
        (by_hash, "It is right about 83 of 160 texts, which may be mere guessing."),
        ({"pipeline": pipeline()}, "It does not read"),
    ],
)
def test_a_model_that_reads_nothing_gets_no_diagnosis(model: object, sentence: str) -> None:
    run = zl.break_systems(model, data=reviews(), breakers=["not-add"])
    assert sentence in repr(run)
    assert ("Handled" in repr(run) or "It does not read" in repr(run)) == ("does not read" in sentence)


def test_items_without_answers_are_refused_and_contradictions_are_told() -> None:
    with pytest.raises(zl.ZelligError, match="has an answer"):
        zl.break_systems(by_hash, data=list(reviews().review[:9]), task="sentiment", breakers=Shouter())
    frame = reviews()
    frame.loc[len(frame)] = [frame.review[0], 1 if frame.stars[0] == 5 else 5]
    run = zl.break_systems(pipeline(), data=frame, breakers=Shouter())
    assert any("1 text has different answers" in sentence for sentence in run.said)
